import { expect, it } from 'vitest'
import { randomShop } from '#testing/bench/random-shop.ts'
import { planned } from '#testing/plan-as-present.ts'
import { scheduleShop } from './schedule-shop.ts'

it('a search compares its best plan with the current plan, even if some work has no date yet', () => {
  const fresh = randomShop({ seed: 5, projects: 8, operations: 30, categories: 1, trouble: 0 })
  const first = scheduleShop(fresh, { scope: 'all' })
  if ('cancelled' in first) throw new Error('cancelled')
  const withPlan = planned(fresh, first)
  const [undated, ...others] = withPlan.projects
  if (!undated) throw new Error('The shop has no projects')
  const operations = undated.operations.map((one) => ({ ...one, scheduledStartMs: null, scheduledEndMs: null }))
  const snapshot = { ...withPlan, projects: [{ ...undated, operations }, ...others] }
  const before: (number | null)[] = []
  const plan = scheduleShop(snapshot, {
    scope: 'all',
    effort: 'quick',
    onProgress: ({ figures }) => {
      if (!figures) return
      const { lateDaysBefore, lateProjectsBefore } = figures()
      before.push(lateDaysBefore, lateProjectsBefore)
    },
  })
  if ('cancelled' in plan) throw new Error('cancelled')
  expect(plan.before.lateDays).not.toBe(plan.lateDays)
  expect(new Set(before)).toEqual(new Set([plan.before.lateDays, plan.before.lateProjects]))
})
