import { describe, expect, it } from 'vitest'
import { floorLimits } from '#contract/floor.ts'
import { arrangeFloorQueue, type QueuedOperation } from './arrange-floor-queue.ts'

const tonight = 1_000
const open = (operationId: string, fields: Partial<QueuedOperation> = {}): QueuedOperation => ({
  ...{ operationId, state: 'onTime', isStarted: false, forecastStartMs: 2_000, scheduledStartMs: null },
  ...fields,
})
const arranged = (...operations: QueuedOperation[]) => arrangeFloorQueue(operations, tonight)

describe('the queue of a work center', () => {
  it('is in forecast order; without a forecast the plan decides, and without both it comes last', () => {
    const queue = arranged(
      open('none', { forecastStartMs: null }),
      open('held', { forecastStartMs: null, scheduledStartMs: 1_500 }),
      open('later', { forecastStartMs: 1_600 }),
      open('sooner', { forecastStartMs: 1_400, scheduledStartMs: 9_000 }),
    )
    expect(queue).toEqual({ today: [], next: ['sooner', 'held', 'later', 'none'], moreCount: 0 })
  })

  it.each([
    ['started', { isStarted: true }, true],
    ['overdue', { state: 'overdue' }, true],
    ['projected late', { state: 'projectedLate' }, true],
    ['before the day ends', { forecastStartMs: tonight - 1 }, true],
    ['with the next day', { forecastStartMs: tonight }, false],
    ['at risk', { state: 'atRisk' }, false],
    ['held, planned for today', { forecastStartMs: null, scheduledStartMs: 10, state: 'unscheduled' }, true],
    ['held, planned for later', { forecastStartMs: null, scheduledStartMs: 5_000, state: 'unscheduled' }, false],
  ] as const)('has work for today when it is %s', (_, fields, isToday) => {
    expect(arranged(open('a', fields)).today).toEqual(isToday ? ['a'] : [])
  })

  it('shows a limited number of each kind, and counts the rest', () => {
    const today = Array.from({ length: floorLimits.today + 3 }, (_, at) => open(`t${at}`, { forecastStartMs: at }))
    const later = Array.from({ length: 9 }, (_, at) => open(`l${at}`, { forecastStartMs: 2_000 + at }))
    const queue = arranged(...later, ...today)
    expect([queue.today.length, queue.next, queue.moreCount]).toEqual([
      floorLimits.today,
      ['l0', 'l1', 'l2', 'l3', 'l4'],
      7,
    ])
  })
})
