import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { WorkCentreMark } from '#web/components/project-marks/work-centre-mark.tsx'
import { formatShipDate } from '#web/lib/format-date.ts'
import { RowMarks } from './row-marks.tsx'
import { useTableScene } from './table-scene.ts'

type CellProps = { row: OperationListRow }

/** A link to the operation. A plain one: dozens come and go with every scroll, and the router's own costs ten times as much. */
export function OperationLink({ row, className = '' }: CellProps & { className?: string }) {
  const router = useRouter()
  const { projectId, operationId } = row
  const open = (event: MouseEvent) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
    event.preventDefault()
    void router.navigate({ to: '/projects/$projectId/operations/$operationId', params: { projectId, operationId } })
  }
  return (
    <a
      href={`/projects/${projectId}/operations/${operationId}`}
      data-row-link=""
      title={row.name}
      className={`truncate outline-none hover:underline ${className}`}
      onClick={open}
    >
      {row.name || 'Unnamed Operation'}
    </a>
  )
}

/** The row's link, with the project where no group says it, and what to notice. */
export function NameCell({ row }: CellProps) {
  const { namesProject } = useTableScene()
  return (
    <span className="flex min-w-0 items-center gap-2">
      <OperationLink row={row} className="min-w-12 group-aria-selected/row:font-semibold" />
      {namesProject && (
        <span className="truncate text-ink-3" title={row.projectName}>
          #{row.projectNumber} {row.projectName}
        </span>
      )}
      <RowMarks row={row} />
    </span>
  )
}

export const WorkCentreCell = ({ row }: CellProps) =>
  row.categoryName === null ? (
    <span className="text-ink-3">None</span>
  ) : (
    <WorkCentreMark color={row.categoryColor ?? undefined}>{row.categoryName}</WorkCentreMark>
  )

/** A day within the reader's calendar; a dash without one. */
export function DayCell({ at, quiet }: { at: string | number | null; quiet?: boolean }) {
  const { dates, nowMs } = useTableScene()
  return (
    <span className={`tabular-nums ${quiet || at === null ? 'text-ink-3' : ''}`}>
      {formatShipDate(at, dates, nowMs)}
    </span>
  )
}

const isOpen = ({ status, progressPercentage }: OperationListRow['predecessors'][number]) =>
  status !== 'Completed' && progressPercentage < 100

/** How many of the operations it waits for are still open; opens the dialog that names them. */
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

/** How many operations wait for it. */
export const HoldsUpCell = ({ row }: CellProps) => (
  <span className={row.successorCount === 0 ? 'text-ink-3' : 'text-ink-2 tabular-nums'}>
    {row.successorCount === 0 ? '—' : row.successorCount}
  </span>
)
