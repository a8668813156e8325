import { describe, expect, it } from 'vitest'
import type { PlacementWarning } from '#contract/placement.ts'
import { randomNumbers, randomShop } from '#testing/bench/random-shop.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { at, behind, of, run } from '#testing/plan-by-hand.ts'
import { minuteMs } from '../time/units.ts'
import { checkSchedule } from './check-schedule.ts'
import type { ScheduledOperation, ScheduleResult } from './schedule-result.ts'
import { scheduleShop } from './schedule-shop.ts'
import type { ShopSnapshot } from './shop-snapshot.ts'

type Placed = ScheduledOperation & { startMs: number; endMs: number }
type Fault = (result: ScheduleResult, snapshot: ShopSnapshot, random: () => number) => boolean

const placedOnes = (result: ScheduleResult): Placed[] =>
  result.operations.filter((o): o is Placed => o.startMs !== null && o.endMs !== null && o.endMs > o.startMs)

const pick = <T>(list: readonly T[], random: () => number): T | undefined => list[Math.floor(random() * list.length)]

const shift =
  (minutes: number): Fault =>
  (result, _, random) => {
    const one = pick(placedOnes(result), random)
    if (!one) return false
    one.startMs += minutes * minuteMs
    one.endMs += minutes * minuteMs
    return true
  }

const faults: Record<string, Fault> = {
  'shift by a minute later': shift(1),
  'shift by a minute earlier': shift(-1),
  'swap two': (result, snapshot, random) => {
    const categories = new Map(snapshot.projects.flatMap((p) => p.operations.map((o) => [o.operationId, o.categoryId])))
    const one = pick(placedOnes(result), random)
    const other = pick(
      placedOnes(result).filter(
        (o) =>
          o !== one &&
          categories.get(o.operationId) === categories.get(one?.operationId ?? '') &&
          o.startMs !== one?.startMs,
      ),
      random,
    )
    if (!one || !other) return false
    const dates = [one.startMs, one.endMs] as const
    one.startMs = other.startMs
    one.endMs = other.endMs
    other.startMs = dates[0]
    other.endMs = dates[1]
    return true
  },
  drop: (result, _, random) => {
    const one = pick(result.operations, random)
    result.operations = result.operations.filter((o) => o !== one)
    return one !== undefined
  },
  'off shift': (result, _, random) => {
    const one = pick(placedOnes(result), random)
    if (!one) return false
    // From Saturday noon, far behind the plan.
    const saturday = one.startMs + 8 * 7 * 86_400_000
    const at = saturday + ((6 - new Date(saturday).getUTCDay()) % 7) * 86_400_000
    one.endMs = at + (one.endMs - one.startMs)
    one.startMs = at
    return true
  },
  'one over capacity': (result, snapshot, random) => {
    const categories = new Map(snapshot.projects.flatMap((p) => p.operations.map((o) => [o.operationId, o.categoryId])))
    const busy = placedOnes(result).filter((o) =>
      o.placement.factors.some((f) => f.code === 'workCentreBusy' && f.binding),
    )
    const one = pick(busy, random)
    const holder = one?.placement.factors.find((f) => f.code === 'workCentreBusy')
    const other = result.operations.find(
      (o) => holder && 'operationId' in holder && o.operationId === holder.operationId,
    )
    if (!one || other?.startMs == null || categories.get(one.operationId) === null) return false
    one.endMs = other.startMs + (one.endMs - one.startMs)
    one.startMs = other.startMs
    return true
  },
  'a reason taken away': (result, _, random) => {
    const one = pick(
      result.operations.filter((o) => o.placement.unplaced !== null),
      random,
    )
    if (one) one.placement.unplaced = null
    return one !== undefined
  },
  'late days miscounted': (result) => {
    result.lateDays++
    return true
  },
  'cut short': (result, _, random) => {
    const one = pick(placedOnes(result), random)
    if (one) one.endMs -= minuteMs
    return one !== undefined
  },
}

it('a plan that ends a lag in clock time early is a violation, even if its working hours have passed', () => {
  const dried = operation('b', { categoryId: 'weld', dependencies: behind('a', 24, 'calendar') })
  const snapshot = shop([project('p', [operation('a', { durationHours: 9 }), dried])])
  const broken = structuredClone(run(snapshot))
  const late = of(broken, 'b')
  expect([late.startMs, late.endMs]).toEqual([at('19T08:00'), at('19T12:00')])
  late.startMs = at('17T16:00')
  late.endMs = at('19T11:00')
  const found = checkSchedule(snapshot, broken, { scope: 'all' })
  expect(found).toContainEqual({ code: 'lagTooShort', operationId: 'b', predecessorId: 'a' })
})

it('a plan that hides or invents the warning about a maximum lag is a violation', () => {
  const codesOf = (maxLagHours: number, warnings: PlacementWarning[]) => {
    const dependencies = [{ operationId: 'a', lagHours: 6, maxLagHours }]
    const snapshot = shop([project('p', [operation('a'), operation('b', { categoryId: 'weld', dependencies })])])
    const plan = structuredClone(run(snapshot))
    of(plan, 'b').placement.warnings = warnings
    return checkSchedule(snapshot, plan, { scope: 'all' }).map(({ code }) => code)
  }
  const warning: PlacementWarning = { code: 'lagTooLong', operationId: 'a' }
  expect([codesOf(6, []), codesOf(5, [warning])]).toEqual([[], []])
  expect([codesOf(5, []), codesOf(6, [warning])]).toEqual([['missingWarning'], ['falseWarning']])
})

describe('checkSchedule', () => {
  it.each(Object.keys(faults))(
    'the checker detects: %s',
    (name) => {
      let injected = 0
      let found = 0
      for (let seed = 1; seed <= 30; seed++) {
        const random = randomNumbers(seed * 31)
        const snapshot = randomShop({
          seed: seed * 17,
          projects: 8,
          operations: 6,
          categories: 3,
          trouble: (seed % 3) / 4,
          materials: (seed % 2) / 4,
          waits: (seed % 4) / 12,
          overlaps: (seed % 2) / 3,
        })
        const clean = scheduleShop(snapshot, { scope: 'all' })
        if ('cancelled' in clean) throw new Error('cancelled')
        expect(checkSchedule(snapshot, clean, { scope: 'all' })).toEqual([])
        for (let i = 0; i < 3; i++) {
          const broken = structuredClone(clean)
          if (!faults[name]?.(broken, snapshot, random)) continue
          injected++
          if (checkSchedule(snapshot, broken, { scope: 'all' }).length > 0) found++
        }
      }
      expect(injected).toBeGreaterThan(30)
      expect(found / injected).toBeGreaterThanOrEqual(0.95)
    },
    60_000,
  )
})
