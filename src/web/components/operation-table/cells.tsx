import type { ReactNode } from 'react'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { PlainCell } from '#web/components/data-list/list-table.ts'
import { isDone } from '#web/components/operation-marks/operation-state.ts'
import { swatchColor, WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { dayOfEnd, formatShipDate } from '#web/lib/format-date.ts'
import { hasMarks, RowMarks } from './row-marks.tsx'
import { type TableScene, useTableScene } from './table-scene.ts'

type CellProps = { row: OperationListRow }

/** Text in a box with the width of its column: truncated at the end, and vertically centered. */
export const plainText = (children: ReactNode, className = ''): PlainCell => ({
  children,
  className: `block! truncate self-center ${className}`,
})

/** A number or a date, which must not be truncated. */
export const plainFigure = (children: ReactNode, className = ''): PlainCell => ({
  children,
  className: `block! self-center tabular-nums ${className}`,
})

/** The cell for a missing value. */
export const plainDash = plainText('—', 'text-ink-3')

const linkTo = ({ open }: TableScene, row: OperationListRow, className: string) => (
  <a
    href={`/projects/${row.projectId}/operations/${row.operationId}`}
    data-row-link=""
    title={row.name}
    className={`truncate outline-none hover:underline ${className}`}
    onClick={(event) => open(event, row)}
  >
    {row.name || 'Unnamed Operation'}
  </a>
)

/** A link to the operation. It is a plain one, because scrolling renders dozens and the router's link is ten times as slow. */
export const OperationLink = ({ row, className = '' }: CellProps & { className?: string }) =>
  linkTo(useTableScene(), row, className)

/** The link of the row with its marks, and with its project unless the group shows it. */
export const plainName = (row: OperationListRow, scene: TableScene): PlainCell => ({
  className: 'gap-2',
  children: (
    <>
      {linkTo(scene, row, 'min-w-12 group-aria-selected/row:font-semibold')}
      {scene.namesProject && (
        // The name of the operation is truncated last.
        <span className="min-w-14 flex-1 truncate text-ink-3" title={row.projectName}>
          #{row.projectNumber} {row.projectName}
        </span>
      )}
      {hasMarks(row, scene.nowMs) && <RowMarks row={row} />}
    </>
  ),
})

export const WorkCenterCell = ({ row }: CellProps) =>
  row.categoryName === null ? (
    <span className="text-ink-3">None</span>
  ) : (
    <WorkCenterMark color={row.categoryColor ?? undefined}>{row.categoryName}</WorkCenterMark>
  )

export const plainWorkCenter = ({ categoryName, categoryColor }: OperationListRow): PlainCell => {
  if (categoryName === null) return plainText('None', 'text-ink-3')
  const color = swatchColor(categoryColor ?? undefined)
  return plainText(
    <>
      <i className="mr-1.5 inline-block size-2 rounded-mark" style={{ background: color }} />
      {categoryName}
    </>,
  )
}

/** A day in the reader's calendar; a dash without a date. */
export const plainDay = (at: string | number | null, { dates, nowMs }: TableScene, className = ''): PlainCell =>
  at === null ? plainDash : plainFigure(formatShipDate(at, dates, nowMs), className)

/** The day on which a period ends. */
export const plainEndDay = (end: string | null, scene: TableScene, className?: string): PlainCell =>
  plainDay(dayOfEnd(end), scene, className)

const isOpen = (predecessor: OperationListRow['predecessors'][number]) => !isDone(predecessor)

/** Number of open predecessors; opens the dialog that names them. */
export function WaitsForCell({ row }: CellProps) {
  const { ask } = useTableScene()
  if (row.predecessors.length === 0) return <span className="text-ink-3">—</span>
  const words = `${row.predecessors.filter(isOpen).length} of ${row.predecessors.length}`
  return (
    <button
      type="button"
      className="-mx-1.5 h-6 rounded-inner px-1.5 text-ink-2 tabular-nums hover:bg-press"
      aria-label={`${row.name} waits for ${words}. Dependencies`}
      onClick={() => ask('dependencies', row)}
    >
      {words}
    </button>
  )
}
