import { createFileRoute } from '@tanstack/react-router'
import { holidayTemplatesQuery } from '#web/api/working-time/holidays.queries.ts'
import { HolidaysScreen } from '#web/features/working-time/holidays-screen.tsx'
import { loadWorkingTime } from '#web/features/working-time/load-working-time.ts'
import { HolidaysSearch } from '#web/features/working-time/working-time-search.ts'
import { WorkingTimeSkeleton } from '#web/features/working-time/working-time-skeleton.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/holidays')({
  validateSearch: HolidaysSearch,
  loader: ({ context: { queryClient } }) => {
    // Not awaited: the panel of templates draws its own skeleton.
    void queryClient.prefetchQuery(holidayTemplatesQuery())
    return loadWorkingTime(queryClient)
  },
  component: HolidaysRoute,
  pendingComponent: HolidaysSkeleton,
})

function HolidaysRoute() {
  return <HolidaysScreen search={Route.useSearch()} />
}

function HolidaysSkeleton() {
  return <WorkingTimeSkeleton current="holidays" />
}
