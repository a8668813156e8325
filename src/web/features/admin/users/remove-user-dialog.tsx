import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListedUser } from '#contract/users.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { removeUserMutation } from '#web/api/user-admin.mutations.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { nameOf } from './user-list.ts'

/** Takes a user out of the organisation. */
export function RemoveUserDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const remove = useMutation(removeUserMutation(useQueryClient()))
  const name = nameOf(user)
  const confirm = () =>
    remove.mutate(user.id, {
      onSuccess: () => {
        toast.success(`${name} was deleted`)
        onClose()
      },
    })
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}?`}
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      busyLabel="Deleting…"
      onConfirm={confirm}
      onCancel={onClose}
    >
      {remove.isError && <Alert className="mb-3">{errorSentence(remove.error)}</Alert>}
      {user.isShared
        ? 'They leave this organization and keep their account in the other one.'
        : 'Their account is deleted and cannot be brought back. What they changed stays in the history under their name.'}
    </ConfirmDialog>
  )
}
