import { createStore, type StoreApi } from 'zustand/vanilla'
import type { MovesEffect } from '#contract/bulk-operations.ts'
import type { CompactSchedule } from '#contract/schedule.ts'
import type { Moved } from '#domain/schedule/cascade.ts'
import { linkedTo } from '#domain/schedule/link-index.ts'
import { hasFlag } from '#domain/schedule/movable-plan.ts'
import { rowOfId } from '#domain/schedule/row-of-id.ts'
import { at } from './model/at.ts'
import { modelOf } from './model/patch-model.ts'
import { isLate } from './model/project-lateness.ts'
import {
  doneIn,
  doneOfRow,
  donePart,
  doneRow,
  groupedRows,
  groupOfRow,
  groupRow,
  hasSameDone,
  holdsOperations,
  type RowGroups,
  shownRows,
} from './model/row-groups.ts'
import { hasSameOrder, projectOrder, type RowPositions, rowPositions } from './model/row-list.ts'
import { type ScheduleWidths, usualWidths } from './model/schedule-choices.ts'
import type { ScheduleModel } from './model/schedule-model.ts'

/** The preview of a bar that is being moved or resized. Nothing is stored before it is committed. */
export interface MovePreview {
  readonly moved: Moved
  /** The picked operations that move with it. */
  readonly others: readonly Moved[]
  /** Empty if the bar moves alone. */
  readonly followers: readonly Moved[]
  readonly alone: boolean
  /** The moved operations with their new dates. */
  readonly movedTo: ReadonlyMap<number, Moved>
  /** The moved operations without their dates: the same set as long as the same operations move. */
  readonly moving: ReadonlySet<number>
  /** The new duration in hours of work; null if unchanged. */
  readonly durationHours: number | null
  /** The other work center to which the operation moves; null if unchanged. */
  readonly category: number | null
  /** The start under the pointer, at which the work center may be closed. */
  readonly wantedMs: number
  readonly phase: 'dragging' | 'keyboard'
}

/** The effect of a previewed move; `effect` is null while it is being computed. */
export interface MovePrice {
  readonly move: MovePreview
  readonly effect: MovesEffect | null
}

export interface Hovered {
  readonly operation: number
  /** Position of the tooltip in the browser window. */
  readonly x: number
  readonly y: number
}

/** A time that is being painted on the row of a work center. */
export interface Painting {
  readonly category: number
  readonly fromMs: number
  readonly toMs: number
}

/** A link that is being drawn. */
export interface Linking {
  readonly from: number
  /** The operation under the pointer; -1 if none. */
  readonly to: number
  /** Why it cannot wait, in words. */
  readonly refusal: string | null
  /** The pointer in px of the surface. */
  readonly x: number
  readonly y: number
}

/** A link by the rows of its operations: `to` waits for `from`. */
export interface SelectedLink {
  readonly from: number
  readonly to: number
  /** Where it was clicked, in px of the time axis; absent if it was selected by keys. */
  readonly x?: number
}

export interface ScheduleState {
  readonly model: ScheduleModel
  /** The projects that pass the filter, in order. */
  readonly order: Int32Array
  /** Whether only some operations are shown. Then all projects are expanded initially. */
  readonly isFiltered: boolean
  /** Returns whether an operation is shown; null if all are. */
  readonly isShown: ((operation: number) => boolean) | null
  /** Whether completed operations are collapsed into one row per project, or per group that contains operations. */
  readonly foldsDone: boolean
  /** The projects (by id) and groups (by name) whose row of completed operations is open. */
  readonly openDone: ReadonlySet<string>
  readonly rows: Int32Array
  readonly positions: RowPositions
  /** The groups of the rows, with their sizes; null if the rows are not grouped. */
  readonly groups: RowGroups | null
  readonly groupSizes: readonly number[]
  /** Number of completed operations that are collapsed into one row in each group. */
  readonly groupDone: readonly number[]
  /** The names of the collapsed groups. */
  readonly closedGroups: ReadonlySet<string>
  /** Ids of projects whose expansion differs from `expandedAll`, so that it survives new data. */
  readonly flipped: ReadonlySet<string>
  readonly expandedAll: boolean
  /** Position in `rows` that has the keyboard focus. */
  readonly activeRow: number
  /** The operations that move together, by id. */
  readonly picked: ReadonlySet<string>
  readonly hovered: Hovered | null
  readonly move: MovePreview | null
  /** The effect of the move once it rests; null while unknown. */
  readonly price: MovePrice | null
  /** An operation that is dragged from the list of unscheduled work; `category` is the work center of the lane under the pointer. */
  readonly poolDrag: {
    readonly operation: number
    readonly x: number
    readonly y: number
    readonly category: number | null
  } | null
  /** A drag that the reader may not make, with the reason, and the pointer position in the browser window. */
  readonly refusedDrag: { readonly refusal: string; readonly x: number; readonly y: number } | null
  /** The instant and the work center under a point of the browser window; null if there is no lane, or no Timeline. */
  readonly laneAt: ((x: number, y: number) => { readonly ms: number; readonly category: number } | null) | null
  /** The link that is being drawn from the end of a bar. */
  readonly linking: Linking | null
  /** The link that Delete removes. */
  readonly selectedLink: SelectedLink | null
  /** The time that is being painted on a row of the Timeline. */
  readonly painting: Painting | null
  /** True from the moment a bar is pressed, even before it moves. */
  readonly pressed: boolean
  readonly widths: ScheduleWidths
}

