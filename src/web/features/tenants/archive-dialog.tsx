import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TenantOverview } from '#contract/tenant-administration.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { changeTenantMutation } from '#web/api/tenants/tenant-administration.mutations.ts'
import { useSession } from '#web/stores/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

type Props = { tenant: TenantOverview; onClose: () => void; onLeft: () => void }

/** Archives an organization without losing data, or restores it. */
export function ArchiveDialog({ tenant, onClose, onLeft }: Props) {
  const change = useMutation(changeTenantMutation(useQueryClient()))
  const currentId = useSession(({ tenantId }) => tenantId)
  const { tenantId, name, version } = tenant
  const restores = tenant.status === 'Archived'
  const confirm = () =>
    change.mutate(
      { id: tenantId, version, status: restores ? 'Active' : 'Archived' },
      {
        onSuccess: () => {
          toast.success(restores ? `${name} was restored` : `${name} was archived`)
          onClose()
          if (!restores && tenantId === currentId) onLeft()
        },
      },
    )
  return (
    <ConfirmDialog
      open
      title={restores ? `Restore ${name}?` : `Archive ${name}?`}
      confirmLabel={restores ? 'Restore' : 'Archive'}
      danger={!restores}
      busy={change.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {change.isError && <Alert className="mb-3">{errorSentence(change.error)}</Alert>}
      {restores
        ? 'Its people can work in it again.'
        : 'Everyone working in it is signed out, and it cannot be selected until it is restored. No data is lost.'}
    </ConfirmDialog>
  )
}
