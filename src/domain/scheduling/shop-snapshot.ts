import type { Changeover } from '#contract/categories.ts'
import type { CategoryKind, ClosedDayRule, LagUnit } from '#contract/vocabulary.ts'
import type { PaceTable } from '#domain/learned/learned-pace.ts'
import type { Alternative } from '#domain/operations/run-at.ts'
import type { CalendarException, HolidaySpan, ShiftPattern } from '#domain/time/calendar-rules.ts'
import type { CapacitySpan } from '#domain/time/capacity-steps.ts'

/** A link: the operation waits until `operationId` has ended, or a share of it is done, and then for the lag. */
export interface SnapshotDependency {
  operationId: string
  lagHours: number
  /** Absent = `lagHours` are working hours of the successor. */
  lagUnit?: LagUnit
  /** Maximum time after the predecessor, in the unit of the lag. A plan that exceeds it has a warning. */
  maxLagHours?: number | null
  /** Percentage of the predecessor that must be done, 1 to 99. Absent or null = it must have ended. */
  overlapPercent?: number | null
  /** The link names no overlap: its percent is that of the first transfer batch of the predecessor. */
  isByBatch?: boolean
}

export interface SnapshotOperation {
  operationId: string
  name: string
  sequence: number
  /**
   * Working hours of the whole operation, or clock hours if it is done outside. The remaining hours are `durationHours
   * x (1 - progressPercentage / 100)`.
   */
  durationHours: number
  /** The estimate, where `durationHours` is how long the work takes at its learned pace. Absent = `durationHours`. */
  estimateHours?: number
  /** The estimate that `durationHours` had before they were known: they are not multiplied by a learned pace. Absent or null = they are an estimate. */
  originalHours?: number | null
  /** 0 to 100; 100 = completed. */
  progressPercentage: number
  onHold: boolean
  pinned: boolean
  /** Its work center; null = only the organization's calendar limits it. */
  categoryId: string | null
  /** The pool of which it needs one unit besides its work center: people with a skill, a fixture, a crane. Absent = none. */
  poolId?: string | null
  /** Alternative work centers; absent = none. */
  alternatives?: readonly Alternative[]
  /** Whether a run must leave it at its work center. */
  categoryFixed?: boolean
  dependencies: SnapshotDependency[]
  /** Setup family that its work center needs. Absent or empty = none. */
  setupFamily?: string
  /** Part of `durationHours` before the first piece. Absent = none or unknown. */
  setupHours?: number | null
  /** Pieces that the operation makes. Absent = unknown. */
  quantity?: number | null
  /** Pieces that move on together. Absent = all of them. */
  transferBatch?: number | null
  /** When its material is ready; null = it needs none. */
  materialReadyMs: number | null
  scheduledStartMs: number | null
  scheduledEndMs: number | null
  actualStartMs: number | null
  /** Not null = completed. */
  actualEndMs: number | null
}

export interface SnapshotProject {
  projectId: string
  projectNumber: string
  projectName: string
  /** `ProjectPhase`; projects in `unscheduledPhases` are not scheduled. */
  phase: string
  /** 0 to 100, higher is more urgent. */
  priority: number
  productionStartMs: number | null
  engineeringReleaseMs: number | null
  customerReleaseMs: number | null
  /** End of the planned ship date in the organization's zone (`endOfDayMs`); null = none. */
  dueMs: number | null
  /** The stored ship date, from which `dueMs` can be computed in another zone. Absent if the shop is not from a database. */
  shipMs?: number | null
  operations: SnapshotOperation[]
}

export interface SnapshotCategory {
  categoryId: string
  name: string
  /** Number of parallel operations, unless `capacitySpans` override it. */
  capacity: number
  /** Changeover hours between setup families. A work center with changeovers runs one operation at a time. Absent = none. */
  changeovers?: readonly Changeover[]
  /** Its own shift pattern; null (or unknown) = the organization's. */
  shiftId: string | null
  /** Absent = inside. An outside work center has neither capacity nor shifts. */
  kind?: CategoryKind
}

/** One organization at one moment, in plain JSON (structured clone): the engine's only input. Instants are epoch ms. */
export interface ShopSnapshot {
  nowMs: number
  /** IANA time zone name. */
  timeZone: string
  /** Operations that start within this many working days from now keep their dates; 0 = none. */
  freezeWorkingDays: number
  /** The organization's shift pattern; null = 24/7. */
  defaultShiftId: string | null
  shifts: ShiftPattern[]
  holidays: HolidaySpan[]
  /** What a whole or partial holiday closes. */
  closedDayRule: ClosedDayRule
  exceptions: CalendarException[]
  /** Temporary capacities of work centers. Absent = none. */
  capacitySpans?: CapacitySpan[]
  categories: SnapshotCategory[]
  /** The learned paces with which the hours of open work were calculated. Absent = they are the estimates. */
  paces?: PaceTable
  projects: SnapshotProject[]
}
