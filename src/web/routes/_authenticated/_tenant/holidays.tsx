import { createFileRoute } from '@tanstack/react-router'
import { holidayTemplatesQuery } from '#web/api/holidays.queries.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { HolidaysScreen } from '#web/features/working-time/holidays-screen.tsx'
import { loadWorkingTime } from '#web/features/working-time/load-working-time.ts'
import { HolidaysSearch } from '#web/features/working-time/working-time-search.ts'

export const Route = createFileRoute('/_authenticated/_tenant/holidays')({
  validateSearch: HolidaysSearch,
  loader: ({ context: { queryClient } }) =>
    Promise.all([loadWorkingTime(queryClient), queryClient.ensureQueryData(holidayTemplatesQuery())]),
  component: HolidaysRoute,
  pendingComponent: PageSkeleton,
})

function HolidaysRoute() {
  return <HolidaysScreen search={Route.useSearch()} />
}
