import { createFileRoute, redirect } from '@tanstack/react-router'
import { tenantOverviewsQuery } from '#web/api/tenants/tenant-administration.queries.ts'
import { ManagePage } from '#web/features/tenants/manage-page.tsx'
import { useSession } from '#web/stores/session.ts'

export const Route = createFileRoute('/_authenticated/tenant-selection_/manage')({
  beforeLoad: () => {
    if (!useSession.getState().isSuperAdmin) throw redirect({ to: '/tenant-selection', replace: true })
  },
  // Not awaited: the list draws its own skeleton.
  loader: ({ context }) => void context.queryClient.prefetchQuery(tenantOverviewsQuery()),
  component: ManageTenantsPage,
})

function ManageTenantsPage() {
  const navigate = Route.useNavigate()
  return <ManagePage onBack={() => void navigate({ to: '/tenant-selection', replace: true })} />
}
