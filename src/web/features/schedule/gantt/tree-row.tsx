import { ChevronDown, ChevronRight, Pin } from 'lucide-react'
import { memo } from 'react'
import { hasFlag, isPlaced } from '#domain/schedule/movable-plan.ts'
import { OnHoldIcon } from '#web/ui/icons/state-icons.tsx'
import { cellRole, rowRole } from '../frame/grid-roles.ts'
import { ProjectNumberButton } from '../frame/project-number-button.tsx'
import { type GanttScene, useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { forecastDay, projectLateness } from '../model/project-lateness.ts'
import { projectOfRow } from '../model/row-list.ts'
import { setExpanded } from '../schedule-store.ts'
import { swatch } from './bar-look.ts'
import { barId, rowId } from './row-id.ts'

interface TreeRowProps {
  readonly row: number
  readonly index: number
  readonly expanded: boolean
  readonly active: boolean
  readonly selected: boolean
}

const operationState = ({ model }: GanttScene, operation: number): string => {
  if (hasFlag(model, operation, 'completed')) return 'Done'
  if (hasFlag(model, operation, 'onHold')) return 'On hold'
  if (!isPlaced(model, operation)) return 'Not scheduled'
  const progress = at(model.data.operations.progressPercent, operation)
  return progress > 0 || hasFlag(model, operation, 'started') ? `${Math.round(progress)} %` : ''
}

/** One row of the tree: a project with its forecast end and slack, or an operation with its planned end and state. */
export const TreeRow = memo(function TreeRow({ row, index, expanded, active, selected }: TreeRowProps) {
  const gantt = useGantt()
  const { model, words } = gantt
  const project = projectOfRow(model, row)
  const isProject = row < 0
  const end = isProject ? forecastDay(model, project) : at(model.endMs, row)
  const lateness = isProject ? projectLateness(model, project) : null
  const aria = {
    ...rowRole,
    'aria-rowindex': index + 2,
    'aria-level': isProject ? 1 : 2,
    'aria-expanded': isProject ? expanded : undefined,
    'aria-selected': selected,
    'aria-owns': !isProject && isPlaced(model, row) ? barId(row) : undefined,
  }
  return (
    <div
      id={rowId(row)}
      {...aria}
      tabIndex={active ? 0 : -1}
      data-row={index}
      className={`flex h-8 cursor-pointer items-center border-line border-b pr-3 text-body outline-offset-[-2px] ${
        selected ? 'bg-primary-tint' : 'bg-surface hover:bg-hover'
      } ${isProject ? 'pl-1.5' : 'pl-[42px]'}`}
    >
      <div {...cellRole} className="flex min-w-0 flex-1 items-center">
        {isProject ? <ProjectName project={project} expanded={expanded} /> : <OperationName operation={row} />}
      </div>
      <div {...cellRole} className="w-[84px] shrink-0 truncate pl-1.5 text-ink-2 tabular-nums">
        {end > 0 ? words.shortDay(end) : '—'}
      </div>
      <div
        {...cellRole}
        title={lateness?.pastDue ?? undefined}
        className={`w-24 shrink-0 truncate text-right tabular-nums ${lateness?.state === 'late' ? 'text-crit-text' : 'text-ink-2'}`}
      >
        {lateness ? lateness.text : operationState(gantt, row)}
      </div>
    </div>
  )
})

function ProjectName({ project, expanded }: { project: number; expanded: boolean }) {
  const gantt = useGantt()
  const name = gantt.model.data.projects.names[project]
  const Chevron = expanded ? ChevronDown : ChevronRight
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-label={expanded ? 'Collapse' : 'Expand'}
        className="grid size-6 shrink-0 place-items-center rounded text-ink-3 hover:bg-press"
        onClick={(event) => {
          event.stopPropagation()
          setExpanded(gantt.store, project, !expanded)
        }}
      >
        <Chevron className="size-3.5" />
      </button>
      <span className="mr-1.5 shrink-0 text-ink-2 tabular-nums">
        <ProjectNumberButton project={project} />
      </span>
      <span className="truncate font-semibold" title={name}>
        {name}
      </span>
    </>
  )
}

function OperationName({ operation }: { operation: number }) {
  const { model } = useGantt()
  const { names, category } = model.data.operations
  return (
    <>
      <span
        className="mr-1.5 size-2 shrink-0 rounded-mark"
        style={{ background: swatch(model.data.categories[category[operation] ?? -1]?.color) }}
      />
      <span className="truncate" title={names[operation]}>
        {names[operation]}
      </span>
      {hasFlag(model, operation, 'pinned') && <Pin aria-label="Pinned" className="ml-1.5 size-3 text-ink-3" />}
      {hasFlag(model, operation, 'onHold') && <OnHoldIcon className="ml-1.5 size-3 shrink-0 text-hold" />}
    </>
  )
}
