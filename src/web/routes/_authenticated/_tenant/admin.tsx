import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { AdminScreen } from '#web/features/admin/admin-screen.tsx'
import { AdminSearch, defaultAdminSearch, type OnAdminSearch } from '#web/features/admin/admin-search.ts'
import { OrganisationsScreen } from '#web/features/organisations/organisations-screen.tsx'
import { setTenant } from '#web/stores/session.ts'

export const Route = createFileRoute('/_authenticated/_tenant/admin')({
  validateSearch: AdminSearch,
  search: { middlewares: [stripSearchParams(defaultAdminSearch)] },
  component: AdminPage,
})

function AdminPage() {
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const onSearchChange = useCallback<OnAdminSearch>(
    (change) => void navigate({ search: (search) => ({ ...search, ...change }), replace: change.tab === undefined }),
    [navigate],
  )
  // The organisation worked in is gone: nothing of it may stay on screen.
  const leave = () => {
    queryClient.clear()
    setTenant(null)
    void navigate({ to: '/tenant-selection', replace: true })
  }
  return (
    <AdminScreen
      search={Route.useSearch()}
      onSearchChange={onSearchChange}
      organisations={<OrganisationsScreen onLeft={leave} />}
    />
  )
}
