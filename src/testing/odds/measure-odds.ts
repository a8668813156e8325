import { learnPaces } from '#domain/learned/learn-paces.ts'
import { paceDrift } from '#domain/odds/pace-drift.ts'
import { type OddsOptions, shopOdds } from '#domain/odds/shop-odds.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import { valueAt } from '#domain/value-at.ts'
import { HiddenTruth, simulatedNowMs, type Truth, workedOff } from '../learned/hidden-truth.ts'
import { planned } from '../plan-as-present.ts'

/** Projects with odds, and what came true of them. */
export interface MeasuredOdds {
  readonly projects: number
  /** Within the dates at 10 and 90 %. */
  readonly inRange: number
  readonly byHalf: number
  readonly by80: number
  readonly by90: number
  /** On time, and the sum of the chances for that. */
  readonly onTime: number
  readonly chances: number
}

const finishedCount = 200
const projectCount = 25

/** Learns from 200 finished operations of a simulated shop, says the odds of its projects, and lets them happen. */
export const measureOdds = (truth: Truth, seed: number, follow?: OddsOptions['follow']): MeasuredOdds => {
  const hidden = new HiddenTruth(truth, seed)
  const finished = hidden.finished(finishedCount)
  const learned = { paces: learnPaces(finished, simulatedNowMs), drift: paceDrift(finished, simulatedNowMs) }
  const { snapshot, hours } = hidden.open(projectCount)
  const result = scheduleShop(snapshot, { scope: 'all' })
  if ('cancelled' in result) throw new Error('The run was cancelled')
  const plan = planned(snapshot, result)
  const happened = workedOff(plan, hours)
  const endOf = new Map(
    plan.projects.map((project, at) => [project.projectId, { ...project, endMs: valueAt(happened, at) }]),
  )
  const rows = shopOdds(plan, learned, follow ? { follow } : {}).flatMap((odds) => {
    const ended = endOf.get(odds.projectId)
    return ended ? { ...odds, ...ended } : []
  })
  const count = (is: (row: (typeof rows)[number]) => boolean): number => rows.filter(is).length
  return {
    projects: rows.length,
    inRange: count(({ endMs, p10Ms, p90Ms }) => endMs >= p10Ms && endMs <= p90Ms),
    byHalf: count(({ endMs, p50Ms }) => endMs <= p50Ms),
    by80: count(({ endMs, p80Ms }) => endMs <= p80Ms),
    by90: count(({ endMs, p90Ms }) => endMs <= p90Ms),
    onTime: count(({ endMs, dueMs }) => dueMs !== null && endMs <= dueMs),
    chances: rows.reduce((sum, { onTimeChance }) => sum + (onTimeChance ?? 0), 0),
  }
}
