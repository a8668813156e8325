import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { signOut } from '#web/api/auth.mutations.ts'
import { OrganisationPicker } from '#web/features/organisation-picker/organisation-picker.tsx'
import { useSession } from '#web/stores/session.ts'

export const Route = createFileRoute('/_authenticated/tenant-selection')({
  validateSearch: ({ manage }: { manage?: unknown }): { manage?: true } => (manage === true ? { manage } : {}),
  component: TenantSelectionPage,
})

const ManagePage = lazy(() =>
  import('#web/features/organisations/manage-page.tsx').then(({ ManagePage: page }) => ({ default: page })),
)

function TenantSelectionPage() {
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const isSuperAdmin = useSession((session) => session.isSuperAdmin)
  const manages = Route.useSearch().manage === true && isSuperAdmin
  if (manages) {
    return (
      <Suspense fallback={null}>
        <ManagePage onBack={() => void navigate({ search: {} })} />
      </Suspense>
    )
  }
  return (
    <OrganisationPicker
      onChosen={() => void navigate({ to: '/', replace: true })}
      onManage={isSuperAdmin ? () => void navigate({ search: { manage: true } }) : undefined}
      onSignOut={() => void signOut(queryClient).then(() => navigate({ to: '/login', replace: true }))}
    />
  )
}
