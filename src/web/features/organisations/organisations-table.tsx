import { Archive, ArchiveRestore, MoreHorizontal, Pencil, Trash2, Users } from 'lucide-react'
import type { TenantOverview } from '#contract/tenant-administration.ts'
import { limits } from '#contract/vocabulary.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { Chip } from '#web/ui/chip.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import type { OrganisationAction } from './organisation-action-host.tsx'

type Props = { organisations: readonly TenantOverview[]; onAction: (action: OrganisationAction) => void }

const figure = 'px-3 text-right tabular-nums'

const RowMenu = ({ organisation, onAction }: { organisation: TenantOverview; onAction: Props['onAction'] }) => {
  const isArchived = organisation.status === 'Archived'
  const act = (kind: 'rename' | 'archive' | 'members' | 'delete') => () => onAction({ kind, organisation })
  return (
    <Menu trigger={<IconButton label={`Actions for ${organisation.name}`} size="small" icon={<MoreHorizontal />} />}>
      <MenuItem icon={<Users />} hint={organisation.people} onSelect={act('members')}>
        Members
      </MenuItem>
      <MenuItem icon={<Pencil />} onSelect={act('rename')}>
        Rename
      </MenuItem>
      <MenuItem icon={isArchived ? <ArchiveRestore /> : <Archive />} onSelect={act('archive')}>
        {isArchived ? 'Restore' : 'Archive'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} danger onSelect={act('delete')}>
        Delete
      </MenuItem>
    </Menu>
  )
}

/** Name, figures and last activity of each organisation. */
export function OrganisationsTable({ organisations, onAction }: Props) {
  const dates = useDateSettings()
  return (
    <table className="w-full border-collapse">
      <thead className="sticky top-0 z-sticky bg-sunken text-left text-ink-2 text-label">
        <tr className="h-8 [&_th]:font-normal">
          <th scope="col" className="pr-3 pl-5 max-md:pl-4">
            Name
          </th>
          <th scope="col" className={figure}>
            People
          </th>
          <th scope="col" className={`${figure} max-md:hidden`}>
            Projects
          </th>
          <th scope="col" className={`${figure} max-md:hidden`}>
            Operations
          </th>
          <th scope="col" className="px-3 max-md:hidden">
            Last activity
          </th>
          <th scope="col" className="w-12">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {organisations.map((organisation) => (
          <tr key={organisation.tenantId} className="h-row border-line border-t hover:bg-hover">
            <td className="w-2/5 max-w-0 py-1 pr-3 pl-5 max-md:w-full max-md:pl-4">
              <span className="flex items-center gap-2">
                <span className="truncate">{organisation.name}</span>
                <span className="text-ink-3 text-label tabular-nums max-sm:hidden">
                  {organisation.tenantId.slice(0, limits.tenantIdCharacters)}
                </span>
                {organisation.status === 'Archived' && <Chip tone="onHold">Archived</Chip>}
              </span>
            </td>
            <td className={figure}>{formatNumber(organisation.people)}</td>
            <td className={`${figure} max-md:hidden`}>{formatNumber(organisation.projects)}</td>
            <td className={`${figure} max-md:hidden`}>{formatNumber(organisation.operations)}</td>
            <td className="whitespace-nowrap px-3 text-ink-2 tabular-nums max-md:hidden">
              {formatShortDateTime(organisation.lastActivityAt, dates, Date.now())}
            </td>
            <td className="pr-3 text-right">
              <RowMenu organisation={organisation} onAction={onAction} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
