import { checkSchedule } from '#domain/scheduling/check-schedule.ts'
import { bestOfRules } from '#domain/scheduling/core/best-of-rules.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import { shopModel } from '#domain/scheduling/shop-model.ts'
import { shopProblem } from '#domain/scheduling/shop-problem.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { planned } from '../plan-as-present.ts'
import { cpuMs } from './cpu-time.ts'
import { randomShop } from './random-shop.ts'

interface ShopTimes {
  operations: number
  violations: number
  /** Core only: from the arrays to the first complete plan. */
  firstPlanMs: number
  /** Snapshot to result, with all rules and reasons. */
  totalMs: number
  /** Snapshot to result when the plan is followed five days later. */
  followedMs: number
  checkMs: number
  plans: number
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Every feature, each used by a tenth of the operations, links or work centers. */
const tenths = {
  materials: 0.1,
  capacities: 0.1,
  waits: 0.1,
  outside: 0.1,
  setups: 0.1,
  pools: 0.1,
  alternatives: 0.1,
  overlaps: 0.1,
}

/** The shop with pools large enough for their share of the work. */
const withLargePools = (snapshot: ShopSnapshot): ShopSnapshot => {
  const isPool = (categoryId: string): boolean => categoryId.startsWith('pool-')
  return {
    ...snapshot,
    categories: snapshot.categories.map((center) =>
      isPool(center.categoryId) ? { ...center, capacity: center.capacity * 5 } : center,
    ),
    capacitySpans: snapshot.capacitySpans?.filter(({ categoryId }) => !isPool(categoryId)) ?? [],
  }
}

const measure = (projects: number, seed: number, runs: number, features: boolean): ShopTimes => {
  const plain = { seed, projects, operations: 20, categories: 50, trouble: 0 }
  const snapshot = features ? withLargePools(randomShop({ ...plain, ...tenths })) : randomShop(plain)
  const first: number[] = []
  const total: number[] = []
  const followed: number[] = []
  let result = scheduleShop(snapshot, { scope: 'all' })
  for (let i = 0; i < runs; i++) {
    const model = shopModel(snapshot, 'all')
    const { problem } = shopProblem(model)
    const begin = cpuMs()
    // The first plan is better than none; the call stops at the first placement of the second one.
    bestOfRules(problem, { onPlaced: (_, plan) => plan > 0, onBetter: () => first.push(cpuMs() - begin) })
    const whole = cpuMs()
    result = scheduleShop(snapshot, { scope: 'all' })
    total.push(cpuMs() - whole)
    if ('cancelled' in result) continue
    const aged = { ...planned(snapshot, result), nowMs: snapshot.nowMs + 5 * 86_400_000 }
    const follow = cpuMs()
    scheduleShop(aged, { scope: 'all', method: 'keepSequence' })
    followed.push(cpuMs() - follow)
  }
  if ('cancelled' in result) throw new Error('nobody cancelled')
  const check = cpuMs()
  const violations = checkSchedule(snapshot, result, { scope: 'all' }).length
  return {
    operations: result.stats.placedOperations,
    violations,
    firstPlanMs: median(first),
    followedMs: median(followed),
    totalMs: median(total),
    checkMs: cpuMs() - check,
    plans: result.stats.iterations,
  }
}

/**
 * Generated shops with 50 work centers, shifts and holidays: operations per second, and how the cost grows. `features`:
 * every feature is used.
 */
export const benchShops = (seed: number, features: boolean): void => {
  const rows = [1_000, 10_000].map((projects) => ({ projects, ...measure(projects, seed, 3, features) }))
  for (const { projects, operations, violations, firstPlanMs, totalMs, followedMs, checkMs, plans } of rows) {
    const perSecond = Math.round((operations / firstPlanMs) * 1000)
    console.log(
      `${projects} x 20: first plan ${firstPlanMs.toFixed(0)} ms = ${perSecond.toLocaleString('en-US')} operations/s; ` +
        `${plans} plans, reasons and all ${totalMs.toFixed(0)} ms; followed five days on ${followedMs.toFixed(0)} ms; checker ${checkMs.toFixed(0)} ms, ${violations} violations`,
    )
    if (violations > 0) process.exitCode = 1
  }
  const [small, large] = rows
  if (!small || !large) return
  const perPlacement = (row: ShopTimes): number => row.totalMs / (row.operations * row.plans)
  console.log(
    `CPU time of one thread, medians of 3. 10 x the operations: first plan ${(large.firstPlanMs / small.firstPlanMs).toFixed(1)} x the time; ` +
      `time per operation and plan ${(perPlacement(large) / perPlacement(small)).toFixed(2)} x (1.0 = linear)`,
  )
}
