import type { ProposalChange } from '#contract/proposals.ts'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import type { RunEffort } from '#contract/vocabulary.ts'
import type { PlanSummary } from '#domain/scheduling/run-result.ts'
import type {
  ImprovementFigures,
  ScheduleMethod,
  ScheduleObjective,
  ScheduleProgress,
  ScheduleScope,
} from '#domain/scheduling/schedule-result.ts'
import type { ShopMessage } from '../scheduling/send-shop.ts'

export const threadOrders = { goOn: 0, stop: 1, endSearch: 2 } as const

/** The data with which the thread starts. */
export interface ScheduleWorkerData {
  /** One Int32: one of `threadOrders`. */
  readonly order: SharedArrayBuffer
}

/** The request of a run to the engine. */
export interface ScheduleJob {
  readonly scope: ScheduleScope
  readonly seed: number
  /** Default: `optimize`. */
  readonly method?: ScheduleMethod
  /** Default: no search. */
  readonly effort?: RunEffort
  /** Changes of a proposal to make first. The result is then compared with the forecast without them. */
  readonly changes?: readonly ProposalChange[]
  /** The project that the changes are to help. */
  readonly helpedId?: string | null
  /** The parts (`planParts`) of a plan from which the search begins. */
  readonly startFrom?: readonly string[]
}

export type ScheduleRequest = ShopMessage | { readonly kind: 'go'; readonly job: ScheduleJob }

export interface WorkerProgress extends Omit<ScheduleProgress, 'figures'> {
  /** While it improves: of the best plan so far. */
  readonly figures?: ImprovementFigures
  /** Names of the last scheduled projects, newest first, at most 10. */
  readonly recent: readonly string[]
}

/** What a run stores about its search. With the best seed, the effort and the last step one search alone repeats it. */
export type SearchFacts = Pick<
  SchedulingRun,
  'iterations' | 'searchEnd' | 'gainedLate' | 'leastLateDays' | 'endedAtStep' | 'searches' | 'bestSeed'
>

export type ScheduleReply =
  | { readonly kind: 'progress'; readonly progress: WorkerProgress }
  /** A part of the plan: `planRowsJson`. */
  | { readonly kind: 'plan'; readonly rowsJson: string }
  /** `resultJson` = a `StoredRunResult`. */
  | {
      readonly kind: 'done'
      readonly summary: PlanSummary
      readonly objective: ScheduleObjective
      readonly search: SearchFacts
      readonly resultJson: string
    }
  | { readonly kind: 'violations'; readonly sentences: readonly string[] }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string }
