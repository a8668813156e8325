import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dispatchOrder, floorSections, type QueuedOperation } from './dispatch-order.ts'

const tonight = 1_000
const open = (operationId: string, fields: Partial<QueuedOperation> = {}): QueuedOperation => ({
  operationId,
  onHold: false,
  isStarted: false,
  forecastStartMs: 2_000,
  scheduledStartMs: null,
  ...fields,
})
const idsOf = (operations: readonly QueuedOperation[]) => operations.map(({ operationId }) => operationId)
const sectionsOf = (...operations: QueuedOperation[]) => {
  const { today, next, onHold } = floorSections(operations, tonight)
  return { today: idsOf(today), next: idsOf(next), onHold: idsOf(onHold) }
}

describe('the order of a work center', () => {
  it('follows the forecast; among equal starts the plan decides, then the id', () => {
    const { scheduled } = dispatchOrder([
      open('later', { forecastStartMs: 1_600 }),
      open('same b', { forecastStartMs: 1_500, scheduledStartMs: 700 }),
      open('same a', { forecastStartMs: 1_500, scheduledStartMs: 700 }),
      open('planned first', { forecastStartMs: 1_500, scheduledStartMs: 600 }),
      open('sooner', { forecastStartMs: 1_400, scheduledStartMs: 9_000 }),
    ])
    expect(idsOf(scheduled)).toEqual(['sooner', 'planned first', 'same a', 'same b', 'later'])
  })

  it.each([
    ['started earlier', { isStarted: true, forecastStartMs: -5_000 }, 'today'],
    ['under way and continued tomorrow', { isStarted: true }, 'today'],
    ['under way without a forecast', { isStarted: true, forecastStartMs: null }, 'today'],
    ['before the day ends', { forecastStartMs: tonight - 1 }, 'today'],
    ['with the next day', { forecastStartMs: tonight }, 'next'],
    ['planned for today but without a forecast', { forecastStartMs: null, scheduledStartMs: 10 }, 'next'],
    ['on hold and planned for today', { onHold: true, forecastStartMs: null, scheduledStartMs: 10 }, 'onHold'],
  ] as const)('has work %s in its section', (_, fields, section) => {
    expect(sectionsOf(open('a', fields))).toEqual({ today: [], next: [], onHold: [], [section]: ['a'] })
  })

  it('starts with the work that is under way, also when it goes on later than other work starts', () => {
    const { scheduled } = dispatchOrder([open('tonight', { forecastStartMs: 900 }), open('begun', { isStarted: true })])
    expect(idsOf(scheduled)).toEqual(['begun', 'tonight'])
  })

  it('puts work without a forecast behind all scheduled work', () => {
    expect(sectionsOf(open('none', { forecastStartMs: null }), open('last', { forecastStartMs: 9_000 })).next).toEqual([
      'last',
      'none',
    ])
  })

  it('the tablet shows the dispatch list in its order: today, then what comes up', () => {
    const instant = fc.option(fc.integer({ min: 0, max: 2_000 }))
    const fields = fc.record({
      onHold: fc.boolean(),
      isStarted: fc.boolean(),
      forecastStartMs: instant,
      scheduledStartMs: instant,
    })
    fc.assert(
      fc.property(fc.array(fields, { maxLength: 40 }), fc.integer({ min: 0, max: 2_000 }), (list, endMs) => {
        const operations = list.map((one, index) => open(`operation ${index}`, one))
        const { scheduled, unscheduled, onHold } = dispatchOrder(operations)
        const sections = floorSections(operations.toReversed(), endMs)
        expect([...sections.today, ...sections.next]).toEqual([...scheduled, ...unscheduled])
        expect(sections.onHold).toEqual(onHold)
        expect(
          sections.today.every(({ isStarted, forecastStartMs }) => isStarted || (forecastStartMs ?? endMs) < endMs),
        ).toBe(true)
      }),
    )
  })
})
