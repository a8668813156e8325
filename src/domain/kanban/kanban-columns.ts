import { type ProjectPhase, type ProjectStatus, phaseTitles, projectPhases } from '#contract/vocabulary.ts'
import { type StatusColumn, statusColumns } from './check-move.ts'

export type KanbanView = 'project' | 'operation'
export type KanbanGrouping = 'phase' | 'status'
export type ColumnId = ProjectPhase | StatusColumn

export interface ColumnTitle {
  readonly id: ColumnId
  readonly title: string
}

/** Columns of the phase view, in order. */
export const phaseColumns: readonly ColumnTitle[] = projectPhases.map((id) => ({ id, title: phaseTitles[id] }))

/** Status columns of projects, titled with their status. */
const projectStatusColumns: readonly ColumnTitle[] = (
  Object.entries(statusColumns) as [StatusColumn, ProjectStatus][]
).map(([id, title]) => ({ id, title }))

export const operationStatusColumns: readonly ColumnTitle[] = [
  { id: 'not_started', title: 'Not Started' },
  { id: 'in_progress', title: 'In Progress' },
  { id: 'on_hold', title: 'On Hold' },
  { id: 'completed', title: 'Completed' },
]

/** Columns of a board, from left to right. */
export const columnsOf = (view: KanbanView, grouping: KanbanGrouping): readonly ColumnTitle[] => {
  if (grouping === 'phase') return phaseColumns
  return view === 'project' ? projectStatusColumns : operationStatusColumns
}
