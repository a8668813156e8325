import { createFileRoute } from '@tanstack/react-router'
import { shiftsQuery } from '#web/api/shifts.queries.ts'
import { tenantSettingsQuery } from '#web/api/tenant-settings.queries.ts'
import { requireTenant } from '#web/app/guards/guards.ts'
import { TenantLayout } from '#web/app/tenant-layout.tsx'

export const Route = createFileRoute('/_authenticated/_tenant')({
  beforeLoad: requireTenant,
  // What the strips above the screens say must be known when they are drawn: a strip that comes later moves what is below it.
  loader: async ({ context: { queryClient } }) => {
    const settings = await queryClient.ensureQueryData(tenantSettingsQuery()).catch(() => null)
    if (settings?.defaultShiftId === null) await queryClient.ensureQueryData(shiftsQuery()).catch(() => null)
  },
  component: TenantLayout,
})
