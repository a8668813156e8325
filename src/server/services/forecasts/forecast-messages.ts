import type { PromiseKind } from '#contract/promise-date.ts'
import type { FinishedWorkColumns } from '#domain/learned/learned-pace.ts'
import type { ProjectOdds } from '#domain/odds/shop-odds.ts'
import type { Moves, MovesWanted } from '#domain/operations/compute-moves.ts'
import type { ComparedMoves, MovedDates } from '#domain/proposals/compare-moves.ts'
import type { SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import type { ShopMessage } from '../scheduling/send-shop.ts'
import type { FoundRemedies, HelpWanted } from './find-remedies.ts'
import type { ForecastPart, FoundReasons, WantedReasons } from './forecast-parts.ts'
import type { OddsParts } from './odds-parts.ts'
import type { ComputedPromises } from './promise-plan.ts'
import type { RepairedPlan, RepairWanted } from './repair-plan.ts'

/** Asks what would help late projects (`findRemedies`) in place of a forecast. */
export interface RemediesWanted extends HelpWanted {
  readonly kind: 'help'
}

/** Asks when new work could ship (`promiseAnswers`), or for the plan of one answer. */
export interface PromiseWanted {
  readonly kind: 'promise'
  readonly draft: SnapshotProject
  /** null = all answers, without a plan. */
  readonly plan: PromiseKind | null
}

/** Asks what some moves mean for the projects (`compareMoves`). */
export interface ComparisonWanted {
  readonly kind: 'compare'
  readonly moves: readonly MovedDates[]
}

/** Asks for the odds of projects and operations (`shopOdds`), by the work that was finished before an instant. */
export interface OddsWanted {
  readonly kind: 'odds'
  readonly finished: FinishedWorkColumns
  readonly asOfMs: number
}

/** Asks for the odds of new work (`promiseOdds`) if it is planned as one answer places it. */
export interface PromiseOddsWanted extends Omit<OddsWanted, 'kind'> {
  readonly kind: 'promiseOdds'
  readonly draft: SnapshotProject
  readonly answer: PromiseKind
}

/** What is asked on a whole shop, after it was sent. */
export type ShopQuestion =
  /** `reasonsAsOf`: of the shop that was loaded. Reasons known from another one are dropped. */
  | { readonly kind: 'go'; readonly reasonsAsOf: string }
  /** Asks for the plan of a proposal (`repairPlan`) in place of a forecast. */
  | ({ readonly kind: 'propose' } & RepairWanted)
  | RemediesWanted
  | PromiseWanted
  | ComparisonWanted
  | OddsWanted
  | PromiseOddsWanted

/** Sent to the thread: the shop or its changes, in parts, then the question. `shopKey`: the desk and the organization. */
export type ForecastRequest = { readonly job: number; readonly shopKey: string } & (
  | ShopMessage
  /** A whole shop follows. */
  | { readonly kind: 'anew' }
  | ShopQuestion
  | { readonly kind: 'reasons'; readonly found: FoundReasons }
  /** Needs no shop: where some operations could be (`computeMoves`). */
  | { readonly kind: 'move'; readonly wanted: MovesWanted }
  | { readonly kind: 'forget' }
)

/** The last reply to a question. */
export type LastReply =
  | { readonly kind: 'done'; readonly operationCount: number; readonly comparedWithMs: number }
  | { readonly kind: 'proposed'; readonly plan: RepairedPlan }
  | { readonly kind: 'helped'; readonly found: FoundRemedies }
  | { readonly kind: 'promised'; readonly promises: ComputedPromises }
  | { readonly kind: 'compared'; readonly compared: ComparedMoves }
  | { readonly kind: 'moved'; readonly moves: Moves }
  | { readonly kind: 'drawn'; readonly odds: OddsParts }
  | { readonly kind: 'promisedOdds'; readonly odds: ProjectOdds | null }

/** The replies to a forecast: the reasons that it needs, then the rows that differ, part by part. */
export type ForecastReply = { readonly job: number } & (
  | { readonly kind: 'wanted'; readonly wanted: WantedReasons }
  | { readonly kind: 'part'; readonly part: ForecastPart }
  | LastReply
  /** The job was stopped. The shop is still there. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly message: string }
)
