import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListedUser } from '#contract/users.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { removeUserMutation } from '#web/api/users/user-administration.mutations.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { isInvited, nameOf } from './user-list.ts'

const consequence = (user: ListedUser): string => {
  if (isInvited(user)) return 'The link they were given stops working.'
  return user.isShared
    ? 'They leave this organization and keep their account in the other one.'
    : 'Their account is deleted for good. What they changed stays in the history under their name.'
}

/** Removes a user from the organization, or withdraws an invitation. */
export function RemoveUserDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const remove = useMutation(removeUserMutation(useQueryClient()))
  const name = nameOf(user)
  const invited = isInvited(user)
  const confirm = () =>
    remove.mutate(user.id, {
      onSuccess: () => {
        toast.success(invited ? `The invitation of ${name} was withdrawn` : `${name} was deleted`)
        onClose()
      },
    })
  return (
    <ConfirmDialog
      open
      title={invited ? `Withdraw the invitation of ${name}?` : `Delete ${name}?`}
      confirmLabel={invited ? 'Withdraw' : 'Delete'}
      danger
      busy={remove.isPending}
      busyLabel={invited ? 'Withdrawing…' : 'Deleting…'}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {remove.isError && <Alert className="mb-3">{errorSentence(remove.error)}</Alert>}
      {consequence(user)}
    </ConfirmDialog>
  )
}