const nonePicked: ReadonlySet<string> = new Set()

export type ScheduleStore = StoreApi<ScheduleState>

const isOpen = (model: ScheduleModel, flipped: ReadonlySet<string>, expandedAll: boolean) => (project: number) =>
  flipped.has(model.data.projects.ids[project] ?? '') !== expandedAll

type RowSource = Pick<
  ScheduleState,
  'model' | 'order' | 'isShown' | 'flipped' | 'expandedAll' | 'groups' | 'closedGroups' | 'foldsDone' | 'openDone'
>

const noSizes: readonly number[] = []

const rowsOf = ({ model, order, isShown, flipped, expandedAll, groups, ...state }: RowSource) => {
  const { foldsDone, openDone, closedGroups: closed } = state
  const isExpanded = isOpen(model, flipped, expandedAll)
  const isDoneOpen = foldsDone ? (part: number) => openDone.has(donePart(model, groups, part)) : null
  const source = { order, isShown, isExpanded, isDoneOpen, closed }
  const shown = groups
    ? groupedRows(model, groups, source)
    : { rows: shownRows(model, source), groupSizes: noSizes, groupDone: noSizes }
  return { ...shown, positions: rowPositions(model, shown.rows) }
}

/** The active row in the new list; the first row if the old one is gone. */
const keptRow = (before: ScheduleState | undefined, model: ScheduleModel, positions: RowPositions): number => {
  const row = before?.rows[before.activeRow]
  if (!before || row === undefined) return 0
  const { projects, operations } = before.model.data
  if (row < 0 && holdsOperations(before.groups)) return 0
  const done = doneOfRow(before.model, row)
  if (done >= 0) {
    const project = rowOfId(model.data.projects.ids, projects.ids[done] ?? '')
    return Math.max(0, (positions.ofProject[project] ?? -1) + 1)
  }
  const index =
    row < 0
      ? positions.ofProject[rowOfId(model.data.projects.ids, projects.ids[-1 - row] ?? '')]
      : positions.ofOperation[rowOfId(model.data.operations.ids, operations.ids[row] ?? '')]
  return Math.max(0, index ?? 0)
}

/** The selected link in new data; null if its operations or the link are gone. */
const keptLink = (before: ScheduleState | undefined, model: ScheduleModel): SelectedLink | null => {
  if (!before?.selectedLink) return null
  const rowOf = (row: number) => rowOfId(model.data.operations.ids, before.model.data.operations.ids[row] ?? '')
  const [from, to] = [rowOf(before.selectedLink.from), rowOf(before.selectedLink.to)]
  const isThere = from >= 0 && to >= 0 && linkedTo(model.successors, from).includes(to)
  return isThere ? { ...before.selectedLink, from, to } : null
}

/** The ids of the late projects, which are expanded initially. */
const lateProjects = (model: ScheduleModel): ReadonlySet<string> =>
  new Set(model.data.projects.ids.filter((_, project) => isLate(model, project)))

const noDrag = { linking: null, poolDrag: null, refusedDrag: null, painting: null } as const
const nothingBegun = { ...noDrag, hovered: null, move: null, price: null } as const

/** The rows that a filter shows. */
export type ShownRows = Pick<ScheduleState, 'order' | 'isShown' | 'isFiltered' | 'foldsDone'>

interface FirstState {
  readonly openAll: boolean
  readonly widths?: ScheduleWidths | undefined
  /** The rows to begin with; all of them without it. */
  readonly rows?: (ShownRows & Pick<ScheduleState, 'groups'>) | undefined
}

