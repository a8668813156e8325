import { expect, it } from 'vitest'
import { runAt } from './run-at.ts'

const turned = { categoryId: 'lathe', durationHours: 6, alternatives: [{ categoryId: 'mill', durationHours: 8 }] }

it('an operation that moves to an alternative takes its hours, and may go back to the work center that it left', () => {
  const moved = runAt(turned, 'mill')
  expect(moved).toEqual({
    categoryId: 'mill',
    durationHours: 8,
    alternatives: [{ categoryId: 'lathe', durationHours: 6 }],
  })
  expect(runAt(moved, 'lathe')).toEqual(turned)
})

it('an operation stays where it is when the work center is not one of its alternatives', () => {
  expect([runAt(turned, 'saw'), runAt(turned, null), runAt(turned, 'lathe')]).toEqual([turned, turned, turned])
})
