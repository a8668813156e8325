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
  /** 0 to 1; a value above 1 is read as a percentage. */
  readonly progress: number
  readonly onHold: boolean
  /** Phase of the operation's project. */
  readonly phase?: ProjectPhase | null | undefined
}

/** The column of a project's phase. A missing phase counts as Engineering. */
export const phaseColumnOf = (phase: ProjectPhase | null | undefined): ProjectPhase => phase ?? 'engineering'

/** The column of a project's status. A missing status counts as New. */
export const statusColumnOf = (status: ProjectStatus | null | undefined): StatusColumn =>
  keysOf(statusColumns).find((id) => statusColumns[id] === status) ?? 'not_started'

/** The column of a project's card. */
export const projectColumnOf = ({ status, currentPhase }: ProjectColumnFacts, grouping: KanbanGrouping): ColumnId =>
  grouping === 'phase' ? phaseColumnOf(currentPhase) : statusColumnOf(status)

/** The status column of an operation. Progress takes precedence over the hold. */
export const operationStatusColumnOf = ({ progress, onHold }: Omit<OperationColumnFacts, 'phase'>): StatusColumn => {
  const fraction = progressFraction(progress)
  if (fraction >= 1) return 'completed'
  if (fraction > 0) return 'in_progress'
  return onHold ? 'on_hold' : 'not_started'
}

/** The column of an operation's card; the phase view uses the phase of its project. */
export const operationColumnOf = (operation: OperationColumnFacts, grouping: KanbanGrouping): ColumnId =>
  grouping === 'phase' ? phaseColumnOf(operation.phase) : operationStatusColumnOf(operation)
