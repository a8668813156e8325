import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListedUser } from '#contract/users.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { resetSecondFactorMutation } from '#web/api/auth/second-factor.mutations.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { nameOf } from './user-list.ts'

/** Turns off the second factor of a user who has lost their phone. */
export function ResetSecondFactorDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const reset = useMutation(resetSecondFactorMutation(useQueryClient()))
  const confirm = () =>
    reset.mutate(user.id, {
      onSuccess: () => {
        toast.success(`${nameOf(user)} signs in with the password alone`)
        onClose()
      },
    })
  return (
    <ConfirmDialog
      open
      danger
      title={`Reset two-factor authentication of ${nameOf(user)}?`}
      confirmLabel="Reset"
      busy={reset.isPending}
      busyLabel="Resetting…"
      onConfirm={confirm}
      onCancel={onClose}
    >
      {reset.isError && <Alert className="mb-3">{errorSentence(reset.error)}</Alert>}
      Make sure the request really comes from them. They are signed out immediately and sign in with only their password
      until they turn it on again.
    </ConfirmDialog>
  )
}
