import { checkSchedule } from '#domain/scheduling/check-schedule.ts'
import type { ScheduleMethod, ScheduleResult } from '#domain/scheduling/schedule-result.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { dayMs } from '#domain/time/units.ts'
import { planned } from '../plan-as-present.ts'
import { randomShop } from './random-shop.ts'

const schedule = (snapshot: ShopSnapshot, method: ScheduleMethod): ScheduleResult => {
  const result = scheduleShop(snapshot, { scope: 'all', method })
  if ('cancelled' in result) throw new Error('nobody cancelled')
  return result
}

const datesOf = ({ operations }: ScheduleResult): string =>
  JSON.stringify(operations.map(({ startMs, endMs }) => [startMs, endMs]))

/** Counts over many random shops whether the engine keeps its promises about new and followed plans; prints one JSON line. */
export const countBrokenPromises = (shops: number): void => {
  const broken = { invalidRuns: 0, invalidFollowed: 0, followedTwiceDiffers: 0, secondRunMoves: 0, runWorse: 0 }
  let compared = 0
  for (let number = 1; number <= shops; number++) {
    const size = { projects: 1 + (number % 25), operations: 1 + (number % 12), categories: 1 + (number % 6) }
    const trouble = [0.3, 0.6, 1][number % 3] ?? 1
    const snapshot = randomShop({ seed: number * 7_919, trouble, ...size })
    const plan = schedule(snapshot, 'optimize')
    const followed = schedule(snapshot, 'keepSequence')
    const check = (result: ScheduleResult, method: ScheduleMethod) =>
      checkSchedule(snapshot, result, { scope: 'all', method }).length > 0
    if (check(plan, 'optimize')) broken.invalidRuns++
    if (check(followed, 'keepSequence')) broken.invalidFollowed++
    if (datesOf(schedule(planned(snapshot, followed), 'keepSequence')) !== datesOf(followed))
      broken.followedTwiceDiffers++
    if (datesOf(schedule(planned(snapshot, plan), 'optimize')) !== datesOf(plan)) broken.secondRunMoves++

    const aged = { ...planned(snapshot, plan), nowMs: snapshot.nowMs + (number % 8) * dayMs }
    const [again, before] = [schedule(aged, 'optimize'), schedule(aged, 'keepSequence')]
    // A run that schedules more work has more work that can be late.
    if (again.stats.unplacedOperations < before.stats.unplacedOperations) continue
    compared++
    const worse = again.objective.weightedLatenessHours - before.objective.weightedLatenessHours
    if (worse > 1e-6) broken.runWorse++
  }
  console.log(JSON.stringify({ shops, ...broken, compared }))
  if (Object.values(broken).some((count) => count > 0)) process.exitCode = 1
}
