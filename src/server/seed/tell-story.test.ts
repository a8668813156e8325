import { describe, expect, it } from 'vitest'
import { projectPhases } from '#contract/vocabulary.ts'
import { severityOf } from '#domain/forecast/overdue-thresholds.ts'
import { localDay } from '#domain/projects/local-day.ts'
import { checkSchedule } from '#domain/scheduling/check-schedule.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import { bigOrganisation } from './big-organisation.ts'
import { contoso } from './contoso.ts'
import { northwind } from './northwind.ts'
import { type ToldShop, tellStory } from './tell-story.ts'

const day = Date.parse('2026-11-18T16:24:00Z')
/** A Sunday night and the Monday after it, a New Year's Day, daylight-saving changes, a leap day, the middle of a summer. */
const days = [
  '2026-11-23T04:30:00Z',
  '2026-11-23T13:00:00Z',
  '2027-01-01T18:00:00Z',
  '2027-03-14T15:00:00Z',
  '2027-11-07T12:00:00Z',
]
  .concat(['2028-02-29T20:00:00Z', '2027-07-20T13:00:00Z', '2026-11-18T16:24:00Z', '2026-12-28T12:00:00Z'])
  .map((text) => Date.parse(text))

const everyOperation = ({ snapshot }: ToldShop) => snapshot.projects.flatMap(({ operations }) => operations)

describe.each([
  ['Northwind Fabrication', northwind],
  ['Contoso Machining', contoso],
])('the story of %s', (_name, story) => {
  it.each(days)('is the same whenever it is told, and true on day %d', (nowMs) => {
    const told = tellStory(story, nowMs)
    expect(tellStory(story, nowMs).snapshot).toEqual(told.snapshot)
    const { snapshot, storyOf } = told
    const calendars = shopCalendars(snapshot, nowMs - 100 * 86_400_000)
    for (const { operations, projectId } of snapshot.projects) {
      const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
      for (const operation of operations) {
        const { actualStartMs, actualEndMs, progressPercent, categoryId, durationHours, dependencies } = operation
        const calendar = calendars.byCategory.get(categoryId ?? '') ?? calendars.organisation
        if (actualStartMs !== null) {
          expect(actualStartMs).toBeLessThan(nowMs)
          expect(calendar.isOpen(actualStartMs)).toBe(true)
          for (const { operationId } of dependencies) {
            expect(byId.get(operationId)?.actualEndMs ?? Infinity).toBeLessThanOrEqual(actualStartMs)
          }
        }
        expect(progressPercent === 100).toBe(actualEndMs !== null)
        expect(progressPercent > 0).toBe(actualStartMs !== null)
        if (actualStartMs === null || actualEndMs === null) continue
        expect(actualEndMs).toBeLessThanOrEqual(nowMs)
        const workedHours = (calendar.toWork(actualEndMs) - calendar.toWork(actualStartMs)) / 3_600_000
        // Progress is reported in steps of five percent, and what is left is planned from there.
        expect(Math.abs(workedHours - durationHours)).toBeLessThanOrEqual(durationHours * 0.05)
      }
      const phase = storyOf.get(projectId)?.phase
      const isDone = operations.every(({ actualEndMs }) => actualEndMs !== null)
      if (phase === 'complete' || phase === 'shipped') expect(isDone).toBe(true)
    }
  })

  it('was shipped from within working time, dependencies and capacity in the year before', () => {
    const { snapshot, past } = tellStory(story, day)
    expect(past.length).toBeGreaterThan(10)
    const calendars = shopCalendars(snapshot, day - 420 * 86_400_000)
    const worked = past.flatMap(({ project }) => project.operations)
    for (const { project, completedMs, actualShipMs } of past) {
      const endOf = new Map(project.operations.map((operation) => [operation.operationId, operation.actualEndMs ?? 0]))
      expect(Math.max(...endOf.values())).toBe(completedMs)
      expect(actualShipMs).toBeGreaterThan(completedMs)
      for (const { actualStartMs, dependencies } of project.operations) {
        for (const { operationId } of dependencies)
          expect(actualStartMs).toBeGreaterThanOrEqual(endOf.get(operationId) ?? 0)
      }
    }
    const all = [...worked, ...snapshot.projects.flatMap(({ operations }) => operations)]
    for (const { actualStartMs, categoryId } of worked) {
      const at = actualStartMs ?? 0
      expect((calendars.byCategory.get(categoryId ?? '') ?? calendars.organisation).isOpen(at)).toBe(true)
      const running = all.filter(
        (other) =>
          other.categoryId === categoryId &&
          (other.actualStartMs ?? Infinity) <= at &&
          (other.actualEndMs ?? Infinity) > at,
      )
      const capacity = snapshot.categories.find((centre) => centre.categoryId === categoryId)?.capacity
      expect(running.length).toBeLessThanOrEqual(capacity ?? 0)
    }
  })

  it.each(days)('leaves work for "Schedule all" on day %d, and the checker finds nothing in it', (nowMs) => {
    const { snapshot } = tellStory(story, nowMs)
    const plan = scheduleShop(snapshot, { scope: 'all' })
    if ('cancelled' in plan) throw new Error('Nobody cancelled')
    expect(checkSchedule(snapshot, plan, { scope: 'all' })).toEqual([])
    expect(plan.operations.filter(({ startMs }) => startMs !== null).length).toBeGreaterThan(20)
    const before = new Map(
      snapshot.projects.flatMap(({ operations }) => operations.map((o) => [o.operationId, o.scheduledStartMs])),
    )
    const fresh = plan.operations.filter((o) => o.startMs !== null && before.get(o.operationId) === null)
    expect(fresh.length).toBeGreaterThan(5)
  })
})

