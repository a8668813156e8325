import { createFileRoute } from '@tanstack/react-router'
import { categoriesQuery } from '#web/api/categories.queries.ts'
import { holidaysQuery, holidayTemplatesQuery } from '#web/api/holidays.queries.ts'
import { organisationQuery } from '#web/api/organisation.queries.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { HolidaysScreen } from '#web/features/working-time/holidays-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/holidays')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(holidaysQuery()),
      queryClient.ensureQueryData(holidayTemplatesQuery()),
      queryClient.ensureQueryData(categoriesQuery()),
      queryClient.ensureQueryData(organisationQuery()),
    ]),
  component: HolidaysScreen,
  pendingComponent: PageSkeleton,
})
