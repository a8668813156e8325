import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { scheduleQuery } from '#web/api/schedule.queries.ts'
import { SchedulePage } from '#web/features/schedule/page/schedule-page.tsx'
import { defaultScheduleSearch, ScheduleSearch } from '#web/features/schedule/schedule-search.ts'

export const Route = createFileRoute('/_authenticated/_tenant/schedule')({
  validateSearch: ScheduleSearch,
  search: { middlewares: [stripSearchParams(defaultScheduleSearch)] },
  // Not awaited: the board draws its own skeleton while the plan loads.
  loader: ({ context }) => void context.queryClient.prefetchQuery(scheduleQuery()),
  component: ScheduleRoute,
})

function ScheduleRoute() {
  const navigate = Route.useNavigate()
  const onSearch = useCallback(
    (change: Partial<ScheduleSearch>) =>
      // The board restores its own scroll position, because the same px position is another day at another zoom level.
      void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false }),
    [navigate],
  )
  return <SchedulePage search={Route.useSearch()} onSearch={onSearch} />
}
