import type { TenantOverview } from '#contract/tenant-administration.ts'
import type { OneTimeLink } from '#contract/users.ts'
import { OneTimeLinkDialog } from '#web/components/one-time-link/one-time-link-dialog.tsx'
import { ArchiveDialog } from './archive-dialog.tsx'
import { CreateOrganisationDialog } from './create-organisation-dialog.tsx'
import { DeleteOrganisationDialog } from './delete-organisation-dialog.tsx'
import { MembersDialog } from './members-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'

/** What is being done, and to which organisation. */
export type OrganisationAction =
  | { kind: 'create' }
  | { kind: 'rename' | 'archive' | 'members' | 'delete'; organisation: TenantOverview }
  | { kind: 'link'; name: string; link: OneTimeLink }

type Props = {
  action: OrganisationAction | null
  onAction: (action: OrganisationAction | null) => void
  onLeft: () => void
}

/** The dialog of the action under way. */
export function OrganisationActionHost({ action, onAction, onLeft }: Props) {
  const onClose = () => onAction(null)
  switch (action?.kind) {
    case 'create':
      return (
        <CreateOrganisationDialog onClose={onClose} onLink={(name, link) => onAction({ kind: 'link', name, link })} />
      )
    case 'link':
      return <OneTimeLinkDialog name={action.name} link={action.link} onClose={onClose} />
    case 'rename':
      return <RenameDialog organisation={action.organisation} onClose={onClose} />
    case 'archive':
      return <ArchiveDialog organisation={action.organisation} onClose={onClose} onLeft={onLeft} />
    case 'members':
      return <MembersDialog organisation={action.organisation} onClose={onClose} />
    case 'delete':
      return <DeleteOrganisationDialog organisation={action.organisation} onClose={onClose} onLeft={onLeft} />
    default:
      return null
  }
}
