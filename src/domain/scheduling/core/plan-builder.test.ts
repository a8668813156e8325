import { expect, it } from 'vitest'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { at } from '#testing/plan-by-hand.ts'
import { shopModel } from '../shop-model.ts'
import { shopProblem } from '../shop-problem.ts'
import { predecessorsOf } from './core-problem.ts'
import { PlanBuilder } from './plan-builder.ts'
import { serialSchedule } from './serial-schedule.ts'

it("an operation with an alternative that is reinserted waits for its predecessor at the predecessor's current position", () => {
  const cut = operation('cut', { categoryId: 'saw', durationHours: 2 })
  const either = operation('either', {
    categoryId: 'weld',
    durationHours: 2,
    alternatives: [{ categoryId: 'saw', durationHours: 3 }],
    dependencies: [{ operationId: 'cut', lagHours: 0 }],
  })
  const other = operation('other', { categoryId: 'saw', durationHours: 3 })
  const { problem, rows } = shopProblem(
    shopModel(shop([project('one', [cut, either]), project('two', [other])]), 'all'),
  )
  expect(rows).toHaveLength(3)
  const plan = new PlanBuilder(problem)
  serialSchedule(plan, Float64Array.of(0, 1, 2), () => false)
  expect([...plan.start]).toEqual([at('16T08:00'), at('16T10:00'), at('16T10:00')])
  for (const i of [1, 0, 2]) plan.remove(i)
  for (const i of [2, 0, 1]) plan.insert(i, predecessorsOf(problem))
  expect([...plan.start]).toEqual([at('16T11:00'), at('16T13:00'), at('16T08:00')])
})
