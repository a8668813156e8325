import { Link } from '@tanstack/react-router'
import { Ellipsis, FolderOpen, Pencil, Trash2 } from 'lucide-react'
import { ShipDays } from '#web/components/project-marks/lateness-mark.tsx'
import { ProjectedDate } from '#web/components/project-marks/projected-date.tsx'
import { WorkCentreMark } from '#web/components/project-marks/work-centre-mark.tsx'
import { formatShipDate } from '#web/lib/format-date.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#web/ui/menu.tsx'
import type { ProjectRow } from './columns.tsx'
import { useListScene } from './list-scene.ts'

type CellProps = { row: ProjectRow }

/** The row's link; a click anywhere on the row follows it. */
export const NameCell = ({ row }: CellProps) => (
  <Link
    to="/projects/$projectId"
    params={{ projectId: row.original.projectId }}
    data-row-link=""
    title={row.original.projectName}
    className="truncate outline-none group-hover/row:underline group-aria-selected/row:font-semibold"
  >
    {row.original.projectName || 'Unnamed Project'}
  </Link>
)

export function ShipDateCell({ row }: CellProps) {
  const { dates, nowMs } = useListScene()
  return <span className="tabular-nums">{formatShipDate(row.original.plannedShipDate, dates, nowMs)}</span>
}

/** How the ship date stands to today. */
export function DueCell({ row }: CellProps) {
  const { dates, nowMs } = useListScene()
  return <ShipDays project={row.original} zone={dates.zone} nowMs={nowMs} />
}

/** Latest scheduled end, or what stands for it. */
export function ProjectedCell({ row: { original } }: CellProps) {
  const { dates, nowMs } = useListScene()
  return (
    <span className="truncate tabular-nums">
      <ProjectedDate project={original} short format={(instant) => formatShipDate(instant, dates, nowMs)} />
    </span>
  )
}

/** Where its work will land if the plan is followed from now on. */
export function ForecastCell({ row: { original } }: CellProps) {
  const { dates, nowMs } = useListScene()
  const at = original.forecastCompletionDate
  return <span className="truncate tabular-nums">{at === null ? '—' : formatShipDate(at, dates, nowMs)}</span>
}

const NowWords = ({ color, next, children }: { color: string | undefined; next?: boolean; children: string }) => (
  <WorkCentreMark color={color} hollow={next}>
    {next && <span className="sr-only">Next: </span>}
    <span className="text-ink-2" title={next ? `Next: ${children}` : children}>
      {children}
    </span>
  </WorkCentreMark>
)

/** The operation that runs now; the next one with a hollow swatch. */
export function NowCell({ row: { original } }: CellProps) {
  const { categories } = useListScene()
  const { currentOperation, currentPhase } = original
  if (currentPhase === 'complete') return <NowWords color={undefined}>Ready to ship</NowWords>
  if (!currentOperation) return null
  const category = currentOperation.categoryId === null ? undefined : categories.get(currentOperation.categoryId)
  return (
    <NowWords color={category?.color} next={!currentOperation.running}>
      {currentOperation.name || 'Unnamed Operation'}
    </NowWords>
  )
}

/** What can be done with one project of the list. */
export function RowMenuCell({ row: { original: project } }: CellProps) {
  const { onEdit, onDelete, deleteRefusal } = useListScene()
  return (
    <Menu trigger={<IconButton size="small" icon={<Ellipsis />} label={`Actions of #${project.projectNumber}`} />}>
      <MenuLink>
        <Link to="/projects/$projectId" params={{ projectId: project.projectId }}>
          <FolderOpen />
          Open
        </Link>
      </MenuLink>
      <MenuItem icon={<Pencil />} onSelect={() => onEdit(project)}>
        Edit project
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 />}
        danger
        disabledReason={deleteRefusal && 'Admins only'}
        onSelect={() => onDelete(project)}
      >
        Delete project
      </MenuItem>
    </Menu>
  )
}
