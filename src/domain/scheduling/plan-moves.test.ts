import { expect, it } from 'vitest'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { planMoves } from './plan-moves.ts'

const placement = { factors: [], unplaced: null, warnings: [] }
const was = { scheduledStartMs: 100, scheduledEndMs: 200 }
const snapshot = shop([
  project('p', [
    operation('kept', was),
    operation('behind', was),
    operation('moved', was),
    operation('back', was),
    operation('lost', was),
    operation('done', { ...was, progressPercentage: 100 }),
  ]),
])
const at = (operationId: string, startMs: number | null) => ({
  operationId,
  projectId: 'p',
  startMs,
  endMs: startMs === null ? null : startMs + 100,
  placement,
})
const planned = [
  at('kept', 100),
  at('behind', 300),
  at('moved', 500),
  at('back', 100),
  at('lost', null),
  at('done', 40),
]
/** The forecast of each operation that does not start as planned. */
const forecast = new Map(['behind', 'moved', 'back'].map((id) => [id, at(id, 300)]))
const taken = { present: snapshot, changed: snapshot, planned, forecastOf: (id: string) => forecast.get(id) }

it('an operation counts as moved if its stored dates change, whatever the forecast was', () => {
  const { movedIds, movedAsForecast, byProject } = planMoves(taken)
  expect([...movedIds]).toEqual(['behind', 'moved', 'lost'])
  expect([movedAsForecast, byProject.get('p')]).toEqual([1, 3])
})

it('operations that a plan does not write do not count as moved', () => {
  const { movedIds } = planMoves({ ...taken, isWritten: ({ startMs }) => startMs !== null })
  expect([...movedIds]).toEqual(['behind', 'moved'])
})
