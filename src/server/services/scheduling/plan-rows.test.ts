import { expect, it } from 'vitest'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { planRows } from './plan-rows.ts'

const placement = { factors: [], unplaced: null, warnings: [] }
const was = { scheduledStartMs: 100, scheduledEndMs: 200 }

it.each([
  ['work that has not begun gets the planned start and end', {}, [700, 900]],
  ['work that has begun keeps its planned start', { actualStartMs: 110, progressPercentage: 30 }, [100, 900]],
  ['work that began without a planned start gets one', { actualStartMs: 110, scheduledStartMs: null }, [110, 900]],
  [
    'work that began before its planned start starts when it began',
    { actualStartMs: 40, progressPercentage: 30 },
    [40, 900],
  ],
  [
    'work that is done keeps its planned start and end',
    { actualStartMs: 110, actualEndMs: 210, progressPercentage: 100 },
    [100, 200],
  ],
  ['work reported as completed keeps its planned start and end', { progressPercentage: 100 }, [100, 200]],
])('%s', (_case, facts, [s, e]) => {
  const one = { ...operation('Cut'), ...was, ...facts }
  const startMs = one.actualStartMs ?? 700
  const planned = [{ operationId: one.operationId, projectId: '7', startMs, endMs: 900, placement }]
  expect(planRows(shop([project('7', [one])]), planned)).toEqual([{ o: one.operationId, s, e, p: placement }])
})

it('work that has begun and cannot be scheduled has no dates', () => {
  const one = { ...operation('Cut'), ...was, actualStartMs: 110 }
  const planned = [{ operationId: one.operationId, projectId: '7', startMs: null, endMs: null, placement }]
  expect(planRows(shop([project('7', [one])]), planned)).toMatchObject([{ s: null, e: null }])
})
