import type { Changeover } from '#contract/categories.ts'
import type { ShiftVersion } from '#contract/shifts.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'

/** The story of an organization. Days are relative to today, so that the story is true at any start. */
export interface ShopStory {
  readonly name: string
  readonly timeZone: string
  readonly seed: number
  readonly shifts: readonly ShiftStory[]
  /** Name of the organization's own shift pattern. */
  readonly defaultShift: string
  readonly workCenters: readonly WorkCenterStory[]
  readonly routings: Readonly<Record<string, readonly OperationStory[]>>
  readonly projects: readonly ProjectStory[]
  /** Setup family of an operation; none by default. */
  readonly setupFamily?: (project: ProjectStory, operation: OperationStory) => string
  /** The people or tools that a step needs besides its work center; none by default. */
  readonly alsoNeeds?: (operation: OperationStory) => string | null
  readonly exceptions: readonly ExceptionStory[]
  readonly breakdowns: readonly BreakdownStory[]
  /** The plan in force was made in the morning, this many working days ago. */
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
  /** Its own shift pattern; the organization's by default. */
  readonly shift?: string
  /** People with a skill or tools that steps need besides their work center. */
  readonly isPool?: boolean
  /** Who does the work outside; the hours of its steps are calendar time, whatever the size of the project. */
  readonly supplier?: string
  /** Hours from one setup family to another; none by default. */
  readonly changeovers?: readonly Changeover[]
}

/** How a step follows its predecessors; by default, right after they end. */
interface LinkStory {
  /** It waits for so many hours by the clock: paint has to dry. */
  readonly dryingHours?: number
  /** It has to start within so many hours by the clock: a primer takes the topcoat for some days only. */
  readonly withinHours?: number
  /** It may start as soon as so many percent of them are done. */
  readonly overlapPercent?: number
}

/**
 * One step of a routing: name, work center, hours, the steps (from 0) before it, by default the previous one, and how it follows
 * them. The last is another work center where it may run, with its hours there.
 */
export type OperationStory = readonly [
  name: string,
  workCenter: string,
  hours: number,
  after?: readonly number[] | undefined,
  link?: LinkStory | undefined,
  elsewhere?: readonly [workCenter: string, hours: number],
]

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
  /** Factor for the hours of the routing; 1 by default. */
  readonly size?: number
  /** No work from this step (from 0) on was done before the project was set aside or cancelled. */
  readonly stoppedAt?: StepNote
  /** No work from this step on was done before the plan in force was made. */
  readonly waitedAt?: StepNote
  /** This step began as planned and runs over its estimate: it has this progress now, or is on hold. */
  readonly runsOver?: StepNote & { readonly progressPercent: number; readonly isHeld?: boolean }
  /** This step took its estimate times this factor. */
  readonly took?: StepNote & { readonly times: number }
  /** This step has been on hold for so many working days. */
  readonly held?: StepNote & { readonly daysAgo: number }
  /** The values before the customer called, so many working days ago. */
  readonly called?: { readonly daysAgo: number; readonly shipsInDays?: number; readonly priority?: number }
  /** A planner pinned this step to the morning so many working days from today, before the plan in force was made. */
  readonly pinned?: StepNote & { readonly inDays: number }
  /** The material of this step arrives so many working days from today. The note says what it is. */
  readonly awaits?: StepNote & { readonly inDays: number }
  /** Ordered after the plan in force was made, so not scheduled yet. */
  readonly isNew?: boolean
}

export interface StepNote {
  /** Counted from 0. */
  readonly step: number
  readonly note: string
}

/** A work center that broke down, or people who are away, unknown when the plan in force was made; days are working days from today. */
export interface BreakdownStory {
  readonly name: string
  readonly workCenter: string
  /** Remaining share of the work; none by default. */
  readonly units?: number
  readonly from: readonly [inDays: number, minute: number]
  readonly to: readonly [inDays: number, minute: number]
}

export interface ExceptionStory {
  readonly kind: 'overtime' | 'downtime' | 'capacity'
  readonly name: string
  /** Available capacity of the work center, for an exception that changes it. */
  readonly units?: number
  /** The first such weekday (1 = Monday) that is at least so many days from today. */
  readonly weekday: number
  readonly inDays: number
  readonly fromMinute: number
  readonly toMinute: number
  readonly workCenter: string | null
}
