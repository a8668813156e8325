import { expect, it } from 'vitest'
import { hourMs } from '#domain/time/units.ts'
import { fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { buildModel } from './schedule-model.ts'

const day = Date.UTC(2026, 10, 19)
const at = (hour: number, days = 0) => day + (hour + 24 * days) * hourMs

it('A model draws each changeover in working time right before the operation that it prepares', () => {
  const plan = fixturePlan({
    projects: [
      [
        { family: 'White', startMs: at(8), endMs: at(10) },
        { family: 'Blue', startMs: at(14), endMs: at(16) },
        // Two hours of the changeover are before the night, and one after it.
        { family: 'White', startMs: at(9, 1), endMs: at(11, 1) },
        { family: 'White', startMs: at(11, 1), endMs: at(12, 1) },
      ],
    ],
    open: [at(8), at(18), at(8, 1), at(18, 1)],
    changeovers: [
      { fromFamily: 'White', toFamily: 'Blue', hours: 2 },
      { fromFamily: 'Blue', toFamily: 'White', hours: 3 },
    ],
  })
  expect([...buildModel(plan).changeovers].map(([row, { startMs, endMs }]) => [row, startMs, endMs])).toEqual([
    [1, at(12), at(14)],
    [2, at(16), at(9, 1)],
  ])
  expect(
    buildModel({ ...plan, categories: plan.categories.map((c) => ({ ...c, changeovers: [] })) }).changeovers.size,
  ).toBe(0)
})
