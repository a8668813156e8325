import { expect, it } from 'vitest'
import type { GanttScene } from '../gantt-context.ts'
import { DayGrid } from '../model/day-grid.ts'
import { fixturePlan } from '../model/plan-fixture.ts'
import { buildModel } from '../model/schedule-model.ts'
import { dayMs, hourMs } from '../model/units.ts'
import { ZoneClock } from '../model/zone-clock.ts'
import type { MovePreview } from '../schedule-store.ts'
import { shipDateWords } from './move-words.ts'

const midnight = Date.UTC(2026, 10, 9, 6)
const dueMs = midnight + 5 * dayMs
const span = { startMs: dueMs - 4 * hourMs, endMs: dueMs }
const model = buildModel(fixturePlan({ projects: [[span]], dueMs: [dueMs], states: ['late'], latenessDays: [16] }))
const grid = new DayGrid(new ZoneClock('America/Chicago'), midnight, midnight + 30 * dayMs)
const gantt = { model, grid } as unknown as GanttScene

const saidOf = (endMs: number) => {
  const moved = { operation: 0, startMs: endMs - 4 * hourMs, endMs }
  return shipDateWords(gantt, { moved, movedTo: new Map([[0, moved]]) } as unknown as MovePreview)
}

it('a dragged bar says how far from the ship date the project would end and calls nothing late', () => {
  expect(saidOf(dueMs + 1)).toBe('#1031 ends 1 d after the ship date, not on it')
  expect(saidOf(dueMs + 3 * dayMs)).toBe('#1031 ends 3 d after the ship date, not on it')
  expect(saidOf(dueMs - dayMs)).toBe('#1031 ends 1 d before the ship date, not on it')
})

it('a dragged bar that ends on the same day as before says nothing about the ship date', () => {
  expect(saidOf(dueMs - hourMs)).toBeNull()
})
