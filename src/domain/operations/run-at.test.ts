import { expect, it } from 'vitest'
import { runAt } from './run-at.ts'

const turned = { categoryId: 'lathe', durationHours: 6, alternatives: [{ categoryId: 'mill', durationHours: 8 }] }

it('an operation that moves to an alternative takes its hours, and can move back', () => {
  const moved = runAt(turned, 'mill')
  expect(moved).toEqual({
    categoryId: 'mill',
    durationHours: 8,
    alternatives: [{ categoryId: 'lathe', durationHours: 6 }],
  })
  expect(runAt(moved, 'lathe')).toEqual(turned)
})

it('an operation stays where it is if the work center is not one of its alternatives', () => {
  expect([runAt(turned, 'saw'), runAt(turned, null), runAt(turned, 'lathe')]).toEqual([turned, turned, turned])
})
