import type { ShiftVersion } from '#contract/shifts.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'

/** An organization as its story tells it; days are relative to today, so that the story is true whenever it starts. */
export interface ShopStory {
  readonly name: string
  readonly timeZone: string
  readonly seed: number
  readonly shifts: readonly ShiftStory[]
  /** Name of the organization's own pattern. */
  readonly defaultShift: string
  readonly workCentres: readonly WorkCenterStory[]
  readonly routings: Readonly<Record<string, readonly OperationStory[]>>
  readonly projects: readonly ProjectStory[]
  readonly exceptions: readonly ExceptionStory[]
  readonly breakdowns: readonly BreakdownStory[]
  /** The plan in force was made in the morning so many working days ago. */
  readonly planDaysAgo: number
}

export interface ShiftStory {
  readonly name: string
  readonly description: string
  readonly version: ShiftVersion
}

export interface WorkCenterStory {
  readonly name: string
  readonly color: string
  readonly capacity: number
  /** Its own pattern; the organization's unless said. */
  readonly shift?: string
}

/** One step of a routing: name, work center, hours, and the steps (from 0) that must end first; the one before unless said. */
export type OperationStory = readonly [name: string, workCentre: string, hours: number, after?: readonly number[]]

export interface ProjectStory {
  readonly number: string
  readonly name: string
  readonly customer: string
  readonly routing: string
  readonly phase: ProjectPhase
  /** 0 to 100, higher is more urgent. */
  readonly priority: number
  /** Working days from today to the planned ship date. */
  readonly shipsInDays: number
  /** Working days from today to the production start. */
  readonly startsInDays: number
  /** Hours of the routing times this; 1 unless said. */
  readonly size?: number
  /** Nothing from this step (from 0) on was done before the project was set aside or cancelled. */
  readonly stoppedAt?: StepNote
  /** Nothing from this step on was done before the plan in force was made. */
  readonly waitedAt?: StepNote
  /** This step was begun as planned and runs over its estimate: it has come so far by now, or is on hold there. */
  readonly runsOver?: StepNote & { readonly progressPercent: number; readonly isHeld?: boolean }
  /** This step took so many times its estimate. */
  readonly took?: StepNote & { readonly times: number }
  /** This step is on hold, since so many working days. */
  readonly held?: StepNote & { readonly daysAgo: number }
  /** What was true until the customer called, so many working days ago. */
  readonly called?: { readonly daysAgo: number; readonly shipsInDays?: number; readonly priority?: number }
  /** A planner has pinned this step to the morning so many working days from today; it was so when the plan in force was made. */
  readonly pinned?: StepNote & { readonly inDays: number }
  /** Ordered since the plan in force was made: nobody has scheduled it yet. */
  readonly isNew?: boolean
}

export interface StepNote {
  /** From 0. */
  readonly step: number
  readonly note: string
}

/** A work center that broke after the plan in force was made; days are working days from today. */
export interface BreakdownStory {
  readonly name: string
  readonly workCentre: string
  readonly from: readonly [inDays: number, minute: number]
  readonly to: readonly [inDays: number, minute: number]
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
