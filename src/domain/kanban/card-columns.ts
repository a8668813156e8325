import type { ProjectPhase, ProjectStatus } from '#contract/vocabulary.ts'
import { keysOf } from '../record-of.ts'
import { progressFraction } from './card-progress.ts'
import { type StatusColumn, statusColumns } from './check-move.ts'
import type { ColumnId, KanbanGrouping } from './kanban-columns.ts'

export interface ProjectColumnFacts {
  readonly status?: ProjectStatus | null | undefined
  readonly currentPhase?: ProjectPhase | null | undefined
}

export interface OperationColumnFacts {
  /** 0 to 1; above 1 it is read as a percentage. */
  readonly progress: number
  readonly onHold: boolean
  /** Phase of its project. */
  readonly phase?: ProjectPhase | null | undefined
}

/** A missing phase is Engineering (specification 4.4). */
export const phaseColumnOf = (phase: ProjectPhase | null | undefined): ProjectPhase => phase ?? 'engineering'

/** A missing status is New (specification 4.4). */
export const statusColumnOf = (status: ProjectStatus | null | undefined): StatusColumn =>
  keysOf(statusColumns).find((id) => statusColumns[id] === status) ?? 'not_started'

/** Column of a project's card. */
export const projectColumnOf = ({ status, currentPhase }: ProjectColumnFacts, grouping: KanbanGrouping): ColumnId =>
  grouping === 'phase' ? phaseColumnOf(currentPhase) : statusColumnOf(status)

/** Status column of an operation, in the order in which specification 4.5 asks: progress goes before the hold. */
export const operationStatusColumnOf = ({ progress, onHold }: Omit<OperationColumnFacts, 'phase'>): StatusColumn => {
  const fraction = progressFraction(progress)
  if (fraction >= 1) return 'completed'
  if (fraction > 0) return 'in_progress'
  return onHold ? 'on_hold' : 'not_started'
}

/** Column of an operation's card; the phase view goes by its project (specification 4.5). */
export const operationColumnOf = (operation: OperationColumnFacts, grouping: KanbanGrouping): ColumnId =>
  grouping === 'phase' ? phaseColumnOf(operation.phase) : operationStatusColumnOf(operation)
