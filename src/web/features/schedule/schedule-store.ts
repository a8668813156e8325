import { createStore, type StoreApi } from 'zustand/vanilla'
import { cascade, type Moved, movedAt } from '#domain/schedule/cascade.ts'
import { at } from './model/at.ts'
import { isLate } from './model/project-lateness.ts'
import { buildRows, projectOrder, type RowPositions, rowPositions } from './model/row-list.ts'
import type { ScheduleModel } from './model/schedule-model.ts'

/** The preview of a bar that is being moved. Nothing is stored before it is committed. */
export interface MovePreview {
  readonly moved: Moved
  /** Empty when the bar moves alone. */
  readonly followers: readonly Moved[]
  readonly alone: boolean
  /** The moved operations with their new dates. */
  readonly movedTo: ReadonlyMap<number, Moved>
  /** The same operations as text, for components that need to know which operations move, but not where to. */
  readonly movingKey: string
  readonly phase: 'dragging' | 'keyboard'
}

export interface Hovered {
  readonly operation: number
  /** Position of the tooltip in the browser window. */
  readonly x: number
  readonly y: number
}

export interface ScheduleState {
  readonly model: ScheduleModel
  /** The projects that pass the filter, in order. */
  readonly order: Int32Array
  /** Whether only some operations are shown. Then all projects are expanded at first. */
  readonly isFiltered: boolean
  /** Tells which operations are shown; null = all. */
  readonly isShown: ((operation: number) => boolean) | null
  readonly rows: Int32Array
  readonly positions: RowPositions
  /** Projects whose expansion differs from `expandedAll`, by id, so that they are kept with new data. */
  readonly flipped: ReadonlySet<string>
  readonly expandedAll: boolean
  /** Position in `rows` that has the keyboard focus. */
  readonly activeRow: number
  readonly hovered: Hovered | null
  readonly move: MovePreview | null
  /** True from the press of a bar on, even before it moves. */
  readonly pressed: boolean
  readonly widths: ScheduleWidths
}

/** Widths of the list beside the bars, and of its columns by id, in px. */
export interface ScheduleWidths {
  readonly treePx: number
  readonly columnPx: Readonly<Record<string, number>>
}

const usualWidths: ScheduleWidths = { treePx: 412, columnPx: {} }

export type ScheduleStore = StoreApi<ScheduleState>

const isOpen = (model: ScheduleModel, flipped: ReadonlySet<string>, expandedAll: boolean) => (project: number) =>
  flipped.has(model.data.projects.ids[project] ?? '') !== expandedAll

type RowSource = Pick<ScheduleState, 'model' | 'order' | 'isShown' | 'flipped' | 'expandedAll'>

const rowsOf = ({ model, order, isShown, flipped, expandedAll }: RowSource) => {
  const rows = buildRows(model, order, isOpen(model, flipped, expandedAll), isShown ?? undefined)
  return { rows, positions: rowPositions(model, rows) }
}

/** The active row in the new list; the first row when the old one is gone. */
const keptRow = (before: ScheduleState | undefined, model: ScheduleModel, positions: RowPositions): number => {
  const row = before?.rows[before.activeRow]
  if (!before || row === undefined) return 0
  const { projects, operations } = before.model.data
  const index =
    row < 0
      ? positions.ofProject[model.data.projects.ids.indexOf(projects.ids[-1 - row] ?? '')]
      : positions.ofOperation[model.data.operations.ids.indexOf(operations.ids[row] ?? '')]
  return Math.max(0, index ?? 0)
}

/** The ids of the late projects, which are expanded at first. */
const lateProjects = (model: ScheduleModel): ReadonlySet<string> =>
  new Set(model.data.projects.ids.filter((_, project) => isLate(model, project)))

/**
 * The state of one Gantt. At first the late projects are expanded, or all. With new data, projects stay expanded and the active row
 * stays the same.
 */
