import { compareCosts } from '#domain/scheduling/core/plan-objective.ts'
import type { ScheduleResult } from '#domain/scheduling/schedule-result.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { cpuMs } from './cpu-time.ts'

export interface TimeLimit {
  /** Processor time after which the search ends. Reading the shop, the rules and the reasons count too. */
  readonly seconds: number
  readonly seed: number
  /** Whether a plan is known to be the best possible, so that the rest of the time is not needed. */
  readonly isBest?: (result: ScheduleResult) => boolean
}

export interface TimedResult {
  readonly result: ScheduleResult
  /** Processor time of all runs. */
  readonly seconds: number
  readonly iterations: number
  /** Number of runs, each with the next seed. */
  readonly runs: number
}

const costOf = ({ objective, stats }: ScheduleResult) =>
  [
    objective.weightedLatenessHours,
    objective.totalCompletionHours,
    objective.movedOperations,
    stats.unplacedOperations,
    objective.changeoverHours ?? 0,
  ] as const

/** Negative if the first result is better, by the order in which the product compares the plans of several searches. */
export const compareResults = (a: ScheduleResult, b: ScheduleResult): number => compareCosts(costOf(a), costOf(b))

/**
 * Schedules a shop for some processor time of this thread, as a thorough run does. A run that has used all its effort
 * before is followed by another one with the next seed, like the searches that the product runs side by side, and the
 * best plan counts. With 0 seconds there is no search.
 */
export const scheduleFor = (snapshot: ShopSnapshot, { seconds, seed, isBest }: TimeLimit): TimedResult => {
  const beganMs = cpuMs()
  const passedMs = (): number => cpuMs() - beganMs
  let best: ScheduleResult | null = null
  let iterations = 0
  let runs = 0
  for (;;) {
    const runBeganMs = passedMs()
    let searchBeganMs: number | null = null
    const shouldEndSearch = (): boolean => {
      searchBeganMs ??= passedMs()
      return passedMs() >= seconds * 1000
    }
    const effort = seconds > 0 ? 'thorough' : undefined
    const result = scheduleShop(snapshot, { scope: 'all', seed: seed + runs, effort, shouldEndSearch })
    if ('cancelled' in result) throw new Error('the run was cancelled although it was never stopped')
    runs++
    iterations += result.stats.iterations
    if (!best || compareResults(result, best) < 0) best = result
    // Without a search another seed changes nothing, and near the end another run would not get as far as its search.
    const beforeSearchMs: number = searchBeganMs === null ? Infinity : searchBeganMs - runBeganMs
    if (passedMs() + 2 * beforeSearchMs >= seconds * 1000 || isBest?.(best)) break
  }
  return { result: best, seconds: passedMs() / 1000, iterations, runs }
}
