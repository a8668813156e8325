import { expect, it } from 'vitest'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { at } from '#testing/plan-by-hand.ts'
import { shopModel } from '../shop-model.ts'
import { shopProblem } from '../shop-problem.ts'
import { dispatchRules } from './dispatch-rules.ts'
import { parallelSchedule } from './parallel-schedule.ts'
import { PlanBuilder } from './plan-builder.ts'

it('work that may run elsewhere does not take the work center of more urgent work that could start at the same instant', () => {
  const urgent = (id: string) =>
    project(id, [operation(id, { categoryId: 'weld', durationHours: 8 })], { priority: 90, dueMs: at('16T17:00') })
  const either = operation('either', { durationHours: 9, alternatives: [{ categoryId: 'weld', durationHours: 6 }] })
  const snapshot = shop([urgent('one'), urgent('two'), project('three', [either], { priority: 20 })])
  const { problem } = shopProblem(shopModel(snapshot, 'all'))
  const plan = new PlanBuilder(problem)
  for (const make of dispatchRules(problem).slice(0, 1)) parallelSchedule(plan, make(), () => false)
  expect([...plan.start]).toEqual([at('16T08:00'), at('16T08:00'), at('16T08:00')])
})
