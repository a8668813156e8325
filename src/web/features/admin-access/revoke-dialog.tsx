import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AccessHolder } from '#contract/access-requests.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { changeUserMutation } from '#web/api/user-admin.mutations.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Takes admin rights back. */
export function RevokeDialog({ holder, onClose }: { holder: AccessHolder; onClose: () => void }) {
  const change = useMutation(changeUserMutation(useQueryClient()))
  const confirm = () =>
    change.mutate(
      { id: holder.userId, isAdmin: false },
      {
        onSuccess: () => {
          toast.success(`${holder.name} is no longer an admin`)
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      open
      title={`Revoke the admin rights of ${holder.name}?`}
      confirmLabel="Revoke"
      danger
      busy={change.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {change.isError && <Alert className="mb-3">{errorSentence(change.error)}</Alert>}
      They stay in the organization as a user. Their open sessions end, and they sign in again.
    </ConfirmDialog>
  )
}