/** The state for a plan with other rows. Projects stay expanded and the active row stays the same. */
const stateOf = (
  model: ScheduleModel,
  { openAll, widths = usualWidths, rows }: FirstState,
  before?: ScheduleState,
): ScheduleState => {
  const isFiltered = rows?.isFiltered ?? before?.isFiltered ?? false
  const expandedAll = before?.expandedAll ?? (openAll || isFiltered)
  const source = {
    model,
    order: rows?.order ?? projectOrder(model),
    isFiltered,
    isShown: rows?.isShown ?? null,
    flipped: before?.flipped ?? (expandedAll ? new Set<string>() : lateProjects(model)),
    expandedAll,
    groups: rows?.groups ?? null,
    closedGroups: before?.closedGroups ?? nonePicked,
    foldsDone: rows?.foldsDone ?? before?.foldsDone ?? false,
    openDone: before?.openDone ?? nonePicked,
  }
  const next = rowsOf(source)
  return {
    ...source,
    ...next,
    ...nothingBegun,
    activeRow: keptRow(before, model, next.positions),
    picked: before?.picked ?? nonePicked,
    selectedLink: keptLink(before, model),
    laneAt: before?.laneAt ?? null,
    pressed: false,
    widths: before?.widths ?? widths,
  }
}

/** The state of one Gantt. Initially the late projects are expanded, or all. */
export const createScheduleStore = (model: ScheduleModel, first: FirstState): ScheduleStore =>
  createStore<ScheduleState>(() => stateOf(model, first))

/**
 * Shows a newer plan. If only values differ, as after a colleague's move, they are written into the columns; the list
 * of rows and everything that the reader has started stay the same.
 */
export const setPlan = (store: ScheduleStore, data: CompactSchedule): void => {
  const state = store.getState()
  const model = modelOf(data, state.model)
  if (model === state.model) return
  const { expandedAll: openAll, widths } = state
  const { changes } = model
  const hasSameRows =
    changes !== null &&
    hasSameOrder(state.model, model, changes.projects) &&
    (!state.foldsDone || hasSameDone(state.model, model, changes.operations))
  store.setState(hasSameRows ? { model } : stateOf(model, { openAll, widths }, state))
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
  const kept = next.rows.indexOf(active)
  const there = kept >= 0 ? kept : at(next.positions.ofProject, project)
  store.setState({ flipped, ...next, activeRow: Math.max(0, there) })
}

/** Expands or collapses all projects, or all groups that contain operations. */
export const setAllExpanded = (store: ScheduleStore, expandedAll: boolean): void => {
  const { groups } = store.getState()
  const closedGroups = new Set(groups?.ofProject === null && !expandedAll ? groups.names : [])
  const change = { expandedAll, flipped: new Set<string>(), closedGroups }
  store.setState({ ...change, ...rowsOf({ ...store.getState(), ...change }), activeRow: 0 })
}

/** Groups or ungroups the rows. The active row stays the same. */
export const setGroups = (store: ScheduleStore, groups: RowGroups | null): void => {
  const state = store.getState()
  if (groups === state.groups) return
  const next = rowsOf({ ...state, groups })
  store.setState({ groups, ...next, activeRow: keptRow(state, state.model, next.positions) })
}

/** Expands or collapses a group by its name. Its heading becomes the active row. */
const setGroupOpen = (store: ScheduleStore, name: string, open: boolean): void => {
  const state = store.getState()
  const closedGroups = new Set(state.closedGroups)
  if (open) closedGroups.delete(name)
  else closedGroups.add(name)
  const next = rowsOf({ ...state, closedGroups })
  const head = groupRow(state.model, state.groups?.names.indexOf(name) ?? -1)
  store.setState({ closedGroups, ...next, activeRow: Math.max(0, next.rows.indexOf(head)) })
}

/** Number of completed operations in the row that represents them, of a project or of a group. */
export const doneCount = ({ model, groups, groupDone }: ScheduleState, part: number): number =>
  holdsOperations(groups) ? at(groupDone, part) : doneIn(model, part)

/** Opens or closes the row that represents the completed operations of a project or a group. It becomes the active row. */
const setDoneOpen = (store: ScheduleStore, part: number, open: boolean): void => {
  const state = store.getState()
  const openDone = new Set(state.openDone)
  const id = donePart(state.model, state.groups, part)
  if (open) openDone.add(id)
  else openDone.delete(id)
  const next = rowsOf({ ...state, openDone })
  store.setState({ openDone, ...next, activeRow: Math.max(0, next.rows.indexOf(doneRow(state.model, part))) })
}

