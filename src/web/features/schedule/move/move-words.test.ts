import { expect, it } from 'vitest'
import { dayMs, hourMs } from '#domain/time/units.ts'
import { type FixturePlan, fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { DayGrid } from '#web/components/time-chart/day-grid.ts'
import { ZoneClock } from '#web/components/time-chart/zone-clock.ts'
import { projectNumber } from '../frame/bar-words.ts'
import type { GanttScene } from '../gantt-context.ts'
import { buildModel } from '../model/schedule-model.ts'
import type { MovePreview } from '../schedule-store.ts'
import { shiftWords, shipDateWords, tooEarlyWords } from './move-words.ts'

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

it('a project number with letters has a # before it like a number of digits', () => {
  const { data } = model
  const lettered = { ...gantt, model: { ...model, data: { ...data, projects: { ...data.projects, numbers: ['M1'] } } } }
  expect(projectNumber(lettered, 0)).toBe('#M1')
})

it('a dragged bar that ends on the same day as before says nothing about the ship date', () => {
  expect(saidOf(dueMs - hourMs)).toBeNull()
})

it('a dragged bar says by how much it moves, from two working days on in days', () => {
  const shiftedBy = (hours: number) => {
    const moved = { operation: 0, startMs: span.startMs + hours * hourMs, endMs: span.endMs + hours * hourMs }
    const move = { moved, others: [], followers: [], alone: false, durationHours: null }
    return shiftWords(gantt, move as unknown as MovePreview)
  }
  expect(shiftedBy(0)).toBe('Original dates')
  expect(shiftedBy(0.25)).toBe('15 min of work later')
  expect(shiftedBy(-30)).toBe('30 h of work earlier')
  expect(shiftedBy(48)).toBe('2 working days later')
  expect(shiftedBy(-71.5)).toBe('3 working days earlier')
})

const words = { dayTime: (ms: number) => new Date(ms).toISOString().slice(5, 10) }
const earlyWords = (plan: FixturePlan, operation: number, startMs: number) =>
  tooEarlyWords(
    { model: buildModel(fixturePlan(plan)), words } as unknown as GanttScene,
    { moved: { operation, startMs, endMs: startMs + hourMs } } as unknown as MovePreview,
  )

it('a bar that is dragged to before its material is ready says so, and a later one does not', () => {
  const materialReadyMs = model.data.now + 2 * dayMs
  const plan = { projects: [[{ ...span, materialReadyMs }]] }
  expect(earlyWords(plan, 0, materialReadyMs - hourMs)).toBe('Starts before its material is ready, 11-20')
  expect(earlyWords(plan, 0, materialReadyMs)).toBeNull()
})

it('a bar that is dragged to before its predecessor has ended, or has dried, says which of the two', () => {
  const paint = { name: 'Paint', startMs: dueMs - 8 * hourMs, endMs: dueMs }
  const plan: FixturePlan = { projects: [[paint, span]], links: [[0, 1, 0, 16]] }
  expect(earlyWords(plan, 1, dueMs - hourMs)).toBe('Starts before Paint finishes')
  expect(earlyWords(plan, 1, dueMs + 15 * hourMs)).toBe('Starts before the lag after Paint is over')
  expect(earlyWords(plan, 1, dueMs + 16 * hourMs)).toBeNull()
})
