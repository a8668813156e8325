import type { PromiseKind } from '#contract/promise-date.ts'
import type { ComputedRemedy } from '#domain/remedies/project-remedies.ts'
import type { RemediedPart } from '#domain/remedies/remedy-changes.ts'
import type { SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import type { ShopMessage } from '../scheduling/send-shop.ts'
import type { ForecastPart, FoundReasons, WantedReasons } from './forecast-parts.ts'
import type { ComputedPromises } from './promise-plan.ts'
import type { RepairedPlan, RepairWanted } from './repair-plan.ts'

/** Asks what would help a late project (`projectRemediesOf`) in place of a forecast. */
export interface RemediesWanted {
  readonly kind: 'help'
  readonly projectId: string
  readonly parts: readonly RemediedPart[]
}

/** Asks when new work could ship (`promiseAnswers`), or for the plan of one answer. */
export interface PromiseWanted {
  readonly kind: 'promise'
  readonly draft: SnapshotProject
  /** null = all answers, without a plan. */
  readonly plan: PromiseKind | null
}

/** Sent to the computation of forecasts: the shop or its changes, in parts, then the request. */
export type ForecastRequest = { readonly job: number; readonly tenantId: string } & (
  | ShopMessage
  /** A whole shop follows. */
  | { readonly kind: 'anew' }
  /** `reasonsAsOf`: of the shop that was loaded. Reasons known from another one are dropped. */
  | { readonly kind: 'go'; readonly reasonsAsOf: string }
  /** Asks for the plan of a proposal (`repairPlan`) in place of a forecast. */
  | ({ readonly kind: 'propose' } & RepairWanted)
  | RemediesWanted
  | PromiseWanted
  | { readonly kind: 'reasons'; readonly found: FoundReasons }
  | { readonly kind: 'forget' }
)

/** The replies: the reasons that it needs, then the rows that differ, part by part. */
export type ForecastReply = { readonly job: number } & (
  | { readonly kind: 'wanted'; readonly wanted: WantedReasons }
  | { readonly kind: 'part'; readonly part: ForecastPart }
  | { readonly kind: 'done'; readonly operationCount: number; readonly comparedWithMs: number }
  | { readonly kind: 'proposed'; readonly plan: RepairedPlan }
  | { readonly kind: 'helped'; readonly remedies: readonly ComputedRemedy[] }
  | { readonly kind: 'promised'; readonly promises: ComputedPromises }
  | { readonly kind: 'failed'; readonly message: string }
)
