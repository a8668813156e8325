import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListedUser, PasswordReset } from '#contract/users.ts'
import { resetPasswordLinkMutation } from '#web/api/user-admin.mutations.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { nameOf } from './user-list.ts'

type ResetPasswordDialogProps = {
  user: ListedUser
  onClose: () => void
  onLink: (name: string, reset: PasswordReset) => void
}

/** Asks before a one-time link is made. */
export function ResetPasswordDialog({ user, onClose, onLink }: ResetPasswordDialogProps) {
  const make = useMutation(resetPasswordLinkMutation(useQueryClient()))
  const name = nameOf(user)
  return (
    <ConfirmDialog
      open
      title={`Reset the password of ${name}?`}
      confirmLabel="Make link"
      busy={make.isPending}
      onConfirm={() => make.mutate(user.id, { onSuccess: (reset) => onLink(name, reset) })}
      onCancel={onClose}
    >
      You get a link that sets a new password once, within 24 hours. An earlier link stops working. The present password
      works until then.
    </ConfirmDialog>
  )
}
