import type { ProjectPhase, ProjectStatus } from '#contract/vocabulary.ts'

/** A project as its operations are judged by; instants in epoch ms. */
export interface PlanProject {
  readonly projectId: string
  readonly projectNumber: string
  readonly projectName: string
  readonly customerName: string
  readonly priority: number
  readonly status: ProjectStatus
  readonly currentPhase: ProjectPhase
  readonly plannedShipMs: number | null
  /** End of the planned ship date in the organisation's zone; null = none. */
  readonly dueMs: number | null
}

/**
 * All operations of an organisation as columns, one row each: those of a project together, in sequence. Instants in epoch ms,
 * NaN = none.
 */
export interface PlanColumns {
  readonly projects: readonly PlanProject[]
  /** Rows of project `p` are `firstRow[p]` up to `firstRow[p + 1]`. */
  readonly firstRow: Int32Array
  readonly ids: readonly string[]
  readonly names: readonly string[]
  readonly project: Int32Array
  /** Index of the work centre; -1 = none. */
  readonly category: Int32Array
  /** Index into `operationStatuses`. */
  readonly status: Uint8Array
  readonly onHold: Uint8Array
  readonly completed: Uint8Array
  readonly progressPercent: Float64Array
  readonly durationHours: Float64Array
  readonly scheduledStartMs: Float64Array
  readonly scheduledEndMs: Float64Array
  readonly actualStartMs: Float64Array
  readonly actualEndMs: Float64Array
  /** Predecessors of row `r` are `from[firstLink[r]]` up to `from[firstLink[r + 1]]`, rows of the same project. */
  readonly firstLink: Int32Array
  readonly from: Int32Array
  /** Working hours of the waiting operation's calendar. */
  readonly lagHours: Float64Array
}
