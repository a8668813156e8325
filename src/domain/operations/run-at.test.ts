import { expect, it } from 'vitest'
import { keepOriginals, originalHoursAt, runAt } from './run-at.ts'

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

const known = {
  categoryId: 'lathe',
  durationHours: 6,
  originalHours: 5,
  alternatives: [{ categoryId: 'mill', durationHours: 8 }],
}

it('known hours stay known at the work center where they are known, and come back with it', () => {
  const moved = runAt(known, 'mill')
  expect(moved).toEqual({
    categoryId: 'mill',
    durationHours: 8,
    originalHours: null,
    alternatives: [{ categoryId: 'lathe', durationHours: 6, originalHours: 5 }],
  })
  expect(runAt(moved, 'lathe')).toEqual(known)
})

it('hours that a change keeps stay known, and other hours are an estimate', () => {
  expect(originalHoursAt(known, { categoryId: 'lathe', durationHours: 6 })).toBe(5)
  expect(originalHoursAt(known, { categoryId: 'lathe', durationHours: 7 })).toBeNull()
  expect(originalHoursAt(known, { categoryId: 'mill', durationHours: 8 })).toBeNull()
  expect(originalHoursAt(known, { categoryId: 'saw', durationHours: 6 })).toBe(5)
  expect(originalHoursAt(runAt(known, 'mill'), { categoryId: 'lathe', durationHours: 6 })).toBe(5)
})

it('an alternative that a change names with the same hours stays known', () => {
  const sent = [
    { categoryId: 'lathe', durationHours: 6 },
    { categoryId: 'mill', durationHours: 8 },
  ]
  expect(keepOriginals(known, sent)).toEqual([{ categoryId: 'lathe', durationHours: 6, originalHours: 5 }, sent[1]])
  expect(keepOriginals(known, [{ categoryId: 'lathe', durationHours: 9 }])).toEqual([
    { categoryId: 'lathe', durationHours: 9 },
  ])
})
