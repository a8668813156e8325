import { ArrowDown, ArrowUp, Group } from 'lucide-react'
import type { OperationGrouping, OperationSort } from '#contract/operation-filter.ts'
import { keysOf } from '#domain/record-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuHeading, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import type { ListSearch, OnListSearch } from '../list-search.ts'
import { useTableScene } from '../table-scene.ts'

type OrderProps = { search: ListSearch; onSearchChange: OnListSearch }

const groupWords: Record<OperationGrouping, string> = {
  project: 'Project',
  operation: 'Operation',
  priority: 'Priority',
  none: 'None',
}
const sortWords: Record<OperationSort, string> = {
  daysOverdue: 'Days overdue',
  projectName: 'Project name',
  progress: 'Progress',
  priority: 'Priority',
  dueDate: 'Due date',
  shipDate: 'Ship date',
  name: 'Operation',
  projectNumber: 'Project number',
  workCenter: 'Work center',
  status: 'Status',
  start: 'Scheduled start',
  end: 'Scheduled end',
  duration: 'Duration',
  slack: 'Slack',
  lateness: 'Lateness',
  material: 'Material ready',
  forecastStart: 'Forecast start',
  date80: '80 % date',
  chance: 'Chance to meet need-by',
}

/** The menu for grouping the list: by project, operation, priority or none. */
export function GroupMenu({ search, onSearchChange }: OrderProps) {
  const { groupBy = 'none' } = search
  return (
    <Menu
      align="start"
      trigger={
        // On a phone there is room for only one of the two, and "None" alone would mean nothing.
        <Button
          size="small"
          icon={<Group className={groupBy === 'none' ? undefined : 'max-md:hidden'} />}
          aria-haspopup="menu"
        >
          <span className="max-md:sr-only">Group by </span>
          <b className={groupBy === 'none' ? 'ml-1 max-md:sr-only' : 'ml-1'}>{groupWords[groupBy]}</b>
        </Button>
      }
    >
      {keysOf(groupWords).map((value) => (
        <MenuItem key={value} checked={value === groupBy} onSelect={() => onSearchChange({ groupBy: value })}>
          {groupWords[value]}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** The menu for the sort key and direction of the list. */
export function SortMenu({ search, onSearchChange, keys }: OrderProps & { keys: readonly OperationSort[] }) {
  const { sortBy = 'daysOverdue', sortOrder = 'desc' } = search
  const { usesMaterial } = useTableScene()
  const offered = usesMaterial ? keys : keys.filter((key) => key !== 'material')
  const Arrow = sortOrder === 'desc' ? ArrowDown : ArrowUp
  return (
    <Menu
      align="start"
      trigger={
        <Button size="small" icon={<Arrow />} aria-haspopup="menu">
          <span className="max-md:sr-only">Sort </span>
          <b className="ml-1">{sortWords[sortBy]}</b>
        </Button>
      }
    >
      <MenuHeading>Sort by</MenuHeading>
      {offered.map((value) => (
        <MenuItem key={value} checked={value === sortBy} onSelect={() => onSearchChange({ sortBy: value })}>
          {sortWords[value]}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem checked={sortOrder === 'desc'} onSelect={() => onSearchChange({ sortOrder: 'desc' })}>
        Descending
      </MenuItem>
      <MenuItem checked={sortOrder === 'asc'} onSelect={() => onSearchChange({ sortOrder: 'asc' })}>
        Ascending
      </MenuItem>
    </Menu>
  )
}
