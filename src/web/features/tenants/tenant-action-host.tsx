import type { TenantOverview } from '#contract/tenant-administration.ts'
import type { OneTimeLink } from '#contract/users.ts'
import { OneTimeLinkDialog } from '#web/components/entrance/one-time-link-dialog.tsx'
import { ArchiveDialog } from './archive-dialog.tsx'
import { CreateTenantDialog } from './create-tenant-dialog.tsx'
import { DeleteTenantDialog } from './delete-tenant-dialog.tsx'
import { MembersDialog } from './members-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'

/** An action on an organization whose dialog is open. */
export type TenantAction =
  | { kind: 'create' }
  | { kind: 'rename' | 'archive' | 'members' | 'delete'; tenant: TenantOverview }
  | { kind: 'link'; name: string; link: OneTimeLink }

type Props = {
  action: TenantAction | null
  onAction: (action: TenantAction | null) => void
  onLeft: () => void
}

/** The dialog of the current action. */
export function TenantActionHost({ action, onAction, onLeft }: Props) {
  const onClose = () => onAction(null)
  switch (action?.kind) {
    case 'create':
      return <CreateTenantDialog onClose={onClose} onLink={(name, link) => onAction({ kind: 'link', name, link })} />
    case 'link':
      return <OneTimeLinkDialog name={action.name} link={action.link} onClose={onClose} />
    case 'rename':
      return <RenameDialog tenant={action.tenant} onClose={onClose} />
    case 'archive':
      return <ArchiveDialog tenant={action.tenant} onClose={onClose} onLeft={onLeft} />
    case 'members':
      return <MembersDialog tenant={action.tenant} onClose={onClose} />
    case 'delete':
      return <DeleteTenantDialog tenant={action.tenant} onClose={onClose} onLeft={onLeft} />
    default:
      return null
  }
}
