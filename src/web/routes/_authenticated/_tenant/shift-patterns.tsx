import { createFileRoute } from '@tanstack/react-router'
import { organisationQuery } from '#web/api/organisation.queries.ts'
import { shiftsQuery } from '#web/api/shifts.queries.ts'
import { PageSkeleton } from '#web/components/error-screens/page-skeleton.tsx'
import { ShiftsScreen } from '#web/features/working-time/shifts-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/shift-patterns')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([queryClient.ensureQueryData(shiftsQuery()), queryClient.ensureQueryData(organisationQuery())]),
  component: ShiftsScreen,
  pendingComponent: PageSkeleton,
})
