import { Archive, ArchiveRestore, MoreHorizontal, Pencil, Trash2, Users } from 'lucide-react'
import type { TenantOverview } from '#contract/tenant-administration.ts'
import { limits } from '#contract/vocabulary.ts'
import { searchWords } from '#web/components/data-list/filter-groups.tsx'
import { type ListColumn, listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { Chip } from '#web/ui/chip.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import type { TenantAction } from './tenant-action-host.tsx'

type Props = { tenants: readonly TenantOverview[]; find: string; onAction: (action: TenantAction) => void }

interface Scene {
  dates: DateSettings
  onAction: Props['onAction']
}

const RowMenu = ({ tenant, onAction }: { tenant: TenantOverview; onAction: Props['onAction'] }) => {
  const isArchived = tenant.status === 'Archived'
  const act = (kind: 'rename' | 'archive' | 'members' | 'delete') => () => onAction({ kind, tenant })
  return (
    <Menu trigger={<IconButton label={`Actions for ${tenant.name}`} size="small" icon={<MoreHorizontal />} />}>
      <MenuItem icon={<Users />} hint={tenant.people} onSelect={act('members')}>
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

const { display } = listColumns<TenantOverview, Scene>()

const figure = { end: true, classes: 'max-md:hidden' }
const idOf = ({ tenantId }: TenantOverview) => tenantId

const columns: readonly ListColumn<TenantOverview, Scene>[] = [
  display({
    id: 'name',
    header: 'Name',
    meta: {
      namesRow: true,
      classes: 'w-2/5 max-w-0 max-md:w-full',
      plain: ({ name, tenantId, status }) => (
        <span className="flex items-center gap-2">
          <span className="truncate">{name}</span>
          <span className="text-ink-3 text-label max-sm:hidden">{tenantId.slice(0, limits.tenantIdCharacters)}</span>
          {status === 'Archived' && <Chip tone="onHold">Archived</Chip>}
        </span>
      ),
    },
  }),
  display({
    id: 'people',
    header: 'People',
    meta: { end: true, plain: ({ people }) => formatNumber(people) },
  }),
  display({
    id: 'projects',
    header: 'Projects',
    meta: { ...figure, plain: ({ projects }) => formatNumber(projects) },
  }),
  display({
    id: 'operations',
    header: 'Operations',
    meta: { ...figure, plain: ({ operations }) => formatNumber(operations) },
  }),
  display({
    id: 'lastActivity',
    header: 'Last activity',
    meta: {
      classes: 'max-md:hidden',
      plain: ({ lastActivityAt }, { dates }) => ({
        className: 'whitespace-nowrap text-ink-2',
        children: formatShortDateTime(lastActivityAt, dates, Date.now()),
      }),
    },
  }),
  display({
    id: 'actions',
    header: 'Actions',
    meta: {
      end: true,
      hiddenHead: true,
      controls: true,
      plain: (tenant, { onAction }) => <RowMenu tenant={tenant} onAction={onAction} />,
    },
  }),
]

/** Name, figures and last activity of each organization. */
export function TenantsTable({ tenants, find, onAction }: Props) {
  const dates = useDateSettings()
  const table = useListTable({ columns, rows: tenants, idOf })
  return (
    <PlainList
      table={table}
      scene={{ dates, onAction }}
      printed={{ title: 'Organizations', one: 'organization', filters: searchWords(find) }}
    />
  )
}
