import { completionsOf } from '#domain/forecast/forecast-shop.ts'
import { shopAtLearnedPace } from '#domain/learned/at-learned-pace.ts'
import { learnPaces } from '#domain/learned/learn-paces.ts'
import { paceRange } from '#domain/learned/pace-range.ts'
import { followShop } from '#domain/scheduling/followed-shop.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { hourMs } from '#domain/time/units.ts'
import { valueAt } from '#domain/value-at.ts'
import { planned } from '../plan-as-present.ts'
import { HiddenTruth, simulatedNowMs, type Truth, workedOff } from './hidden-truth.ts'

export interface MeasuredLearning {
  /** Mean absolute error of the completion of open projects in hours: forecast with estimates, and with learned paces. */
  readonly plainError: number
  readonly learnedError: number
  /** Held-out operations within the 80 % range, and all of them. */
  readonly covered: number
  readonly heldOut: number
}

const finishedCount = 200
const projectCount = 25
const heldOutCount = 400

const errorOf = (snapshot: ShopSnapshot, truth: readonly number[]): number => {
  const completions = completionsOf(snapshot, followShop(snapshot).operations)
  const errors = completions.map((ms, at) => Math.abs((ms ?? Number.NaN) - valueAt(truth, at)) / hourMs)
  return errors.reduce((sum, error) => sum + error, 0) / errors.length
}

/** Learns from 200 finished operations of a simulated shop, and compares with what then happens. */
export const measureLearning = (truth: Truth, seed: number): MeasuredLearning => {
  const hidden = new HiddenTruth(truth, seed)
  const paces = learnPaces(hidden.finished(finishedCount), simulatedNowMs)
  const { snapshot, hours } = hidden.open(projectCount)
  const result = scheduleShop(snapshot, { scope: 'all' })
  if ('cancelled' in result) throw new Error('The run was cancelled')
  const plan = planned(snapshot, result)
  const endOf = workedOff(plan, hours)
  const happened = plan.projects.map(({ projectId }) => endOf.get(projectId) ?? Number.NaN)
  let covered = 0
  let heldOut = 0
  for (let i = 0; i < heldOutCount; i++) {
    const work = hidden.work()
    const pace = paces.paceOf(work)
    if (!pace) continue
    const { low, high } = paceRange(pace)
    const ratio = hidden.hoursOf(work, 0) / work.estimateHours
    heldOut++
    if (ratio >= low && ratio <= high) covered++
  }
  return {
    plainError: errorOf(plan, happened),
    learnedError: errorOf(shopAtLearnedPace(plan, paces), happened),
    covered,
    heldOut,
  }
}