describe('Northwind Fabrication', () => {
  it.each(days)('has overdue work of every severity on day %d', (nowMs) => {
    const { snapshot } = tellStory(northwind, nowMs)
    const dayOf = (ms: number) => localDay(ms, northwind.timeZone)
    const counts = { critical: 0, high: 0, medium: 0, low: 0 }
    for (const { phase, operations } of snapshot.projects) {
      for (const { scheduledEndMs, actualEndMs } of phase === 'production' ? operations : []) {
        if (actualEndMs !== null || scheduledEndMs === null || scheduledEndMs >= nowMs) continue
        counts[severityOf(dayOf(nowMs) - dayOf(scheduledEndMs - 1))]++
      }
    }
    expect(counts).toMatchObject({ critical: 3, high: 4 })
    expect(counts.medium).toBeGreaterThan(1)
    expect(counts.low).toBeGreaterThan(0)
  })

  it.each(days)('tells of all that a planner must see on day %d', (nowMs) => {
    const told = tellStory(northwind, nowMs)
    const { projects, categories } = told.snapshot
    const operations = everyOperation(told)
    expect(projects.length).toBeGreaterThanOrEqual(38)
    expect(operations.length).toBeGreaterThanOrEqual(380)
    expect(categories).toHaveLength(8)
    expect(new Set(projects.map(({ phase }) => phase))).toEqual(new Set(projectPhases))
    const unfinished = operations.filter(({ actualEndMs }) => actualEndMs === null)
    expect(unfinished.filter(({ actualStartMs }) => actualStartMs !== null).length).toBeGreaterThan(5)
    expect(unfinished.filter(({ onHold }) => onHold).length).toBeGreaterThan(1)
    expect(unfinished.filter(({ pinned }) => pinned).length).toBeGreaterThan(0)
    const overdue = unfinished.filter(({ scheduledEndMs }) => scheduledEndMs !== null && scheduledEndMs < nowMs)
    expect(overdue.length).toBeGreaterThan(10)
    const late = projects.filter(({ phase, dueMs }) => phase === 'production' && (dueMs ?? Infinity) < nowMs)
    // A ship date two days before a Monday is that Monday: of the five, one is not late yet.
    expect(late.length).toBeGreaterThanOrEqual(4)
    const hoursLeft = new Map<string, number>()
    for (const { categoryId, durationHours, progressPercent } of unfinished) {
      const hours = durationHours * (1 - progressPercent / 100)
      hoursLeft.set(categoryId ?? '', (hoursLeft.get(categoryId ?? '') ?? 0) + hours)
    }
    const load = new Map(categories.map((c) => [c.name, (hoursLeft.get(c.categoryId) ?? 0) / c.capacity]))
    expect(load.get('Welding')).toBeGreaterThan(1.5 * (load.get('Machining') ?? 0))
  })
})

describe('a generated organisation', () => {
  it('is the same for the same seed, another for another', () => {
    const size = { projects: 20, operations: 8, nowMs: day }
    expect(bigOrganisation({ ...size, seed: 1 })).toEqual(bigOrganisation({ ...size, seed: 1 }))
    expect(bigOrganisation({ ...size, seed: 2 })).not.toEqual(bigOrganisation({ ...size, seed: 1 }))
  })
})
