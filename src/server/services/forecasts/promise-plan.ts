import { promiseKinds } from '#contract/promise-date.ts'
import { type ComputedAnswer, promiseAnswers, promisedPlan } from '#domain/promise-date/promise-answers.ts'
import { compareWithForecast } from '#domain/proposals/compare-with-forecast.ts'
import { type PlanSummary, runResultOf, type StoredRunResult, summarizePlan } from '#domain/scheduling/run-result.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { neverStop, type ShouldStop } from '#domain/scheduling/stopped.ts'
import { checkedPlanRows, movedRows, planParts } from '../scheduling/plan-rows.ts'
import type { PromiseWanted } from './forecast-messages.ts'

/** The later dates of the projects that make room for an answer. */
export interface MadeRoom {
  /** As parts for `writePlan`; none = nobody has to move. */
  readonly parts: readonly string[]
  readonly summary: PlanSummary
  readonly result: StoredRunResult
}

export interface ComputedPromises {
  readonly timeZone: string
  readonly answers: readonly ComputedAnswer[]
  /** Of the one answer for which a plan was requested. */
  readonly room: MadeRoom | null
}

/** Computes when new work could ship, or one of the answers with its plan. Throws `StoppedError`. */
export const computedPromises = (
  snapshot: ShopSnapshot,
  { draft, plan: kind }: PromiseWanted,
  shouldStop: ShouldStop = neverStop,
): ComputedPromises => {
  const { timeZone } = snapshot
  if (kind === null) return { timeZone, answers: promiseAnswers(snapshot, draft, promiseKinds, shouldStop), room: null }
  const { answer, after, forecast, datedIds } = promisedPlan(snapshot, draft, kind, shouldStop)
  const answers = [answer]
  if (datedIds.size === 0) return { timeZone, answers, room: null }
  const rows = checkedPlanRows(after, forecast.operations).filter(({ o }) => datedIds.has(o))
  const before = { ...snapshot, projects: [...snapshot.projects, draft] }
  const compared = compareWithForecast(before, after, forecast, shouldStop)
  const parts = planParts(movedRows(snapshot, rows))
  return { timeZone, answers, room: { parts, summary: summarizePlan(compared), result: runResultOf(compared) } }
}