export const createScheduleStore = (
  model: ScheduleModel,
  { openAll, widths = usualWidths }: { readonly openAll: boolean; readonly widths?: ScheduleWidths | undefined },
  before?: ScheduleState,
): ScheduleStore => {
  const source = {
    model,
    order: projectOrder(model),
    isFiltered: before?.isFiltered ?? false,
    isShown: null,
    flipped: before?.flipped ?? (openAll ? new Set<string>() : lateProjects(model)),
    expandedAll: before?.expandedAll ?? openAll,
  }
  const next = rowsOf(source)
  return createStore<ScheduleState>(() => ({
    ...source,
    ...next,
    activeRow: keptRow(before, model, next.positions),
    hovered: null,
    move: null,
    pressed: false,
    widths: before?.widths ?? widths,
  }))
}

export const isExpanded = ({ model, flipped, expandedAll }: ScheduleState, project: number): boolean =>
  isOpen(model, flipped, expandedAll)(project)

/** Expands or collapses a project. The active row stays the same. */
export const setExpanded = (store: ScheduleStore, project: number, open: boolean): void => {
  const state = store.getState()
  if (isExpanded(state, project) === open) return
  const id = state.model.data.projects.ids[project] ?? ''
  const flipped = new Set(state.flipped)
  if (!flipped.delete(id)) flipped.add(id)
  const active = state.rows[state.activeRow] ?? 0
  const next = rowsOf({ ...state, flipped })
  const kept = active < 0 ? at(next.positions.ofProject, -1 - active) : at(next.positions.ofOperation, active)
  store.setState({ flipped, ...next, activeRow: kept >= 0 ? kept : at(next.positions.ofProject, project) })
}

/** Expands or collapses all projects. */
export const setAllExpanded = (store: ScheduleStore, expandedAll: boolean): void => {
  const change = { expandedAll, flipped: new Set<string>() }
  store.setState({ ...change, ...rowsOf({ ...store.getState(), ...change }), activeRow: 0 })
}

/** Shows only these projects and operations. A filter for operations expands the projects; without it, the late ones are expanded again. */
export const setShown = (
  store: ScheduleStore,
  { order, isShown, isFiltered }: Pick<ScheduleState, 'order' | 'isShown' | 'isFiltered'>,
): void => {
  const state = store.getState()
  const same = state.order.length === order.length && order.every((project, index) => project === state.order[index])
  if (same && isShown === state.isShown && isFiltered === state.isFiltered) return
  const flipped = isFiltered ? new Set<string>() : lateProjects(state.model)
  const turned = isFiltered !== state.isFiltered && { isFiltered, expandedAll: isFiltered, flipped }
  const change = { order, isShown, ...turned }
  const next = rowsOf({ ...state, ...change })
  store.setState({ ...change, ...next, activeRow: keptRow(state, state.model, next.positions) })
}

/** Previews a move of a bar and its followers to the next working time from `startMs` on. */
export const previewMove = (
  store: ScheduleStore,
  operation: number,
  startMs: number,
  alone: boolean,
  phase: MovePreview['phase'],
): MovePreview => {
  const { model } = store.getState()
  const moved = movedAt(model, operation, startMs)
  const followers = alone ? [] : cascade(model, moved)
  const movedTo = new Map([moved, ...followers].map((follower) => [follower.operation, follower]))
  const movingKey = [...movedTo.keys()].join(' ')
  const move: MovePreview = { moved, followers, alone, movedTo, movingKey, phase }
  store.setState({ move, hovered: null })
  return move
}

/** The end of a project with the previewed dates. */
export const previewedEnd = (model: ScheduleModel, project: number, movedTo: ReadonlyMap<number, Moved>): number => {
  let end = 0
  for (let op = at(model.firstOperation, project); op < at(model.firstOperation, project + 1); op++) {
    end = Math.max(end, movedTo.get(op)?.endMs ?? at(model.endMs, op))
  }
  return end
}

/** Changes widths of the list. */
export const setWidths = (store: ScheduleStore, change: Partial<ScheduleWidths>): void =>
  store.setState(({ widths }) => ({ widths: { ...widths, ...change } }))
