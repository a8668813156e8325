import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListedUser, OneTimeLink } from '#contract/users.ts'
import { resetPasswordLinkMutation } from '#web/api/users/user-administration.mutations.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { isInvited, nameOf } from './user-list.ts'

type ResetPasswordDialogProps = {
  user: ListedUser
  onClose: () => void
  onLink: (name: string, link: OneTimeLink) => void
}

/** Asks before it creates a one-time link, because a new link invalidates the previous one. */
export function ResetPasswordDialog({ user, onClose, onLink }: ResetPasswordDialogProps) {
  const make = useMutation(resetPasswordLinkMutation(useQueryClient()))
  const name = nameOf(user)
  const invited = isInvited(user)
  return (
    <ConfirmDialog
      open
      title={invited ? `New invitation link for ${name}?` : `Reset the password of ${name}?`}
      confirmLabel="Create link"
      busy={make.isPending}
      onConfirm={() => make.mutate(user.id, { onSuccess: (link) => onLink(name, link) })}
      onCancel={onClose}
    >
      {invited
        ? 'You get a new invitation link. It works once, within 24 hours; earlier links stop working.'
        : 'You get a link for setting a new password. It works once, within 24 hours; earlier links stop working. The current password works until then.'}
    </ConfirmDialog>
  )
}