/** Whether the row of a project, of a group or of completed operations is expanded. */
export const isRowOpen = (state: ScheduleState, row: number): boolean => {
  const done = doneOfRow(state.model, row)
  if (done >= 0) return state.openDone.has(donePart(state.model, state.groups, done))
  const group = groupOfRow(state.model, row)
  if (group >= 0) return !state.closedGroups.has(state.groups?.names[group] ?? '')
  return row < 0 && isExpanded(state, -1 - row)
}

/** Expands or collapses the row of a project, of a group or of completed operations. */
export const setRowOpen = (store: ScheduleStore, row: number, open: boolean): void => {
  const { model, groups } = store.getState()
  const done = doneOfRow(model, row)
  const name = groups?.names[groupOfRow(model, row)]
  if (done >= 0) setDoneOpen(store, done, open)
  else if (name === undefined) setExpanded(store, -1 - row, open)
  else setGroupOpen(store, name, open)
}

export const toggleRow = (store: ScheduleStore, row: number): void =>
  setRowOpen(store, row, !isRowOpen(store.getState(), row))

/** Expands whatever hides an operation: its project, the row of completed operations, or its group. */
export const showRowOf = (store: ScheduleStore, operation: number): void => {
  const { model, groups, closedGroups } = store.getState()
  const project = at(model.projectOf, operation)
  const group = groups?.ofProject
    ? at(groups.ofProject, project)
    : (groups?.operations.findIndex((own) => own.includes(operation)) ?? -1)
  const name = groups?.names[group]
  if (name !== undefined && closedGroups.has(name)) setGroupOpen(store, name, true)
  setExpanded(store, project, true)
  const part = holdsOperations(groups) ? group : project
  const isFolded = store.getState().foldsDone && hasFlag(model, operation, 'completed')
  if (isFolded && !isRowOpen(store.getState(), doneRow(model, part))) setDoneOpen(store, part, true)
}

/**
 * Shows only these projects and operations. A filter for operations expands the projects; without it, only the late
 * ones are expanded.
 */
export const setShown = (store: ScheduleStore, { order, isShown, isFiltered, foldsDone }: ShownRows): void => {
  const state = store.getState()
  const same = state.order.length === order.length && order.every((project, index) => project === state.order[index])
  if (same && isShown === state.isShown && isFiltered === state.isFiltered && foldsDone === state.foldsDone) return
  const flipped = isFiltered ? new Set<string>() : lateProjects(state.model)
  const turned = isFiltered !== state.isFiltered && { isFiltered, expandedAll: isFiltered, flipped }
  const change = { order, isShown, foldsDone, ...turned }
  const next = rowsOf({ ...state, ...change })
  store.setState({ ...change, ...next, activeRow: keptRow(state, state.model, next.positions) })
}

/** The operations that are picked to move together with one of them; none if that one is not picked. */
export const pickedRows = (store: ScheduleStore, operation: number): number[] => {
  const { model, picked } = store.getState()
  const { ids } = model.data.operations
  if (picked.size < 2 || !picked.has(ids[operation] ?? '')) return []
  const rows = [...picked].map((id) => rowOfId(ids, id)).filter((row) => row >= 0)
  return rows.sort((a, b) => a - b)
}

/** Picks an operation for moving it together with others, or unpicks it. */
export const togglePicked = (store: ScheduleStore, operation: number): void => {
  const { model, picked } = store.getState()
  const id = model.data.operations.ids[operation] ?? ''
  const next = new Set(picked)
  if (!next.delete(id)) next.add(id)
  store.setState({ picked: next })
}

/** Picks the operations in a range of rows that may be picked. */
export const pickRows = (store: ScheduleStore, from: number, to: number, may: (operation: number) => boolean): void => {
  const { model, rows, picked } = store.getState()
  const range = rows.subarray(Math.min(from, to), Math.max(from, to) + 1)
  const ids = Array.from(range).flatMap((row) => (row >= 0 && may(row) ? [model.data.operations.ids[row] ?? ''] : []))
  store.setState({ picked: new Set([...picked, ...ids]) })
}

/** Unpicks all operations. */
export const clearPicked = (store: ScheduleStore): void => {
  if (store.getState().picked.size > 0) store.setState({ picked: nonePicked })
}

/** Changes widths of the list. */
export const setWidths = (store: ScheduleStore, change: Partial<ScheduleWidths>): void =>
  store.setState(({ widths }) => ({ widths: { ...widths, ...change } }))
