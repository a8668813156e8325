import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { loadSchedule } from '#web/features/schedule/page/load-schedule.ts'
import { SchedulePage } from '#web/features/schedule/page/schedule-page.tsx'
import { defaultScheduleSearch, ScheduleSearch } from '#web/features/schedule/schedule-search.ts'

export const Route = createFileRoute('/_authenticated/_tenant/schedule')({
  validateSearch: ScheduleSearch,
  search: { middlewares: [stripSearchParams(defaultScheduleSearch)] },
  loader: ({ context }) => loadSchedule(context.queryClient),
  component: ScheduleRoute,
  pendingComponent: PageSkeleton,
})

function ScheduleRoute() {
  const navigate = Route.useNavigate()
  const onSearch = useCallback(
    (change: Partial<ScheduleSearch>) =>
      // The board restores its own scroll position, because the same pixel offset is another day at another zoom level.
      void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false }),
    [navigate],
  )
  return <SchedulePage search={Route.useSearch()} onSearch={onSearch} />
}
