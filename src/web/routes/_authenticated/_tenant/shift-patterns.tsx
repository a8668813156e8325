import { createFileRoute } from '@tanstack/react-router'
import { loadWorkingTime } from '#web/features/working-time/load-working-time.ts'
import { ShiftsScreen } from '#web/features/working-time/shifts-screen.tsx'
import { ShiftsSearch } from '#web/features/working-time/working-time-search.ts'
import { WorkingTimeSkeleton } from '#web/features/working-time/working-time-skeleton.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/shift-patterns')({
  validateSearch: ShiftsSearch,
  loader: ({ context }) => loadWorkingTime(context.queryClient),
  component: ShiftsRoute,
  pendingComponent: ShiftsSkeleton,
})

function ShiftsRoute() {
  const navigate = Route.useNavigate()
  const show = (pattern: string | undefined, saved = false) =>
    void navigate({ search: { pattern }, replace: saved, ignoreBlocker: saved })
  return <ShiftsScreen search={Route.useSearch()} onPattern={show} />
}

function ShiftsSkeleton() {
  return <WorkingTimeSkeleton current={Route.useSearch().tab ?? 'shifts'} />
}
