import { ChevronDown, ChevronRight, Pin } from 'lucide-react'
import { memo } from 'react'
import { hasFlag } from '#domain/schedule/movable-plan.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { OnHoldIcon } from '#web/ui/icons/state-icons.tsx'
import { projectNumber } from '../frame/bar-words.ts'
import { cellRole, rowRole } from '../frame/grid-roles.ts'
import { ProjectNumberButton } from '../frame/project-number-button.tsx'
import { type GanttScene, PartContext, useGantt, useGanttState } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { doneOfRow, doneRow, groupOfRow } from '../model/row-groups.ts'
import { projectRow } from '../model/row-list.ts'
import { doneCount, setRowOpen } from '../schedule-store.ts'
import { swatch } from './bar-look.ts'
import { barId, rowId } from './row-id.ts'
import { treeColumnKinds } from './tree-columns.ts'

interface TreeRowProps {
  readonly scene: GanttScene
  readonly row: number
  readonly index: number
  /** Where the row is on the surface. */
  readonly top: number
  readonly expanded: boolean
  readonly active: boolean
  readonly selected: boolean
  /** Whether the bar of the operation is rendered. */
  readonly hasBar: boolean
}

/** The level of a row in the tree: groups are above projects, or above operations. */
const levelOf = ({ model, store }: GanttScene, row: number): number => {
  const { groups } = store.getState()
  const isBelow = row >= 0 || doneOfRow(model, row) >= 0
  if (!groups) return isBelow ? 2 : 1
  if (groupOfRow(model, row) >= 0) return 1
  return !isBelow || groups.ofProject === null ? 2 : 3
}

/** One row of the tree, with a group, a project or an operation and the chosen columns. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { scene, row, index, top, expanded, active, selected, hasBar } = props
  const group = groupOfRow(scene.model, row)
  const done = doneOfRow(scene.model, row)
  const aria = {
    ...rowRole,
    'aria-rowindex': index + 2,
    'aria-level': levelOf(scene, row),
    'aria-expanded': row < 0 ? expanded : undefined,
    'aria-selected': selected,
    'aria-owns': hasBar ? barId(row) : undefined,
  }
  return (
    <PartContext value={scene}>
      <div
        id={rowId(row)}
        {...aria}
        tabIndex={active ? 0 : -1}
        data-row={index}
        className={`absolute flex h-8 w-full cursor-pointer items-center border-line border-b pr-3 text-body outline-offset-[-2px] ${
          selected ? 'bg-primary-tint' : group >= 0 ? 'bg-sunken hover:bg-hover' : 'bg-surface hover:bg-hover'
        } ${row >= 0 ? 'pl-[42px]' : done >= 0 ? 'pl-5' : 'pl-1.5'}`}
        style={{ top }}
      >
        <div {...cellRole} className="flex min-w-0 flex-1 items-center">
          {group >= 0 ? (
            <GroupName row={row} group={group} expanded={expanded} />
          ) : done >= 0 ? (
            <DoneName part={done} expanded={expanded} />
          ) : row < 0 ? (
            <ProjectName project={-1 - row} expanded={expanded} />
          ) : (
            <OperationName operation={row} />
          )}
        </div>
        {group < 0 && done < 0 && <Columns row={row} />}
      </div>
    </PartContext>
  )
})

function Columns({ row }: { row: number }) {
  const gantt = useGantt()
  const { columnPx } = useGanttState(({ widths }) => widths)
  return gantt.look.columns.map((id) => {
    const kind = treeColumnKinds[id]
    const { text, title, isLate } = row < 0 ? kind.project(gantt, -1 - row) : kind.operation(gantt, row)
    return (
      <div
        key={id}
        {...cellRole}
        title={title}
        className={`shrink-0 truncate pl-1.5 tabular-nums ${kind.isNumber ? 'text-right' : ''} ${isLate ? 'text-crit-text' : 'text-ink-2'}`}
        style={{ width: columnPx[id] ?? kind.usualPx }}
      >
        {text}
      </div>
    )
  })
}

/** The button that expands or collapses a row. Keys do the same on the row itself. */
function Expander({ row, expanded }: { row: number; expanded: boolean }) {
  const { store } = useGantt()
  const Chevron = expanded ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={expanded ? 'Collapse' : 'Expand'}
      className="grid size-6 shrink-0 place-items-center rounded text-ink-3 hover:bg-press"
      onClick={(event) => {
        event.stopPropagation()
        setRowOpen(store, row, !expanded)
      }}
    >
      <Chevron className="size-3.5" />
    </button>
  )
}

/** "7 done": the completed operations of a project or a group. */
function DoneName({ part, expanded }: { part: number; expanded: boolean }) {
  const count = useGanttState((state) => doneCount(state, part))
  const row = useGanttState(({ model }) => doneRow(model, part))
  return (
    <>
      <Expander row={row} expanded={expanded} />
      <span className="truncate text-ink-2">{formatNumber(count)} done</span>
    </>
  )
}

/** "Welding, 24 operations" */
function GroupName({ row, group, expanded }: { row: number; group: number; expanded: boolean }) {
  const groups = useGanttState((state) => state.groups)
  const size = useGanttState(({ groupSizes }) => groupSizes[group] ?? 0)
  const name = groups?.names[group] ?? ''
  return (
    <>
      <Expander row={row} expanded={expanded} />
      <span className="truncate font-semibold" title={name}>
        {name}
      </span>
      <span className="ml-2 shrink-0 text-ink-3 text-label">
        {formatCount(size, groups?.ofProject ? 'project' : 'operation')}
      </span>
    </>
  )
}

function ProjectName({ project, expanded }: { project: number; expanded: boolean }) {
  const name = useGantt().model.data.projects.names[project]
  return (
    <>
      <Expander row={projectRow(project)} expanded={expanded} />
      <span className="mr-1.5 flex max-w-1/2 shrink-0 text-ink-2 tabular-nums">
        <ProjectNumberButton project={project} />
      </span>
      <span className="truncate font-semibold" title={name}>
        {name}
      </span>
    </>
  )
}

function OperationName({ operation }: { operation: number }) {
  const gantt = useGantt()
  const { model } = gantt
  const { names, category } = model.data.operations
  // Under the head of a work center, the name of the project is not above it.
  const isApart = useGanttState(({ groups }) => groups?.ofProject === null)
  return (
    <>
      <span
        className="mr-1.5 size-2 shrink-0 rounded-mark"
        style={{ background: swatch(model.data.categories[category[operation] ?? -1]?.color) }}
      />
      <span className="truncate" title={names[operation]}>
        {isApart && `${projectNumber(gantt, at(model.projectOf, operation))} `}
        {names[operation]}
      </span>
      {hasFlag(model, operation, 'pinned') && <Pin aria-label="Pinned" className="ml-1.5 size-3 text-ink-3" />}
      {hasFlag(model, operation, 'onHold') && <OnHoldIcon className="ml-1.5 size-3 shrink-0 text-hold" />}
    </>
  )
}
