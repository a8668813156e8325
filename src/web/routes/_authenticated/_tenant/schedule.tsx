import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { scheduleQuery } from '#web/api/schedule.queries.ts'
import { SchedulePage } from '#web/features/schedule/schedule-page.tsx'
import { defaultScheduleSearch, ScheduleSearch } from '#web/features/schedule/schedule-search.ts'

export const Route = createFileRoute('/_authenticated/_tenant/schedule')({
  validateSearch: ScheduleSearch,
  search: { middlewares: [stripSearchParams(defaultScheduleSearch)] },
  // Not awaited: the board draws its own skeleton while the plan comes.
  loader: ({ context }) => void context.queryClient.prefetchQuery(scheduleQuery()),
  component: ScheduleRoute,
})

function ScheduleRoute() {
  const navigate = Route.useNavigate()
  const onSearch = useCallback(
    (change: Partial<ScheduleSearch>) =>
      // The board keeps its own place: a px position of one zoom level is another day in the next.
      void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false }),
    [navigate],
  )
  return <SchedulePage search={Route.useSearch()} onSearch={onSearch} />
}
