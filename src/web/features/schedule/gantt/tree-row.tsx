import { ChevronDown, ChevronRight, Pin } from 'lucide-react'
import { memo } from 'react'
import { hasFlag } from '#domain/schedule/movable-plan.ts'
import { OnHoldIcon } from '#web/ui/icons/state-icons.tsx'
import { cellRole, rowRole } from '../frame/grid-roles.ts'
import { ProjectNumberButton } from '../frame/project-number-button.tsx'
import { useGantt, useGanttState } from '../gantt-context.ts'
import { projectOfRow } from '../model/row-list.ts'
import { setExpanded } from '../schedule-store.ts'
import { swatch } from './bar-look.ts'
import { barId, rowId } from './row-id.ts'
import { treeColumnKinds } from './tree-columns.ts'

interface TreeRowProps {
  readonly row: number
  readonly index: number
  readonly expanded: boolean
  readonly active: boolean
  readonly selected: boolean
  /** Whether the bar of the operation is rendered. */
  readonly hasBar: boolean
}

/** One row of the tree, with a project or an operation and the chosen columns. */
export const TreeRow = memo(function TreeRow({ row, index, expanded, active, selected, hasBar }: TreeRowProps) {
  const gantt = useGantt()
  const { model, look } = gantt
  const { columnPx } = useGanttState(({ widths }) => widths)
  const project = projectOfRow(model, row)
  const isProject = row < 0
  const aria = {
    ...rowRole,
    'aria-rowindex': index + 2,
    'aria-level': isProject ? 1 : 2,
    'aria-expanded': isProject ? expanded : undefined,
    'aria-selected': selected,
    'aria-owns': hasBar ? barId(row) : undefined,
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
      {look.columns.map((id) => {
        const kind = treeColumnKinds[id]
        const { text, title, isLate } = isProject ? kind.project(gantt, project) : kind.operation(gantt, row)
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
      })}
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
