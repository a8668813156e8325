import { createFileRoute } from '@tanstack/react-router'
import { accessQuery } from '#web/api/users/access-requests.queries.ts'
import { AccessScreen } from '#web/features/admin-access/access-screen.tsx'
import { AccessSkeleton } from '#web/features/admin-access/access-skeleton.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/admin-access')({
  loader: ({ context }) => context.queryClient.ensureQueryData(accessQuery()),
  component: AccessScreen,
  pendingComponent: AccessSkeleton,
})
