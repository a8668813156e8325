import type { ProposalChange } from '#contract/proposals.ts'
import type { ShopMessage } from '../scheduling/send-shop.ts'
import type { ForecastPart, FoundReasons, WantedReasons } from './forecast-parts.ts'
import type { RepairedPlan } from './repair-plan.ts'

/** Sent to the computation of forecasts: the shop or its changes, in parts, then the request. */
export type ForecastRequest = { readonly job: number; readonly tenantId: string } & (
  | ShopMessage
  /** A whole shop follows. */
  | { readonly kind: 'anew' }
  | { readonly kind: 'go' }
  /** Asks for the plan of a proposal (`repairPlan`) in place of a forecast. */
  | { readonly kind: 'propose'; readonly changes: readonly ProposalChange[] }
  | { readonly kind: 'reasons'; readonly found: FoundReasons }
  | { readonly kind: 'forget' }
)

/** The replies: the reasons that it needs, then the rows that differ, part by part. */
export type ForecastReply = { readonly job: number } & (
  | { readonly kind: 'wanted'; readonly wanted: WantedReasons }
  | { readonly kind: 'part'; readonly part: ForecastPart }
  | { readonly kind: 'done'; readonly operationCount: number; readonly comparedWithMs: number }
  | { readonly kind: 'proposed'; readonly plan: RepairedPlan }
  | { readonly kind: 'failed'; readonly message: string }
)
