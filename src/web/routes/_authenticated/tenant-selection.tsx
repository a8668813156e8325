import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { signOut } from '#web/api/auth/auth.mutations.ts'
import { TenantPicker } from '#web/features/tenant-picker/tenant-picker.tsx'

export const Route = createFileRoute('/_authenticated/tenant-selection')({ component: TenantSelectionPage })

function TenantSelectionPage() {
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  return (
    <TenantPicker
      onChosen={() => void navigate({ to: '/', replace: true })}
      onManage={() => void navigate({ to: '/tenant-selection/manage' })}
      onSignOut={() => void signOut(queryClient).then(() => navigate({ to: '/login', replace: true }))}
    />
  )
}
