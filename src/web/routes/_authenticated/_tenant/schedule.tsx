import { createFileRoute } from '@tanstack/react-router'
import { scheduleQuery } from '#web/api/schedule.queries.ts'
import { SchedulePage } from '#web/features/schedule/schedule-page.tsx'
import { ScheduleSearch } from '#web/features/schedule/schedule-search.ts'

export const Route = createFileRoute('/_authenticated/_tenant/schedule')({
  validateSearch: ScheduleSearch,
  // Not awaited: the board draws its own skeleton while the plan comes.
  loader: ({ context }) => void context.queryClient.prefetchQuery(scheduleQuery()),
  component: ScheduleRoute,
})

function ScheduleRoute() {
  const navigate = Route.useNavigate()
  return (
    <SchedulePage
      search={Route.useSearch()}
      onSearch={(change) => void navigate({ search: (search) => ({ ...search, ...change }), replace: true })}
      onOpenOperation={(params) => void navigate({ to: '/projects/$projectId/operations/$operationId', params })}
    />
  )
}
