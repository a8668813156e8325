import fc from 'fast-check'
import { expect, it } from 'vitest'
import { randomShop } from '#testing/bench/random-shop.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { everyFeature } from '#testing/every-feature.ts'
import { planned } from '#testing/plan-as-present.ts'
import { at } from '#testing/plan-by-hand.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { completionsOf, forecastShop } from '../forecast/forecast-shop.ts'
import { hourMs } from '../time/units.ts'
import { followShop } from './followed-shop.ts'
import type { ScheduleResult } from './schedule-result.ts'
import { scheduleShop } from './schedule-shop.ts'
import type { ShopSnapshot } from './shop-snapshot.ts'
import { StoppedError } from './stopped.ts'

const scheduled = (snapshot: ShopSnapshot, method: 'optimize' | 'keepSequence'): ScheduleResult => {
  const result = scheduleShop(snapshot, { scope: 'all', method })
  if ('cancelled' in result) throw new Error('nobody cancelled')
  return result
}

/** The same result with all reasons found. */
const withReasons = ({ operations, ...rest }: ScheduleResult): ScheduleResult => ({
  ...rest,
  operations: operations.map((of) => ({ ...of, placement: of.placement })),
})

const seed = 20_261_130

it('a followed shop equals the run that follows the plan: dates, reasons, projects and figures', () => {
  fc.assert(
    fc.property(everyFeature, fc.boolean(), (shape, isAged) => {
      const made = randomShop(shape)
      const days = shape.seed % 7
      const aged = () => ({ ...planned(made, scheduled(made, 'optimize')), nowMs: made.nowMs + days * 24 * hourMs })
      const snapshot = isAged ? aged() : made
      expect(withReasons(followShop(snapshot))).toEqual(scheduled(snapshot, 'keepSequence'))
    }),
    { numRuns: propertyRuns(400), seed },
  )
})

it('the forecast of every project ends as the run that follows the plan says', () => {
  fc.assert(
    fc.property(everyFeature, (shape) => {
      const snapshot = randomShop(shape)
      const { operations } = scheduled(snapshot, 'keepSequence')
      const { projects } = forecastShop(snapshot)
      expect(projects.map(({ completionMs }) => completionMs)).toEqual(completionsOf(snapshot, operations))
      const landed = projects.flatMap((of) => of.operations.filter(({ completed }) => !completed))
      for (const { source, forecastEndMs } of landed) {
        const end = operations.find(({ operationId }) => operationId === source.operationId)?.endMs ?? null
        expect([null, end]).toContain(forecastEndMs)
      }
    }),
    { numRuns: propertyRuns(100), seed },
  )
})

it('a followed shop can be stopped before and during the pass', () => {
  const dated = (index: number) =>
    operation(`o${index}`, { categoryId: null, scheduledStartMs: at('16T08:00'), scheduledEndMs: at('16T12:00') })
  const snapshot = shop([
    project(
      'p',
      Array.from({ length: 600 }, (_, index) => dated(index)),
    ),
  ])
  for (const most of [0, 1, 2, 3]) {
    let asked = 0
    expect(() => followShop(snapshot, () => ++asked > most)).toThrow(StoppedError)
  }
  expect(followShop(snapshot).operations).toHaveLength(600)
})
