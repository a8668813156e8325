import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListedUser } from '#contract/users.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { changeUserMutation } from '#web/api/users/user-administration.mutations.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { nameOf } from './user-list.ts'

const consequence = ({ status, isShared }: ListedUser): string => {
  if (status !== 'Active') return 'They can sign in again with the password they had.'
  return isShared
    ? 'They are signed out of this organization immediately and cannot enter it until you enable them again.'
    : 'They are signed out everywhere immediately and cannot sign in until you enable the account again.'
}

/** Disables a user in the organization, or enables them again. */
export function StatusDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const change = useMutation(changeUserMutation(useQueryClient()))
  const disables = user.status === 'Active'
  const name = nameOf(user)
  const confirm = () =>
    change.mutate(
      { id: user.id, status: disables ? 'Disabled' : 'Active' },
      {
        onSuccess: () => {
          toast.success(disables ? `${name} was disabled` : `${name} may sign in again`)
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      open
      title={disables ? `Disable ${name}?` : `Enable ${name}?`}
      confirmLabel={disables ? 'Disable' : 'Enable'}
      danger={disables}
      busy={change.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {change.isError && <Alert className="mb-3">{errorSentence(change.error)}</Alert>}
      {consequence(user)}
    </ConfirmDialog>
  )
}
