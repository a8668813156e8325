import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AccessHolder } from '#contract/access-requests.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { changeUserMutation } from '#web/api/user-administration.mutations.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Grants admin rights to a user, or revokes those of an admin. */
export function AccessDialog({ holder, onClose }: { holder: AccessHolder; onClose: () => void }) {
  const change = useMutation(changeUserMutation(useQueryClient()))
  const { userId, name } = holder
  const grants = holder.access !== 'admin'
  const confirm = () =>
    change.mutate(
      { id: userId, isAdmin: grants },
      {
        onSuccess: () => {
          toast.success(grants ? `${name} is now an admin` : `${name} is no longer an admin`)
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      open
      title={grants ? `Make ${name} an admin?` : `Revoke the admin rights of ${name}?`}
      confirmLabel={grants ? 'Grant' : 'Revoke'}
      danger={!grants}
      busy={change.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {change.isError && <Alert className="mb-3">{errorSentence(change.error)}</Alert>}
      {grants
        ? 'They must sign in again and can then manage this organization.'
        : 'They stay in the organization as a user. Their open sessions end, and they sign in again.'}
    </ConfirmDialog>
  )
}
