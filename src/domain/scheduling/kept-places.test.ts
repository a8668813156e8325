import { describe, expect, it } from 'vitest'
import { mondayMorningMs, operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { at, behind, binding, dates, of, run } from '#testing/plan-by-hand.ts'

describe('work that a run may not move', () => {
  it('completed work keeps its actual dates and takes no capacity', () => {
    const done = operation('a', { progressPercentage: 100, actualStartMs: at('13T08:00'), actualEndMs: at('16T11:00') })
    const result = run(shop([project('p', [done, operation('b')])]))
    expect(dates(result, 'a')).toEqual([at('13T08:00'), at('16T11:00')])
    expect(of(result, 'b').startMs).toBe(mondayMorningMs)
    expect(binding(result, 'a')).toEqual(['completed'])
  })
  it('started work keeps its start, goes first and continues from now', () => {
    const begun = operation('z', { durationHours: 8, progressPercentage: 25, actualStartMs: at('13T15:00') })
    const result = run(
      shop([project('p', [operation('a')], { priority: 100 }), project('q', [begun], { priority: 0 })]),
    )
    expect(dates(result, 'z')).toEqual([at('13T15:00'), at('16T14:00')])
    expect(of(result, 'a').startMs).toBe(at('16T14:00'))
  })
  it('two started operations above the capacity are allowed and reported', () => {
    const begun = (id: string) => operation(id, { actualStartMs: at('13T15:00') })
    const result = run(shop([project('p', [begun('a'), begun('b')])]))
    for (const id of ['a', 'b']) {
      expect(dates(result, id)).toEqual([at('13T15:00'), at('16T12:00')])
      expect(of(result, id).placement.warnings).toEqual([{ code: 'overload', categoryId: 'saw' }])
    }
  })
  it('pinned work keeps its exact dates, and other work is scheduled around it', () => {
    const pin = { pinned: true, scheduledStartMs: at('16T10:07'), scheduledEndMs: at('16T14:07') }
    const result = run(
      shop([project('p', [operation('a', pin), operation('b', { durationHours: 2 }), operation('c')])]),
    )
    expect(dates(result, 'a')).toEqual([at('16T10:07'), at('16T14:07')])
    expect(dates(result, 'b')).toEqual([mondayMorningMs, at('16T10:00')])
    expect(dates(result, 'c')).toEqual([at('16T14:07'), at('17T09:07')])
  })
  it('a predecessor of pinned work goes before more urgent work that has time', () => {
    const pin = { pinned: true, scheduledStartMs: at('16T12:00'), scheduledEndMs: at('16T16:00'), categoryId: 'weld' }
    const list = [operation('a'), operation('b', { ...pin, dependencies: behind('a') })]
    const urgent = project('q', [operation('c')], { dueMs: at('17T12:00'), priority: 100 })
    const result = run(shop([project('p', list), urgent]))
    expect(dates(result, 'a')).toEqual([mondayMorningMs, at('16T12:00')])
    expect(dates(result, 'c')).toEqual([at('16T12:00'), at('16T16:00')])
    expect(of(result, 'b').placement.warnings).toEqual([])
  })
  it('a run reports what a pin makes impossible', () => {
    const pin = { pinned: true, scheduledStartMs: at('21T09:00'), scheduledEndMs: at('21T11:00') }
    const list = [operation('a', { durationHours: 50 }), operation('b', { ...pin, dependencies: behind('a') })]
    const result = run(shop([project('p', list)]))
    expect(dates(result, 'b')).toEqual([at('21T09:00'), at('21T11:00')])
    expect(of(result, 'b').placement.warnings).toEqual([
      { code: 'overload', categoryId: 'saw' },
      { code: 'startsBeforePredecessor', operationId: 'a' },
      { code: 'startsInClosedTime' },
    ])
  })
  it('a pin whose end has passed is dropped, and its successors wait for the work', () => {
    const pin = { pinned: true, scheduledStartMs: at('12T08:00'), scheduledEndMs: at('12T12:00') }
    const list = [operation('a', pin), operation('b', { categoryId: 'weld', dependencies: behind('a') })]
    const result = run(shop([project('p', list)]))
    expect(dates(result, 'a')).toEqual([mondayMorningMs, at('16T12:00')])
    expect(of(result, 'a').placement.warnings).toEqual([{ code: 'pinPassed' }])
    expect(of(result, 'b').startMs).toBe(at('16T12:00'))
  })
  it('a pin whose start has passed is respected until its end', () => {
    const pin = { pinned: true, scheduledStartMs: at('13T15:00'), scheduledEndMs: at('16T10:00') }
    const list = [operation('a', pin), operation('b', { categoryId: 'weld', dependencies: behind('a') })]
    const result = run(shop([project('p', list)]))
    expect(dates(result, 'a')).toEqual([at('13T15:00'), at('16T10:00')])
    expect(of(result, 'b').startMs).toBe(at('16T10:00'))
  })
  it('an operation without duration next to pinned work is no overload', () => {
    const begun = operation('a', { actualStartMs: at('13T15:00') })
    const noon = { scheduledStartMs: at('16T09:00'), scheduledEndMs: at('16T09:00') }
    const result = run(shop([project('p', [begun, operation('b', { pinned: true, durationHours: 0, ...noon })])]))
    expect(dates(result, 'b')).toEqual([at('16T09:00'), at('16T09:00')])
    for (const id of ['a', 'b']) expect(of(result, id).placement.warnings).toEqual([])
  })
  it('a pin inside the lag after its predecessor is reported', () => {
    const pin = { pinned: true, categoryId: 'weld', scheduledStartMs: at('16T13:00'), scheduledEndMs: at('16T15:00') }
    const warned = (lagHours: number) => {
      const list = [operation('a'), operation('b', { ...pin, dependencies: behind('a', lagHours) })]
      return of(run(shop([project('p', list)])), 'b').placement.warnings
    }
    expect(warned(1)).toEqual([])
    expect(warned(2)).toEqual([{ code: 'startsBeforePredecessor', operationId: 'a' }])
  })
  it('work that starts inside the freeze window stays in place, and the rest moves', () => {
    const planned = (id: string, start: number, categoryId: string) =>
      operation(id, { categoryId, scheduledStartMs: start, scheduledEndMs: start + 4 * 3_600_000 })
    // Two working days from Monday 08:00, with Wednesday a holiday, is Thursday 08:00.
    const list = [planned('a', at('17T10:00'), 'saw'), planned('b', at('19T08:00'), 'weld')]
    const result = run(shop([project('p', list)], { freezeWorkingDays: 2 }))
    expect(of(result, 'a').placement.factors).toEqual([
      { code: 'frozen', at: at('17T10:00'), binding: true, until: at('19T08:00') },
    ])
    expect(of(result, 'b').startMs).toBe(mondayMorningMs)
    expect(result.objective.movedOperations).toBe(1)
  })
  it('a run over one project schedules it around all other projects', () => {
    const scheduled = operation('a', { scheduledStartMs: at('16T10:00'), scheduledEndMs: at('16T14:00') })
    const snapshot = shop([project('p', [scheduled]), project('q', [operation('b')])])
    const result = run(snapshot, { projectId: 'q' })
    expect(result.operations.map(({ operationId }) => operationId)).toEqual(['b'])
    expect(dates(result, 'b')).toEqual([at('16T14:00'), at('17T09:00')])
    expect(run(snapshot, { projectIds: ['q'] })).toEqual(result)
    expect(run(snapshot, { projectIds: ['p', 'q'] }).operations).toEqual(run(snapshot).operations)
    expect(run(snapshot, { projectId: 'nobody' }).operations).toEqual([])
  })
})
