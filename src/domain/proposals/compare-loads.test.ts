import { expect, it } from 'vitest'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { hourMs } from '../time/units.ts'
import { compareLoads } from './compare-loads.ts'

it('a proposal counts load as analytics does: the remaining hours of open work, without held or finished work', () => {
  const at = { categoryId: 'weld', durationHours: 4 }
  const operations = [
    operation('open', at),
    operation('half', { ...at, progressPercentage: 50, actualStartMs: 0 }),
    operation('held', { ...at, onHold: true }),
    operation('done', { ...at, progressPercentage: 100 }),
  ]
  const before = shop([project('p', operations)], {
    categories: [{ categoryId: 'weld', name: 'Welding', capacity: 1, shiftId: null }],
  })
  const changed = { ...before, categories: before.categories.map((of) => ({ ...of, capacity: 2 })) }
  const { nowMs } = before
  const placed = operations.map(({ operationId }) => ({ operationId, startMs: nowMs, endMs: nowMs + 4 * hourMs }))
  const plan = (snapshot: typeof before) => ({ snapshot, operations: placed })
  expect(compareLoads(plan(before), plan(changed), Infinity)).toMatchObject({
    loads: [{ name: 'Welding', bookedHoursBefore: 6, bookedHoursAfter: 6, openHoursBefore: 171, openHoursAfter: 342 }],
    loadsFromMs: nowMs,
  })
  expect(compareLoads(plan(before), plan(before), Infinity).loads).toEqual([])
})
