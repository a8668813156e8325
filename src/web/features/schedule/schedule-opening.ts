import type { Reschedule } from './schedule-write.ts'

/** What a run is about: everything, or the projects of some operations. */
export type RunChoice = { readonly kind: 'runAll' } | { readonly kind: 'runSome'; readonly operationIds: string[] }

/** A work center whose overtime, downtime or capacity is to be entered. */
export interface ExceptionStart {
  readonly categoryId: string
  /** The painted time in epoch ms, and whether the work center is open in any part of it; null if the reader types the time. */
  readonly painted: { readonly fromMs: number; readonly toMs: number; readonly isOpen: boolean } | null
}

/** What the schedule asks its page to open or start. */
export type ScheduleOpening =
  | RunChoice
  /** A proposal with a move before it is stored. */
  | { readonly kind: 'try'; readonly move: Reschedule }
  | ({ readonly kind: 'exception' } & ExceptionStart)
  /** The dialog for following the plan in a calendar app. */
  | { readonly kind: 'follow' }
  | { readonly kind: 'project'; readonly projectId: string }
  | { readonly kind: 'operation'; readonly projectId: string; readonly operationId: string }
