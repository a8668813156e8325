import { describe, expect, it } from 'vitest'
import { nextFreeSlots } from '#domain/operations/next-free-slots.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { at, behind, binding, dates, of, run } from '#testing/plan-by-hand.ts'
import { shopCalendars } from './shop-calendars.ts'
import type { ShopSnapshot, SnapshotOperation } from './shop-snapshot.ts'

/** The shop with a supplier. Everything that would close an ordinary work center stands in its way. */
const withSupplier = (operations: SnapshotOperation[]): ShopSnapshot => {
  const made = shop([project('p', operations)])
  return {
    ...made,
    categories: [
      ...made.categories,
      { categoryId: 'zinc', name: 'Zinc', capacity: 1, shiftId: 'never', kind: 'outside' },
    ],
    exceptions: [
      { kind: 'downtime', name: 'Furnace', startMs: at('16T00:00'), endMs: at('30T00:00'), categoryId: 'zinc' },
    ],
    capacitySpans: [{ name: 'Bath', categoryId: 'zinc', units: 1, startMs: at('16T00:00'), endMs: null }],
  }
}
const away = (id: string, over: Partial<SnapshotOperation> = {}): SnapshotOperation =>
  operation(id, { categoryId: 'zinc', durationHours: 120, ...over })

describe('work outside', () => {
  it('goes on at night, on the weekend and on holidays, whatever the shop has for its work center', () => {
    const plan = run(withSupplier([operation('cut'), away('zinc', { dependencies: behind('cut') })]))
    expect(dates(plan, 'zinc')).toEqual([at('16T12:00'), at('21T12:00')])
    expect(binding(plan, 'zinc')).toEqual(['predecessor'])
  })

  it('has no limit, and nothing waits for a free place there', () => {
    const plan = run(withSupplier(['a', 'b', 'c'].map((id) => away(id))))
    for (const id of ['a', 'b', 'c']) {
      expect(dates(plan, id)).toEqual([at('16T08:00'), at('21T08:00')])
      expect(binding(plan, id)).toEqual(['now'])
    }
  })

  it('holds up the next operation until the shop opens again', () => {
    const plan = run(withSupplier([away('zinc'), operation('fit', { dependencies: behind('zinc') })]))
    expect(dates(plan, 'fit')).toEqual([at('23T08:00'), at('23T12:00')])
    expect(of(plan, 'fit').placement.factors).toContainEqual(
      expect.objectContaining({ code: 'closed', at: at('23T08:00') }),
    )
  })

  it('has no overload, however much of it is pinned to the same days', () => {
    const pinned = { pinned: true, scheduledStartMs: at('17T03:00'), scheduledEndMs: at('22T03:00') }
    const plan = run(withSupplier([away('a', pinned), away('b', pinned)]))
    expect([dates(plan, 'a'), of(plan, 'b').placement.warnings]).toEqual([[at('17T03:00'), at('22T03:00')], []])
  })

  it('finds its next free slot at once', () => {
    const snapshot = withSupplier([])
    const { byCategory, standard } = shopCalendars(snapshot, at('10T00:00'))
    const request = {
      operationId: 'a',
      categoryId: 'zinc',
      actualStartMs: null,
      leftHours: 120,
      durationHours: 120,
      plannedStartMs: Number.NaN,
      plannedEndMs: Number.NaN,
      releaseMs: -Infinity,
      predecessors: [],
    }
    const found = nextFreeSlots([request, { ...request, operationId: 'b' }], {
      nowMs: at('20T17:00'),
      busy: [{ categoryId: 'zinc', startMs: at('16T00:00'), endMs: at('30T00:00') }],
      calendarOf: (id) => byCategory.get(id ?? '') ?? standard,
      capacityOf: () => null,
    })
    const slot = { startMs: at('20T17:00'), endMs: at('25T17:00') }
    expect([...found]).toEqual([
      ['a', slot],
      ['b', slot],
    ])
  })
})
