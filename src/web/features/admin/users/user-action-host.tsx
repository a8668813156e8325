import type { ListedUser, OneTimeLink } from '#contract/users.ts'
import { OneTimeLinkDialog } from '#web/components/entrance/one-time-link-dialog.tsx'
import { CreateUserDialog } from './create-user-dialog.tsx'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { InviteManyDialog } from './invite-many-dialog.tsx'
import { RemoveUserDialog } from './remove-user-dialog.tsx'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import { ResetSecondFactorDialog } from './reset-second-factor-dialog.tsx'
import { SessionsDialog } from './sessions-dialog.tsx'
import { StatusDialog } from './status-dialog.tsx'

/** An action on a user whose dialog is open. */
export type UserAction =
  | { kind: 'create' | 'createMany' }
  | { kind: 'edit' | 'reset' | 'secondFactor' | 'sessions' | 'status' | 'remove'; user: ListedUser }
  | { kind: 'link'; name: string; link: OneTimeLink }

type UserActionHostProps = {
  action: UserAction | null
  admins: number
  onAction: (action: UserAction | null) => void
}

/** The dialog of the current action. */
export function UserActionHost({ action, admins, onAction }: UserActionHostProps) {
  const onClose = () => onAction(null)
  const onLink = (name: string, link: OneTimeLink) => onAction({ kind: 'link', name, link })
  switch (action?.kind) {
    case 'create':
      return <CreateUserDialog onClose={onClose} onLink={onLink} onPaste={() => onAction({ kind: 'createMany' })} />
    case 'createMany':
      return <InviteManyDialog onClose={onClose} />
    case 'link':
      return <OneTimeLinkDialog name={action.name} link={action.link} onClose={onClose} />
    case 'edit':
      return <EditUserDialog user={action.user} admins={admins} onClose={onClose} />
    case 'reset':
      return <ResetPasswordDialog user={action.user} onClose={onClose} onLink={onLink} />
    case 'secondFactor':
      return <ResetSecondFactorDialog user={action.user} onClose={onClose} />
    case 'sessions':
      return <SessionsDialog user={action.user} onClose={onClose} />
    case 'status':
      return <StatusDialog user={action.user} onClose={onClose} />
    case 'remove':
      return <RemoveUserDialog user={action.user} onClose={onClose} />
    default:
      return null
  }
}
