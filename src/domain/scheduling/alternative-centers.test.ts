import { describe, expect, it } from 'vitest'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { planned } from '#testing/plan-as-present.ts'
import { at, dates, of, run } from '#testing/plan-by-hand.ts'
import { checkSchedule } from './check-schedule.ts'
import type { ShopSnapshot, SnapshotOperation } from './shop-snapshot.ts'

/** An operation of four hours at the saw, or five at one of two welders. */
const either: Partial<SnapshotOperation> = { alternatives: [{ categoryId: 'weld', durationHours: 5 }] }

/** One project for each operation, in order of priority. */
const sawing = (operations: Record<string, Partial<SnapshotOperation>>): ShopSnapshot =>
  shop(
    Object.entries(operations).map(([id, more], i) =>
      project(id, [operation(id, more)], { priority: 90 - i, dueMs: at('16T12:00') }),
    ),
  )

describe('an operation with alternative work centers', () => {
  it('the operation runs where it ends first, with the hours of that work center', () => {
    const plan = run(sawing({ first: { ...either }, second: { ...either } }))
    expect([of(plan, 'first').categoryId, dates(plan, 'first')]).toEqual(['saw', [at('16T08:00'), at('16T12:00')]])
    expect([of(plan, 'second').categoryId, dates(plan, 'second')]).toEqual(['weld', [at('16T08:00'), at('16T13:00')]])
  })

  it('the plan says how much longer it runs there, and how much sooner it can start than elsewhere', () => {
    const plan = run(sawing({ first: {}, second: { ...either } }))
    expect(of(plan, 'second').placement.others).toEqual([{ categoryId: 'saw', longerHours: 1, soonerHours: 4 }])
    expect(of(plan, 'first').placement.others).toBeUndefined()
  })

  it('the operation runs elsewhere if its own work center never works', () => {
    expect(of(run(sawing({ first: { categoryId: 'shut', ...either } })), 'first').categoryId).toBe('weld')
  })

  it.each<[string, Partial<SnapshotOperation>]>([
    ['a planner has fixed its work center', { categoryFixed: true }],
    ['it has started', { progressPercentage: 20 }],
    ['it is pinned', { pinned: true, scheduledStartMs: at('16T08:00'), scheduledEndMs: at('16T12:00') }],
  ])('the operation stays where it is if %s', (_, more) => {
    expect(of(run(sawing({ first: {}, second: { ...either, ...more } })), 'second').categoryId).toBe('saw')
  })

  it('the operation stays at its planned work center if the plan is followed, or a run finds nothing better', () => {
    const before = sawing({ first: { ...either }, second: { ...either } })
    const after = planned(before, run(before))
    for (const method of ['keepSequence', 'optimize'] as const) {
      const again = run(after, 'all', method)
      expect(['first', 'second'].map((id) => of(again, id).categoryId)).toEqual(['saw', 'weld'])
      expect(again.objective.movedOperations).toBe(0)
    }
  })
})

describe('checkSchedule with alternative work centers', () => {
  it('the checker refuses a work center that is not an alternative, and the hours of another one', () => {
    const before = sawing({ first: {}, second: { ...either } })
    const codes = (change: Partial<SnapshotOperation>, categoryId = 'weld') => {
      const plan = run(before)
      of(plan, 'second').categoryId = categoryId
      const allowed = {
        ...before,
        projects: before.projects.map((of) => ({
          ...of,
          operations: of.operations.map((one) => ({ ...one, ...change })),
        })),
      }
      return checkSchedule(allowed, plan, { scope: 'all' }).map(({ code }) => code)
    }
    expect(codes({})).toEqual([])
    expect(codes({ alternatives: [] })).toContain('wrongWorkCenter')
    expect(codes({ categoryFixed: true })).toContain('wrongWorkCenter')
    expect(codes({ alternatives: [{ categoryId: 'weld', durationHours: 6 }] })).toContain('wrongDuration')
    // Its five hours are not the four of the saw, where another operation runs.
    expect(codes({}, 'saw')).toEqual(expect.arrayContaining(['wrongDuration', 'overCapacity']))
  })
})
