import { createFileRoute, Outlet, useRouter } from '@tanstack/react-router'
import { requireTenant } from '#web/app/guards/guards.ts'
import { PageTransition } from '#web/components/page-transition/page-transition.tsx'
import { useTellPlace } from '#web/components/presence/use-tell-place.ts'
import { RunningChip } from '#web/components/scheduling-run/running-chip.tsx'
import { BellSlot } from '#web/features/notifications/bell-slot.tsx'
import { AppShell } from '#web/features/shell/app-shell.tsx'

export const Route = createFileRoute('/_authenticated/_tenant')({ beforeLoad: requireTenant, component: TenantLayout })

function TenantLayout() {
  const router = useRouter()
  useTellPlace()
  return (
    <AppShell
      onSignedOut={() => void router.navigate({ to: '/login', replace: true })}
      onSessionDoubt={router.invalidate}
      bell={
        <>
          <RunningChip />
          <BellSlot />
        </>
      }
    >
      <PageTransition>
        <Outlet />
      </PageTransition>
    </AppShell>
  )
}
