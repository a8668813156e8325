import { needByDates } from '#domain/forecast/forecast-shop.ts'
import { learnPaces } from '#domain/learned/learn-paces.ts'
import { paceDrift } from '#domain/odds/pace-drift.ts'
import { type EndOdds, type OddsOptions, shopOdds } from '#domain/odds/shop-odds.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import { HiddenTruth, simulatedNowMs, type Truth, workedOff } from '../learned/hidden-truth.ts'
import { planned } from '../plan-as-present.ts'

/** Projects or operations with odds, and how many of them came true. */
export interface MeasuredEnds {
  readonly count: number
  /** Ended within the dates at 10 and 90 %. */
  readonly inRange: number
  readonly byHalf: number
  readonly by80: number
  readonly by90: number
  /** Ended by the date of their chance, and the sum of the chances for that. */
  readonly inTime: number
  readonly chances: number
}

export interface MeasuredOdds {
  readonly projects: MeasuredEnds
  readonly operations: MeasuredEnds
}

interface Drawn extends EndOdds {
  readonly endMs: number
  readonly byMs: number | null
  readonly chance: number | null
}

const finishedCount = 200
const projectCount = 25

const measured = (rows: readonly Drawn[]): MeasuredEnds => {
  const count = (is: (row: Drawn) => boolean): number => rows.filter(is).length
  return {
    count: rows.length,
    inRange: count(({ endMs, p10Ms, p90Ms }) => endMs >= p10Ms && endMs <= p90Ms),
    byHalf: count(({ endMs, p50Ms }) => endMs <= p50Ms),
    by80: count(({ endMs, p80Ms }) => endMs <= p80Ms),
    by90: count(({ endMs, p90Ms }) => endMs <= p90Ms),
    inTime: count(({ endMs, byMs }) => byMs !== null && endMs <= byMs),
    chances: rows.reduce((sum, { chance }) => sum + (chance ?? 0), 0),
  }
}

/** Learns from 200 finished operations of a simulated shop, says the odds of its open work, and lets that happen. */
export const measureOdds = (truth: Truth, seed: number, follow?: OddsOptions['follow']): MeasuredOdds => {
  const hidden = new HiddenTruth(truth, seed)
  const finished = hidden.finished(finishedCount)
  const learned = { paces: learnPaces(finished, simulatedNowMs), drift: paceDrift(finished, simulatedNowMs) }
  const { snapshot, hours } = hidden.open(projectCount)
  const result = scheduleShop(snapshot, { scope: 'all' })
  if ('cancelled' in result) throw new Error('The run was cancelled')
  const plan = planned(snapshot, result)
  const endOf = workedOff(plan, hours)
  const dueOf = new Map(plan.projects.map(({ projectId, dueMs }) => [projectId, dueMs]))
  const needBy = needByDates(plan)
  const odds = shopOdds(plan, learned, follow ? { follow } : {})
  const ended = (id: string): number => endOf.get(id) ?? Number.NaN
  return {
    projects: measured(
      odds.projects.map(({ projectId, onTimeChance, ...dates }) => {
        return { ...dates, endMs: ended(projectId), byMs: dueOf.get(projectId) ?? null, chance: onTimeChance }
      }),
    ),
    operations: measured(
      odds.operations.map(({ operationId, needByChance, ...dates }) => {
        return { ...dates, endMs: ended(operationId), byMs: needBy.get(operationId) ?? null, chance: needByChance }
      }),
    ),
  }
}
