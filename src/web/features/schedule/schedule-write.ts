import type { OperationInput } from '#contract/operations.ts'

/** An operation as the reader saw it; the version is for If-Match. */
interface SeenOperation {
  readonly operationId: string
  readonly projectId: string
  readonly version: number
}

/** New dates for one operation; times in epoch ms. */
export interface OperationMove extends SeenOperation {
  readonly startMs: number
  readonly endMs: number
  /** Its dates in the plan that the reader saw, as ISO instants; null if it was unscheduled. */
  readonly was: {
    readonly scheduledStartDate: string | null
    readonly scheduledEndDate: string | null
    readonly durationHours: number
  }
}

/** The move, with those of its followers (none if it was moved alone). */
export interface Reschedule extends OperationMove {
  readonly kind: 'move'
  readonly followers: readonly OperationMove[]
  /** The picked operations that move with it; absent if none. They can belong to other projects. */
  readonly others?: readonly OperationMove[]
  /** The work center that it is moved to; absent if unchanged. */
  readonly categoryId?: string
  /** Its new duration in hours of work; absent if unchanged. */
  readonly durationHours?: number
}

/** A move to the row of another work center, with the hours that the operation takes there, if it may run there. */
export interface CenterMove extends OperationMove {
  readonly kind: 'moveToCenter'
  readonly categoryId: string
  readonly centerName: string
  readonly withHours: (durationHours: number) => Reschedule
}

/** The fields of an operation that the schedule changes besides its dates. */
export type PlanFields = Pick<
  OperationInput,
  'pinned' | 'onHold' | 'durationHours' | 'progressPercentage' | 'dependencies'
>

/** New values of some fields of an operation. */
export interface FieldsChange extends SeenOperation {
  readonly kind: 'fields'
  readonly fields: PlanFields
  /** All of its fields in the plan that the reader saw. */
  readonly was: Required<PlanFields>
  /** Whether its work had begun. */
  readonly begun: boolean
  /** Describes the change when it is stored; without it, nothing is said. */
  readonly done?: string | undefined
}

/** A change of the plan. Once it is stored, the bars follow the plan again. */
export type ScheduleWrite = Reschedule | CenterMove | FieldsChange
