import { hasFlag } from '#domain/schedule/movable-plan.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { projectNumber } from '../frame/bar-words.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { doneOfRow, groupOfRow } from '../model/row-groups.ts'
import { doneCount, isRowOpen, type ScheduleState } from '../schedule-store.ts'
import { swatch } from './bar-look.ts'
import { treeColumnKinds } from './tree-columns.ts'

/** What a row of the tree is: a group, a project, a row of completed operations, or an operation. */
export type TreeRowKind = 'group' | 'project' | 'done' | 'operation'

/** What is drawn of a row of the tree, in plain values: the row is drawn again when one of them changes. */
export interface TreeDrawing {
  readonly row: number
  readonly kind: TreeRowKind
  /** The level of the row in the tree: groups are above projects, or above operations. */
  readonly level: number
  /** Whether what is below the row is shown; undefined for an operation. */
  readonly isOpen: boolean | undefined
  /** "#1042" */
  readonly number: string
  readonly name: string
  /** "24 operations" of a group. */
  readonly size: string
  /** The color of the work center of an operation. */
  readonly color: string
  readonly isPinned: boolean
  readonly isOnHold: boolean
  /** The columns beside the name. */
  readonly cells: readonly {
    readonly id: string
    readonly text: string
    readonly title: string | undefined
    readonly isLate: boolean
    readonly isNumber: boolean
  }[]
}

const kindOf = ({ model }: GanttScene, row: number): TreeRowKind => {
  if (row >= 0) return 'operation'
  if (groupOfRow(model, row) >= 0) return 'group'
  return doneOfRow(model, row) >= 0 ? 'done' : 'project'
}

const levelOf = (kind: TreeRowKind, { groups }: ScheduleState): number => {
  const isBelow = kind === 'operation' || kind === 'done'
  if (!groups) return isBelow ? 2 : 1
  if (kind === 'group') return 1
  return !isBelow || groups.ofProject === null ? 2 : 3
}

const cellsOf = (gantt: GanttScene, row: number): TreeDrawing['cells'] =>
  gantt.look.columns.map((id) => {
    const column = treeColumnKinds[id]
    const { text, title, isLate = false } = row < 0 ? column.project(gantt, -1 - row) : column.operation(gantt, row)
    return { id, text, title, isLate, isNumber: column.isNumber ?? false }
  })

/** What is drawn of one row. */
export const treeDrawing = (gantt: GanttScene, row: number, state: ScheduleState): TreeDrawing => {
  const { model } = gantt
  const { projects, operations, categories } = model.data
  const { groups } = state
  const kind = kindOf(gantt, row)
  const drawing = { row, kind, level: levelOf(kind, state), isOpen: row < 0 ? isRowOpen(state, row) : undefined }
  const empty = { number: '', name: '', size: '', color: '', isPinned: false, isOnHold: false, cells: [] }
  if (kind === 'group') {
    const group = groupOfRow(model, row)
    const size = formatCount(state.groupSizes[group] ?? 0, groups?.ofProject ? 'project' : 'operation')
    return { ...empty, ...drawing, name: groups?.names[group] ?? '', size }
  }
  if (kind === 'done') {
    const count = doneCount(state, doneOfRow(model, row))
    return { ...empty, ...drawing, name: `${formatNumber(count)} done` }
  }
  const cells = cellsOf(gantt, row)
  if (kind === 'project') {
    const project = -1 - row
    return { ...empty, ...drawing, number: projectNumber(gantt, project), name: projects.names[project] ?? '', cells }
  }
  return {
    ...empty,
    ...drawing,
    // Under the head of a work center, the name of the project is not above it.
    number: groups?.ofProject === null ? projectNumber(gantt, at(model.projectOf, row)) : '',
    name: operations.names[row] ?? '',
    color: swatch(categories[operations.category[row] ?? -1]?.color),
    isPinned: hasFlag(model, row, 'pinned'),
    isOnHold: hasFlag(model, row, 'onHold'),
    cells,
  }
}
