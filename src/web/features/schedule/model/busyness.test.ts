import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hourMs } from '#domain/time/units.ts'
import { fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { busyness } from './busyness.ts'
import { buildModel } from './schedule-model.ts'

const origin = Date.UTC(2026, 10, 9)

it('the columns of the minimap count the open operations that run in them', () => {
  const work = fc.tuple(fc.integer({ min: 0, max: 19 }), fc.integer({ min: 1, max: 8 }), fc.boolean())
  fc.assert(
    fc.property(fc.array(work, { maxLength: 20 }), (list) => {
      const operations = list.map(([from, hours, isDone]) => ({
        startMs: origin + from * hourMs,
        endMs: origin + (from + hours) * hourMs,
        flags: isDone ? 1 : 0,
      }))
      const model = buildModel(fixturePlan({ projects: [operations] }))
      const counted = [...busyness(model, origin, origin + 20 * hourMs, 20)]
      const expected = Array.from(
        { length: 20 },
        (_, hour) => list.filter(([from, hours, isDone]) => !isDone && from <= hour && hour < from + hours).length,
      )
      expect(counted).toEqual(expected)
    }),
  )
})
