import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { AdminScreen } from '#web/features/admin/admin-screen.tsx'
import { AdminSearch, defaultAdminSearch, type OnAdminSearch } from '#web/features/admin/admin-search.ts'
import { loadAdmin } from '#web/features/admin/load-admin.ts'
import { TenantsScreen } from '#web/features/tenants/tenants-screen.tsx'

export const Route = createFileRoute('/_authenticated/_tenant/admin')({
  validateSearch: AdminSearch,
  search: { middlewares: [stripSearchParams(defaultAdminSearch)] },
  loaderDeps: ({ search: { find: _find, ...search } }) => search,
  loader: ({ context, deps }) => loadAdmin(context.queryClient, deps),
  component: AdminPage,
})

function AdminPage() {
  const navigate = Route.useNavigate()
  const onSearchChange = useCallback<OnAdminSearch>(
    (change) => void navigate({ search: (search) => ({ ...search, ...change }), replace: change.tab === undefined }),
    [navigate],
  )
  const leave = () => void navigate({ to: '/tenant-selection', replace: true })
  const tenants = <TenantsScreen onLeft={leave} />
  return <AdminScreen search={Route.useSearch()} onSearchChange={onSearchChange} tenants={tenants} />
}
