import type { ProposalChange } from '#contract/proposals.ts'
import type { PlanSummary } from '#domain/scheduling/run-result.ts'
import type { ScheduleMethod, ScheduleProgress, ScheduleScope } from '#domain/scheduling/schedule-result.ts'
import type { ShopMessage } from '../scheduling/send-shop.ts'

/** The data with which the thread starts. */
export interface ScheduleWorkerData {
  /** One Int32. Any value except 0 = stop. */
  readonly cancel: SharedArrayBuffer
}

/** The request of a run to the engine. */
export interface ScheduleJob {
  readonly scope: ScheduleScope
  readonly seed: number
  /** Default: `optimize`. */
  readonly method?: ScheduleMethod
  /** Changes of a proposal to make first. The result is then compared with the forecast without them. */
  readonly changes?: readonly ProposalChange[]
}

export type ScheduleRequest = ShopMessage | { readonly kind: 'go'; readonly job: ScheduleJob }

export interface WorkerProgress extends ScheduleProgress {
  /** Names of the last scheduled projects, newest first, at most 10. */
  readonly recent: readonly string[]
}

export type ScheduleReply =
  | { readonly kind: 'progress'; readonly progress: WorkerProgress }
  /** A part of the plan: `planRowsJson`. */
  | { readonly kind: 'plan'; readonly rowsJson: string }
  /** `resultJson` = a `StoredRunResult`. */
  | { readonly kind: 'done'; readonly summary: PlanSummary; readonly resultJson: string }
  | { readonly kind: 'violations'; readonly sentences: readonly string[] }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string }
