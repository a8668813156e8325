import { describe, expect, it } from 'vitest'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import type { SnapshotOperation } from '../shop-snapshot.ts'
import { checkRows } from './check-rows.ts'

const placement = { factors: [], unplaced: null, warnings: [] }
const was = { scheduledStartMs: 100, scheduledEndMs: 200 }

const violations = (
  facts: Partial<SnapshotOperation>,
  [startMs, endMs]: readonly [number | null, number | null],
  [storedStart, storedEnd]: readonly [number | null, number | null],
) => {
  const snapshot = shop([project('7', [operation('Cut', { ...was, ...facts })])])
  const operations = [{ operationId: 'Cut', projectId: '7', startMs, endMs, placement }]
  const rows = [{ operationId: 'Cut', startMs: storedStart, endMs: storedEnd }]
  return checkRows(snapshot, { operations }, rows).map(({ code }) => code)
}

const done = { actualStartMs: 110, actualEndMs: 210, progressPercentage: 100 }

describe('the checker of stored rows', () => {
  it.each([
    ['the dates of the plan', {}, [300, 400], [300, 400]],
    ['no dates for unscheduled work', {}, [null, null], [null, null]],
    ['the scheduled start that begun work had', { actualStartMs: 110 }, [110, 400], [100, 400]],
    ['the actual start of work that began early', { actualStartMs: 40 }, [40, 400], [40, 400]],
    ['the scheduled dates of finished work', done, [110, 210], [100, 200]],
  ] as const)('the checker accepts %s', (_case, facts, planned, stored) => {
    expect(violations(facts, planned, stored)).toEqual([])
  })

  it.each([
    ['an end before the start', { actualStartMs: 40 }, [40, 90], [100, 90], 'wrongDates'],
    ['other dates than the plan has', {}, [300, 400], [300, 500], 'storedOtherwise'],
    ['a scheduled start after the actual one', { actualStartMs: 40 }, [40, 400], [100, 400], 'storedOtherwise'],
    ['another start of begun work', { actualStartMs: 110 }, [110, 400], [110, 400], 'storedOtherwise'],
    ['other dates of finished work', done, [110, 210], [110, 210], 'storedOtherwise'],
    ['a start of work without one', {}, [null, null], [100, 200], 'storedOtherwise'],
  ] as const)('the checker finds %s', (_case, facts, planned, stored, code) => {
    expect(violations(facts, planned, stored)).toEqual([code])
  })

  it('the checker finds a row for an operation that is not in the plan', () => {
    const snapshot = shop([project('7', [operation('Cut')])])
    const rows = [{ operationId: 'Cut', startMs: 1, endMs: 2 }]
    expect(checkRows(snapshot, { operations: [] }, rows)).toEqual([{ code: 'unknown', operationId: 'Cut' }])
  })
})
