import { createFileRoute } from '@tanstack/react-router'
import { categoriesQuery } from '#web/api/categories.queries.ts'
import { exceptionsQuery, holidaysQuery } from '#web/api/holidays.queries.ts'
import { organisationQuery } from '#web/api/organisation.queries.ts'
import { shiftsQuery } from '#web/api/shifts.queries.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { ShiftsScreen } from '#web/features/working-time/shifts-screen.tsx'
import { ShiftsSearch } from '#web/features/working-time/working-time-search.ts'

export const Route = createFileRoute('/_authenticated/_tenant/shift-patterns')({
  validateSearch: ShiftsSearch,
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(shiftsQuery()),
      queryClient.ensureQueryData(organisationQuery()),
      queryClient.ensureQueryData(categoriesQuery()),
      queryClient.ensureQueryData(holidaysQuery()),
      queryClient.ensureQueryData(exceptionsQuery()),
    ]),
  component: ShiftsRoute,
  pendingComponent: PageSkeleton,
})

function ShiftsRoute() {
  const navigate = Route.useNavigate()
  return (
    <ShiftsScreen
      search={Route.useSearch()}
      onPattern={(pattern, saved = false) =>
        void navigate({ search: { pattern }, replace: saved, ignoreBlocker: saved })
      }
    />
  )
}
