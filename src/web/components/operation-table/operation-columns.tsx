import { DayCell, HoldsUpCell, NameCell, WaitsForCell } from '#web/components/operation-table/cells.tsx'
import { PriorityMark } from '#web/components/project-marks/priority-mark.tsx'
import type { ColumnLook } from '../table-columns/column-style.ts'
import { shortDays } from './late-words.ts'
import { shipDayMs } from './ship-day.ts'
import { columnHelper } from './table-features.ts'

const { accessor, display } = columnHelper

/** The operation itself, which stays at the left; `meta` says how wide it is. */
export const nameColumn = (meta: Pick<ColumnLook, 'widthPx' | 'grows'>) =>
  accessor('name', {
    id: 'name',
    header: 'Operation',
    cell: ({ row }) => <NameCell row={row.original} />,
    meta: { ...meta, stickyLeftPx: 48, lastSticky: true },
  })

export const priorityColumn = accessor('priority', {
  id: 'priority',
  header: 'Priority',
  cell: ({ row }) => <PriorityMark priority={row.original.priority} />,
  meta: { widthPx: 66 },
})

export const shipDateColumn = accessor('dueDate', {
  id: 'dueDate',
  header: 'Ship date',
  cell: ({ row: { original } }) => (
    <DayCell at={original.dueDate === null ? null : shipDayMs(original.dueDate)} quiet />
  ),
  meta: { widthPx: 94 },
})

/** Working days between planned and latest end; a dash where nothing is left to do. */
export const slackColumn = accessor('slackDays', {
  id: 'slack',
  header: 'Slack',
  cell: ({ row: { original } }) => {
    const { slackDays, standing } = original
    if (slackDays === null || standing === 'completed' || standing === 'closed')
      return <span className="text-ink-3">—</span>
    return (
      <span className={`tabular-nums ${slackDays < 0 ? 'text-crit-text' : 'text-ink-2'}`}>{shortDays(slackDays)}</span>
    )
  },
  meta: { widthPx: 76, end: true },
})

/** What it waits for, and what waits for it; `holdsUp` says whether that ends the row. */
export const dependencyColumns = (holdsUp: Pick<ColumnLook, 'last'> = {}) =>
  [
    display({
      id: 'waitsFor',
      header: 'Waits for',
      cell: ({ row }) => <WaitsForCell row={row.original} />,
      meta: { widthPx: 76, end: true },
    }),
    display({
      id: 'holdsUp',
      header: 'Holds up',
      cell: ({ row }) => <HoldsUpCell row={row.original} />,
      meta: { widthPx: 92, end: true, ...holdsUp },
    }),
  ] as const
