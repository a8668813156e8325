import type { ShiftVersion } from '#contract/shifts.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'

/** An organisation as its story tells it; days are relative to today, so that the story is true whenever it starts. */
export interface ShopStory {
  readonly name: string
  readonly timeZone: string
  readonly seed: number
  readonly shifts: readonly ShiftStory[]
  /** Name of the organisation's own pattern. */
  readonly defaultShift: string
  readonly workCentres: readonly WorkCentreStory[]
  readonly routings: Readonly<Record<string, readonly OperationStory[]>>
  readonly projects: readonly ProjectStory[]
  readonly exceptions: readonly ExceptionStory[]
}

export interface ShiftStory {
  readonly name: string
  readonly description: string
  readonly version: ShiftVersion
}

export interface WorkCentreStory {
  readonly name: string
  readonly color: string
  readonly capacity: number
  /** Its own pattern; the organisation's unless said. */
  readonly shift?: string
}

/** One step of a routing: name, work centre, hours, and the steps (from 0) that must end first; the one before unless said. */
export type OperationStory = readonly [name: string, workCentre: string, hours: number, after?: readonly number[]]

export interface ProjectStory {
  readonly number: string
  readonly name: string
  readonly customer: string
  readonly routing: string
  readonly phase: ProjectPhase
  /** 0 to 100, higher is more urgent. */
  readonly priority: number
  /** Calendar days from today to the planned ship date; a weekend moves to the Monday. */
  readonly shipsInDays: number
  /** Calendar days from today to the production start. */
  readonly startsInDays: number
  /** Hours of the routing times this; 1 unless said. */
  readonly size?: number
  /** This step (from 0) got into trouble: it hangs at a percentage, and nothing behind it has begun. */
  readonly stuck?: {
    readonly step: number
    readonly progressPercent: number
    readonly note: string
    readonly isHeld?: boolean
  }
  /**
   * These steps (from 0) stand where they were put the morning so many days ago, what was left of each behind the one before:
   * no run has moved them since.
   */
  readonly promised?: { readonly daysAgo: number; readonly steps: readonly number[] }
  /** This step is on hold. */
  readonly held?: { readonly step: number; readonly note: string }
  /** The step that a planner has pinned to its place. */
  readonly pinnedStep?: number
  /** Nobody has scheduled it yet. */
  readonly isNew?: boolean
}

export interface ExceptionStory {
  readonly kind: 'overtime' | 'downtime'
  readonly name: string
  /** The first such weekday (1 = Monday) at least so many days from today. */
  readonly weekday: number
  readonly inDays: number
  readonly fromMinute: number
  readonly toMinute: number
  readonly workCentre: string | null
}
