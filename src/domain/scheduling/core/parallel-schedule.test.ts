import { expect, it, vi } from 'vitest'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { at } from '#testing/plan-by-hand.ts'
import { shopModel } from '../shop-model.ts'
import { shopProblem } from '../shop-problem.ts'
import { dispatchRules } from './dispatch-rules.ts'
import { parallelSchedule } from './parallel-schedule.ts'
import { PlanBuilder } from './plan-builder.ts'

it('work with an alternative does not block the work center for more urgent work that could start at the same instant', () => {
  const urgent = (id: string) =>
    project(id, [operation(id, { categoryId: 'weld', durationHours: 8 })], { priority: 90, dueMs: at('16T17:00') })
  const either = operation('either', { durationHours: 9, alternatives: [{ categoryId: 'weld', durationHours: 6 }] })
  const snapshot = shop([urgent('one'), urgent('two'), project('three', [either], { priority: 20 })])
  const { problem } = shopProblem(shopModel(snapshot, 'all'))
  const plan = new PlanBuilder(problem)
  for (const make of dispatchRules(problem).slice(0, 1)) parallelSchedule(plan, make(), () => false)
  expect([...plan.start]).toEqual([at('16T08:00'), at('16T08:00'), at('16T08:00')])
})

it('operations that need two resources start in order as soon as both have room, after about one attempt each', () => {
  const people = { categoryId: 'people', name: 'Welders', capacity: 1, shiftId: null }
  const projects = Array.from({ length: 60 }, (_, i) => {
    const together = operation(`${i}`, { categoryId: i % 2 ? 'saw' : 'weld', poolId: 'people', durationHours: 3 })
    return project(`${i}`, [together], { priority: 1 + i, dueMs: at('16T08:00') })
  })
  const alone = project('alone', [operation('alone', { durationHours: 2 })], { priority: 100, dueMs: at('16T08:00') })
  const plain = shop([...projects, alone])
  const { problem, rows } = shopProblem(shopModel({ ...plain, categories: [...plain.categories, people] }, 'all'))
  const plan = new PlanBuilder(problem)
  const tries = vi.spyOn(plan, 'fit')
  for (const make of dispatchRules(problem).slice(1, 2)) parallelSchedule(plan, make(), () => false)
  expect(rows).toHaveLength(61)
  const weightOf = (i: number): number => problem.weight[problem.project[i] ?? -1] ?? 0
  const inOrder = [...plan.start.keys()].sort((a, b) => (plan.start[a] ?? 0) - (plan.start[b] ?? 0))
  // The pool begins with the most urgent work at the other work center, because the saw is occupied.
  expect(inOrder.slice(0, 6).map((i) => [weightOf(i), plan.start[i]])).toEqual([
    [59, at('16T08:00')],
    [100, at('16T08:00')],
    [60, at('16T11:00')],
    [58, at('16T14:00')],
    [57, at('17T08:00')],
    [56, at('17T11:00')],
  ])
  expect(tries.mock.calls.length).toBeLessThan(2 * 61)
})
