import type { Changeover } from '#contract/categories.ts'
import type { CategoryKind, ClosedDayRule, LagUnit } from '#contract/vocabulary.ts'
import type { Alternative } from '#domain/operations/run-at.ts'
import type { CalendarException, HolidaySpan, ShiftPattern } from '#domain/time/calendar-rules.ts'
import type { CapacitySpan } from '#domain/time/capacity-steps.ts'

/** A link: the operation waits until `operationId` has ended, or until a share of it is done, and then for the lag. */
export interface SnapshotDependency {
  operationId: string
  lagHours: number
  /** Absent = `lagHours` count in the working time of the operation that waits. */
  lagUnit?: LagUnit
  /** The longest time after the predecessor, in the unit of the lag: a plan that exceeds it carries a warning. */
  maxLagHours?: number | null
  /** Percent of the predecessor that must be done, 1 to 99. Absent or null = it must have ended. */
  overlapPercent?: number | null
  /** The link names no overlap: its percent is that of the first transfer batch of the predecessor. */
  isByBatch?: boolean
}

export interface SnapshotOperation {
  operationId: string
  name: string
  sequence: number
  /** Working hours of the whole operation, or hours of the clock where its work is done outside; what is left is `durationHours x (1 - progressPercentage / 100)`. */
  durationHours: number
  /** 0 to 100; 100 = completed. */
  progressPercentage: number
  onHold: boolean
  pinned: boolean
  /** Its work center; null = limited by the organization's calendar alone. */
  categoryId: string | null
  /** The category of which it needs one unit besides its work center: people with a skill, a fixture, a crane. Absent = none. */
  poolId?: string | null
  /** Where it may run besides; absent = nowhere. */
  alternatives?: readonly Alternative[]
  /** True = a run leaves it at its work center. */
  categoryFixed?: boolean
  dependencies: SnapshotDependency[]
  /** What its work center must be set up for. Absent or empty = nothing special. */
  setupFamily?: string
  /** Hours of `durationHours` before the first piece. Absent = none, or not known. */
  setupHours?: number | null
  /** How many pieces it makes, and how many of them go on together. Absent = not known, and all. */
  quantity?: number | null
  transferBatch?: number | null
  /** Its material is there from then on; null = it waits for none. */
  materialReadyMs: number | null
  scheduledStartMs: number | null
  scheduledEndMs: number | null
  actualStartMs: number | null
  /** Set = completed. */
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
  /** The stored ship date, from which `dueMs` follows in another zone. Absent in a shop that no database holds. */
  shipMs?: number | null
  operations: SnapshotOperation[]
}

export interface SnapshotCategory {
  categoryId: string
  name: string
  /** How many operations it runs at once where no `capacitySpans` say otherwise. */
  capacity: number
  /** The hours between setup families. A work center with changeovers runs one operation at a time. Absent = none. */
  changeovers?: readonly Changeover[]
  /** Its own shift pattern; null (or unknown) = the organization's. */
  shiftId: string | null
  /** Absent = inside. Work outside has neither a capacity nor a shift pattern. */
  kind?: CategoryKind
}

/** One organization at one moment, plain JSON (structured clone): the engine's only input. Instants are epoch ms. */
export interface ShopSnapshot {
  nowMs: number
  /** IANA name. */
  timeZone: string
  /** Operations that start within this many working days from now keep their dates; 0 = none. */
  freezeWorkingDays: number
  /** The organization's shift pattern; null = round the clock. */
  defaultShiftId: string | null
  shifts: ShiftPattern[]
  holidays: HolidaySpan[]
  /** What a whole or partial holiday closes. */
  closedDayRule: ClosedDayRule
  exceptions: CalendarException[]
  /** Other capacities of work centers for a time. Absent = none. */
  capacitySpans?: CapacitySpan[]
  categories: SnapshotCategory[]
  projects: SnapshotProject[]
}
