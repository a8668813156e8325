import { Link } from '@tanstack/react-router'
import { Ellipsis, FolderOpen, Info, Pencil, Trash2 } from 'lucide-react'
import type { ListedProject } from '#contract/projects.ts'
import { ShipDays } from '#web/components/project-marks/lateness-mark.tsx'
import { NoOdds } from '#web/components/project-marks/no-odds.tsx'
import { chanceWords } from '#web/components/project-marks/odds-words.ts'
import { ProjectedDate } from '#web/components/project-marks/projected-date.tsx'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { dayOfEnd, formatShipDate } from '#web/lib/format-date.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#web/ui/menu.tsx'
import { type ListScene, useListScene } from './list-scene.ts'

/** The row's link; a click anywhere on the row follows it. */
export const nameCell = ({ projectId, projectName }: ListedProject) => (
  <Link
    to="/projects/$projectId"
    params={{ projectId }}
    data-row-link=""
    title={projectName}
    className="truncate outline-none group-hover/row:underline group-aria-selected/row:font-semibold"
  >
    {projectName || 'Unnamed Project'}
  </Link>
)

export const shipDateCell = ({ plannedShipDate }: ListedProject, { dates, nowMs }: ListScene) => (
  <span className="tabular-nums">{formatShipDate(plannedShipDate, dates, nowMs)}</span>
)

/** Days from today to the ship date, or days past due. */
export const dueCell = (project: ListedProject, { dates, nowMs }: ListScene) => (
  <ShipDays project={project} zone={dates.zone} nowMs={nowMs} />
)

/** The latest scheduled end, or the date that replaces it. */
export const projectedCell = (project: ListedProject, { dates, nowMs }: ListScene) => (
  <span className="truncate tabular-nums">
    <ProjectedDate project={project} short format={(end) => formatShipDate(dayOfEnd(end), dates, nowMs)} />
  </span>
)

/** The forecast end if the plan is followed from now on. If there is none, the state column shows why. */
export const forecastCell = ({ forecastCompletionDate }: ListedProject, { dates, nowMs }: ListScene) => (
  <span className="truncate tabular-nums">{formatShipDate(dayOfEnd(forecastCompletionDate), dates, nowMs)}</span>
)

/** Why there are no odds; empty for work without a forecast. */
const withoutOdds = ({ forecastCompletionDate, oddsGap }: ListedProject) =>
  forecastCompletionDate === null ? '' : <NoOdds gap={oddsGap} />

/** The date by which it is done in 80 % of the samples. */
export const date80Cell = (project: ListedProject, { dates, nowMs }: ListScene) => {
  const { odds } = project
  if (!odds) return withoutOdds(project)
  return <span className="truncate tabular-nums">{formatShipDate(dayOfEnd(odds.p80), dates, nowMs)}</span>
}

export const chanceCell = (project: ListedProject) => {
  const { odds } = project
  if (!odds) return withoutOdds(project)
  return odds.onTimeChance === null ? '' : <span className="tabular-nums">{chanceWords(odds.onTimeChance)}</span>
}

const NowWords = ({ color, next, children }: { color: string | undefined; next?: boolean; children: string }) => (
  <WorkCenterMark color={color} hollow={next}>
    {next && <span className="sr-only">Next: </span>}
    <span className="text-ink-2" title={next ? `Next: ${children}` : children}>
      {children}
    </span>
  </WorkCenterMark>
)

/** The running operation, or the next one with a hollow swatch. */
export function nowCell({ currentOperation, currentPhase }: ListedProject, { categories }: ListScene) {
  if (currentPhase === 'complete') return <NowWords color={undefined}>Ready to ship</NowWords>
  if (!currentOperation) return ''
  const category = currentOperation.categoryId === null ? undefined : categories.get(currentOperation.categoryId)
  return (
    <NowWords color={category?.color} next={!currentOperation.running}>
      {currentOperation.name || 'Unnamed Operation'}
    </NowWords>
  )
}

/** The menu with the actions on one project. */
export function RowMenu({ project }: { project: ListedProject }) {
  const { onEdit, onDelete, changeRefusal, deleteRefusal } = useListScene()
  return (
    <Menu trigger={<IconButton size="small" icon={<Ellipsis />} label={`Actions of #${project.projectNumber}`} />}>
      <MenuLink>
        <Link to="/projects/$projectId" params={{ projectId: project.projectId }}>
          <FolderOpen />
          Open
        </Link>
      </MenuLink>
      <MenuItem icon={changeRefusal ? <Info /> : <Pencil />} onSelect={() => onEdit(project)}>
        {changeRefusal ? 'Project details' : 'Edit project'}
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
