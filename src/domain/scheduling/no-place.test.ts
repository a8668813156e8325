import { describe, expect, it } from 'vitest'
import { mondayMorningMs, operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { at, behind, dates, of, run } from '#testing/plan-by-hand.ts'

describe('the reason of unscheduled work', () => {
  it.each(['complete', 'shipped', 'on_hold', 'cancelled'])(
    'the reason is the phase of projects that are %s',
    (phase) => {
      const result = run(shop([project('p', [operation('a')], { phase })]))
      expect(of(result, 'a').placement.unplaced).toEqual({ code: 'projectNotScheduled', phase })
      expect(dates(result, 'a')).toEqual([null, null])
      expect(result.stats.unplacedOperations, 'waits for no place').toBe(0)
    },
  )
  it('projects that are not scheduled do not count as late, before or after', () => {
    const old = operation('a', { scheduledStartMs: at('12T08:00'), scheduledEndMs: at('12T12:00') })
    const late = { dueMs: at('11T17:00') }
    const lateIn = (phase: string) => {
      const { before, objective } = run(shop([project('p', [old], { ...late, phase })]))
      return [before.lateProjects, before.weightedLatenessHours > 0, objective.weightedLatenessHours > 0]
    }
    expect(lateIn('shipped')).toEqual([0, false, false])
    expect(lateIn('production')).toEqual([1, true, true])
  })
  it('the reason is the hold, for held work and all its successors', () => {
    const list = [
      operation('a', { onHold: true }),
      operation('b', { dependencies: behind('a') }),
      operation('c', { dependencies: behind('b') }),
      operation('d'),
    ]
    const result = run(shop([project('p', list)]))
    expect(of(result, 'a').placement.unplaced).toEqual({ code: 'onHold' })
    expect(of(result, 'b').placement.unplaced).toEqual({ code: 'waitsForUnplaced', operationId: 'a' })
    expect(of(result, 'c').placement.unplaced).toEqual({ code: 'waitsForUnplaced', operationId: 'a' })
    expect(of(result, 'd').startMs).toBe(mondayMorningMs)
    expect(result.projects[0]?.unplacedOperations).toBe(3)
  })
  it.each([Number.NaN, -1, Infinity])('the reason is the duration if that is %s', (durationHours) => {
    const result = run(shop([project('p', [operation('a', { durationHours }), operation('b')])]))
    expect(of(result, 'a').placement.unplaced).toEqual({ code: 'invalidDuration' })
    expect(of(result, 'b').startMs).toBe(mondayMorningMs)
  })
  it('the reason is an unknown predecessor, a work center that never opens, or a cycle with its names', () => {
    const list = [
      operation('a', { dependencies: behind('ghost') }),
      operation('b', { categoryId: 'shut' }),
      operation('c', { dependencies: behind('e') }),
      operation('d', { dependencies: behind('c') }),
      operation('e', { dependencies: behind('d') }),
      operation('f', { dependencies: behind('f') }),
      operation('g', { dependencies: behind('e') }),
      operation('h'),
    ]
    const result = run(shop([project('p', list)]))
    const reason = (id: string) => of(result, id).placement.unplaced
    expect(reason('a')).toEqual({ code: 'unknownPredecessor', operationId: 'ghost' })
    expect(reason('b')).toEqual({ code: 'noWorkingTime', categoryId: 'shut' })
    expect(reason('c')).toEqual({ code: 'cycle', operationIds: ['c', 'e', 'd'] })
    expect(reason('d')).toEqual({ code: 'cycle', operationIds: ['d', 'c', 'e'] })
    expect(reason('f')).toEqual({ code: 'cycle', operationIds: ['f'] })
    expect(reason('g')).toMatchObject({ code: 'waitsForUnplaced' })
    expect(of(result, 'h').startMs).toBe(mondayMorningMs)
  })
  it('an empty shop has an empty plan', () => {
    expect(run(shop([]))).toMatchObject({ operations: [], projects: [], lateProjects: 0 })
  })
})
