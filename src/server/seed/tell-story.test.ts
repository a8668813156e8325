// @module-tag rest
// @module-tag once
import { describe, expect, it } from 'vitest'
import { projectPhases } from '#contract/vocabulary.ts'
import { isOutside, isWorkCenter } from '#domain/categories/category-kind.ts'
import { severityOf } from '#domain/forecast/overdue-thresholds.ts'
import { localDay } from '#domain/projects/local-day.ts'
import { checkSchedule } from '#domain/scheduling/check-schedule.ts'
import type { ScheduleMethod } from '#domain/scheduling/schedule-result.ts'
import { isActive } from '#domain/scheduling/schedule-scope.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import { shopCalendars } from '#domain/scheduling/shop-calendars.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import { dayMs } from '#domain/time/units.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import { bigTenant } from './big-tenant.ts'
import { contoso } from './contoso.ts'
import { northwind } from './northwind.ts'
import { pastForecasts } from './past-forecasts.ts'
import type { ShopStory } from './shop-story.ts'
import { buildStory, type SeededShop } from './tell-story.ts'

const day = Date.parse('2026-11-18T16:24:00Z')
const afterChristmas = Date.parse('2026-12-28T12:00:00Z')
const newYear = Date.parse('2027-01-01T18:00:00Z')
const days = [
  ['a Wednesday before dawn', '2026-11-18T09:00:00Z'],
  ['a Wednesday morning', '2026-11-18T16:24:00Z'],
  ['a Saturday night', '2026-11-22T03:00:00Z'],
  ['a Sunday night', '2026-11-23T04:30:00Z'],
  ['a Monday at seven', '2026-11-23T13:00:00Z'],
  ['Thanksgiving Day', '2026-11-26T18:00:00Z'],
  ['the last minute of a month', '2026-12-01T05:59:00Z'],
  ['the Monday after Christmas', '2026-12-28T12:00:00Z'],
  ["New Year's Day", '2027-01-01T18:00:00Z'],
  ['the day clocks go forward', '2027-03-14T15:00:00Z'],
  ['the morning after clocks went forward', '2027-03-15T13:30:00Z'],
  ['the day clocks go back', '2027-11-07T12:00:00Z'],
  ['a leap day', '2028-02-29T20:00:00Z'],
  ['a Friday just before the late shift ends', '2027-05-08T02:50:00Z'],
  ['the middle of a summer', '2027-07-20T13:00:00Z'],
  ['the last day of an August', '2027-08-31T22:45:00Z'],
].map(([name, at]) => [name, Date.parse(at ?? '')] as [string, number])

const known = new Map<string, SeededShop>()
/** Each story is built once for all tests, which do not change it. */
const build = (story: ShopStory, nowMs: number): SeededShop => {
  const key = `${story.name} ${nowMs}`
  const seeded = known.get(key) ?? buildStory(story, nowMs)
  known.set(key, seeded)
  return seeded
}

const operationsOf = ({ snapshot }: SeededShop): SnapshotOperation[] =>
  snapshot.projects.flatMap(({ operations }) => operations)

const run = ({ snapshot }: SeededShop, method: ScheduleMethod) => {
  const plan = scheduleShop(snapshot, { scope: 'all', method })
  if ('cancelled' in plan) throw new Error('Nobody cancelled')
  return plan
}

/** The same organization, but without any event since the plan in force was made. */
const uneventful = (story: ShopStory): ShopStory => ({
  ...story,
  breakdowns: [],
  projects: story.projects.map(({ runsOver: _runs, took: _took, held, ...project }) => ({
    ...project,
    ...(held && held.daysAgo > story.planDaysAgo && { held }),
  })),
})

/** Neither the work center nor the pool of an operation does more than it can. */
const expectRoom = (
  { categories }: ShopSnapshot,
  all: readonly SnapshotOperation[],
  { categoryId, poolId }: SnapshotOperation,
  atMs: number,
): void => {
  const needed = categories.filter((one) => [categoryId, poolId].includes(one.categoryId) && !isOutside(one))
  for (const { categoryId: id, capacity } of needed) {
    const running = all.filter(
      (other) =>
        [other.categoryId, other.poolId].includes(id) &&
        (other.actualStartMs ?? Infinity) <= atMs &&
        (other.actualEndMs ?? Infinity) > atMs,
    )
    expect(running.length).toBeLessThanOrEqual(capacity)
  }
}

describe.each([
  ['Northwind Fabrication', northwind],
  ['Contoso Machining', contoso],
])('the story of %s', (_name, story) => {
  it.each(days)('is the same in each build, and its work fits calendars and dependencies, on %s', (_day, nowMs) => {
    const seeded = build(story, nowMs)
    expect(buildStory(story, nowMs).snapshot).toEqual(seeded.snapshot)
    const { snapshot, storyOf } = seeded
    const calendars = shopCalendars(snapshot, nowMs - 100 * dayMs)
    const all = operationsOf(seeded)
    for (const { operations, projectId } of snapshot.projects) {
      const { phase, took } = storyOf.get(projectId) ?? {}
      const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
      for (const [step, operation] of operations.entries()) {
        const { actualStartMs, actualEndMs, progressPercentage, categoryId, poolId, durationHours, dependencies } =
          operation
        const calendar = calendars.of(categoryId, poolId)
        if (actualStartMs !== null) {
          expect(actualStartMs).toBeLessThan(nowMs)
          expect(calendar.isOpen(actualStartMs)).toBe(true)
          for (const { operationId, lagHours, lagUnit, overlapPercent } of dependencies) {
            const before = byId.get(operationId)
            const dryMs = lagUnit === 'calendar' ? lagHours * 3_600_000 : 0
            const readyMs = overlapPercent ? before?.actualStartMs : before?.actualEndMs
            expect((readyMs ?? Infinity) + dryMs).toBeLessThanOrEqual(actualStartMs)
          }
          expectRoom(snapshot, all, operation, actualStartMs)
        }
        expect(progressPercentage === 100).toBe(actualEndMs !== null)
        expect(progressPercentage > 0).toBe(actualStartMs !== null)
        if (actualStartMs === null || actualEndMs === null) continue
        expect(actualEndMs).toBeLessThanOrEqual(nowMs)
        const workedHours = (calendar.toWork(actualEndMs) - calendar.toWork(actualStartMs)) / 3_600_000
        const hours = durationHours * (took?.step === step ? took.times : 1)
        // Work that is nearly finished is reported as finished.
        expect(Math.abs(workedHours - hours)).toBeLessThanOrEqual(hours * 0.011 + 1 / 60)
      }
      const isDone = operations.every(({ actualEndMs }) => actualEndMs !== null)
      if (phase === 'complete' || phase === 'shipped') expect(isDone).toBe(true)
    }
  })

  it.each(days)('has a plan that the engine made and that could be followed, on %s', (_day, nowMs) => {
    const seeded = build(story, nowMs)
    const { plannedFrom, result, snapshot, placements } = seeded
    expect(nowMs - plannedFrom.nowMs).toBeGreaterThan((story.planDaysAgo - 1) * dayMs)
    expect(checkSchedule(plannedFrom, result, { scope: 'all' })).toEqual([])
    expect(result.operations.flatMap(({ placement }) => placement.warnings)).toEqual([])
    const stored = new Map(operationsOf(seeded).map((operation) => [operation.operationId, operation]))
    for (const { operationId, startMs, endMs, placement } of result.operations) {
      const { scheduledStartMs, scheduledEndMs } = stored.get(operationId) ?? {}
      expect(placements.get(operationId)).toEqual(placement)
      if (placement.factors[0]?.code !== 'completed') expect(scheduledEndMs).toBe(endMs)
      if (!['completed', 'started'].includes(placement.factors[0]?.code ?? '')) expect(scheduledStartMs).toBe(startMs)
    }
    for (const { scheduledStartMs, dependencies } of snapshot.projects.flatMap(({ operations }) => operations)) {
      for (const { operationId, overlapPercent } of dependencies) {
        if (scheduledStartMs === null) continue
        const before = stored.get(operationId)
        const readyMs = overlapPercent ? before?.scheduledStartMs : before?.scheduledEndMs
        expect(readyMs ?? Infinity).toBeLessThanOrEqual(scheduledStartMs)
      }
    }
  })

  it.each(days)('is behind its plan only because of its events, on %s', (_day, nowMs) => {
    const seeded = buildStory(uneventful(story), nowMs)
    const forecast = new Map(run(seeded, 'keepSequence').operations.map((row) => [row.operationId, row]))
    for (const operation of operationsOf(seeded)) {
      const { operationId, actualStartMs, actualEndMs, scheduledStartMs, scheduledEndMs } = operation
      if (actualEndMs !== null || scheduledStartMs === null || scheduledEndMs === null) continue
      expect(scheduledEndMs).toBeGreaterThan(nowMs)
      expect(actualStartMs).toBe(scheduledStartMs < nowMs ? scheduledStartMs : null)
      const { startMs, endMs } = forecast.get(operationId) ?? {}
      expect(startMs).toBe(scheduledStartMs)
      if (actualStartMs === null) expect(endMs).toBe(scheduledEndMs)
      else expect(endMs).toBeLessThanOrEqual(scheduledEndMs)
    }
    expect(run(build(story, nowMs), 'keepSequence').lateDays).toBeGreaterThan(0)
  })

  it.each(days)('has a valid forecast and a valid new plan, which schedules new work, on %s', (_day, nowMs) => {
    const seeded = build(story, nowMs)
    const { snapshot } = seeded
    const forecast = run(seeded, 'keepSequence')
    expect(checkSchedule(snapshot, forecast, { scope: 'all', method: 'keepSequence' })).toEqual([])
    const plan = run(seeded, 'optimize')
    expect(checkSchedule(snapshot, plan, { scope: 'all' })).toEqual([])
    for (const { placement } of [...forecast.operations, ...plan.operations]) expect(placement.warnings).toEqual([])
    expect(plan.operations.filter(({ startMs }) => startMs !== null).length).toBeGreaterThan(20)
    const fresh = new Set(operationsOf(seeded).flatMap((o) => (o.scheduledStartMs === null ? o.operationId : [])))
    const first = plan.operations.filter((o) => o.startMs !== null && fresh.has(o.operationId))
    expect(first.length).toBeGreaterThan(5)
  })

  it('has past projects that respect working time, dependencies and capacity', () => {
    const { snapshot, past } = buildStory(story, day)
    expect(past.length).toBeGreaterThan(10)
    const calendars = shopCalendars(snapshot, day - 420 * dayMs)
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
    for (const operation of worked) {
      const at = operation.actualStartMs ?? 0
      expect(calendars.of(operation.categoryId, operation.poolId).isOpen(at)).toBe(true)
      expectRoom(snapshot, all, operation, at)
    }
  })
})

describe('Northwind Fabrication', () => {
  const dayOf = (ms: number): number => localDay(ms, northwind.timeZone)
  const daysBehind = (project: SnapshotProject, completionMs: number | null | undefined): number =>
    completionMs == null ? Number.NaN : dayOf(completionMs - 1) - dayOf((project.dueMs ?? 0) - 1)

  it.each(days)('has a few late projects for different reasons, and most projects on time, on %s', (_day, nowMs) => {
    const seeded = build(northwind, nowMs)
    const active = seeded.snapshot.projects.filter(isActive)
    expect(active).toHaveLength(30)
    const completion = (method: ScheduleMethod) =>
      new Map(run(seeded, method).projects.map(({ projectId, completionMs }) => [projectId, completionMs]))
    const forecast = completion('keepSequence')
    const late = active.filter((project) => daysBehind(project, forecast.get(project.projectId)) > 0)
    expect(late.length).toBeGreaterThanOrEqual(5)
    expect(late.length).toBeLessThanOrEqual(8)
    const lateness = late.map((project) => daysBehind(project, forecast.get(project.projectId))).sort((a, b) => a - b)
    expect(lateness[0]).toBeLessThanOrEqual(4)
    expect(lateness.at(-1)).toBeGreaterThanOrEqual(18)
    expect(lateness.at(-1)).toBeLessThanOrEqual(26)
    // The work center of the first unfinished operation.
    const centers = late.map(({ operations }) => operations.find(({ actualEndMs }) => actualEndMs === null)?.categoryId)
    expect(new Set(centers).size).toBeGreaterThanOrEqual(3)
    const inTime = active.map((project) => daysBehind(project, forecast.get(project.projectId))).filter((n) => n <= 0)
    expect(inTime.filter((slack) => slack >= -2).length).toBeGreaterThan(0)
    expect(inTime.filter((slack) => slack < -2).length).toBeGreaterThan(10)
    // Scheduling again recovers some of the delay.
    const again = completion('optimize')
    const sooner = active.filter(
      ({ projectId }) => (again.get(projectId) ?? Infinity) <= (forecast.get(projectId) ?? 0) - dayMs,
    )
    expect(sooner.length).toBeGreaterThan(0)
    const { objective, before } = run(seeded, 'optimize')
    expect(objective.weightedLatenessHours).toBeLessThan(before.weightedLatenessHours)
  })

  it.each(days)('has all the work under way that its story contains, on %s', (_day, nowMs) => {
    const { snapshot, storyOf } = build(northwind, nowMs)
    for (const { projectId, operations } of snapshot.projects) {
      const { runsOver, took, held, pinned, name } = storyOf.get(projectId) ?? {}
      const at = (of: { step: number } | undefined) => operations[of?.step ?? -1]
      const runs = at(runsOver)
      if (runsOver)
        expect(runs, name).toMatchObject({ progressPercentage: runsOver.progressPercentage, actualEndMs: null })
      if (runsOver) expect(runs?.actualStartMs, name).not.toBeNull()
      if (took) expect(at(took)?.actualStartMs, name).not.toBeNull()
      if (held) expect(at(held), name).toMatchObject({ onHold: true, actualStartMs: null })
      if (pinned) expect(at(pinned), name).toMatchObject({ pinned: true, actualStartMs: null })
      if (pinned) expect(at(pinned)?.scheduledStartMs, name).toBeGreaterThan(nowMs)
    }
    const [breakdown] = northwind.breakdowns
    const entry = snapshot.exceptions.find(({ name }) => name === breakdown?.name)
    expect(entry?.startMs).toBeLessThan(nowMs)
    expect(entry?.kind).toBe('downtime')
  })

  it.each(days)('makes certified work wait for the welder who is on leave, on %s', (_day, nowMs) => {
    const seeded = build(northwind, nowMs)
    const pool = seeded.snapshot.categories.find((category) => !isWorkCenter(category))
    const waiting = run(seeded, 'keepSequence').operations.flatMap(({ placement }) =>
      placement.factors.filter(
        (factor) =>
          factor.code === 'workCentreBusy' &&
          factor.binding &&
          factor.categoryId === pool?.categoryId &&
          factor.available?.units === 1,
      ),
    )
    expect(waiting.length).toBeGreaterThan(0)
    expect(waiting.length).toBeLessThan(10)
  })

  it.each(days)('has overdue work of every severity, on %s', (_day, nowMs) => {
    const { snapshot } = build(northwind, nowMs)
    const counts = { critical: 0, high: 0, medium: 0, low: 0 }
    for (const { phase, operations, dueMs } of snapshot.projects) {
      for (const { scheduledEndMs, actualEndMs } of phase === 'production' ? operations : []) {
        const shouldEndMs = Math.min(scheduledEndMs ?? Infinity, dueMs ?? Infinity)
        if (actualEndMs !== null || shouldEndMs >= nowMs) continue
        counts[severityOf(dayOf(nowMs) - dayOf(shouldEndMs - 1))]++
      }
    }
    expect(counts.critical).toBeGreaterThan(0)
    expect(counts.high).toBeGreaterThan(0)
    expect(counts.medium).toBeGreaterThan(0)
    // After a holiday no work has its planned end in the last two days.
    if (nowMs !== afterChristmas) expect(counts.low).toBeGreaterThan(0)
  })

  it.each(days)('contains everything that a planner must see, on %s', (_day, nowMs) => {
    const seeded = build(northwind, nowMs)
    const { projects, categories } = seeded.snapshot
    const operations = operationsOf(seeded)
    expect(projects.length).toBeGreaterThanOrEqual(38)
    expect(operations.length).toBeGreaterThanOrEqual(380)
    expect(categories.filter((center) => isOutside(center)).map(({ name }) => name)).toEqual(['Galvanizing'])
    const pools = categories.filter((category) => !isWorkCenter(category))
    expect(pools.map(({ name }) => name)).toEqual(['Certified welders'])
    expect(categories).toHaveLength(10)
    expect(new Set(projects.map(({ phase }) => phase))).toEqual(new Set(projectPhases))
    const unfinished = operations.filter(({ actualEndMs }) => actualEndMs === null)
    expect(unfinished.filter(({ actualStartMs }) => actualStartMs !== null).length).toBeGreaterThan(5)
    expect(unfinished.filter(({ onHold }) => onHold).length).toBeGreaterThan(1)
    const overdue = unfinished.filter(({ scheduledEndMs }) => scheduledEndMs !== null && scheduledEndMs < nowMs)
    expect(overdue.length).toBeGreaterThan(5)
    const pastDue = projects.filter(({ phase, dueMs }) => phase === 'production' && (dueMs ?? Infinity) < nowMs)
    expect(pastDue).toHaveLength(5)
    const drying = seeded.result.operations.filter(({ placement }) =>
      placement.factors.some(
        (factor) => factor.binding && factor.code === 'predecessor' && factor.lagUnit === 'calendar',
      ),
    )
    expect(drying.length).toBeGreaterThan(1)
    const startsEarly = operations.filter(({ dependencies, scheduledStartMs }) =>
      dependencies.some(({ operationId, overlapPercent }) => {
        const endMs = operations.find((other) => other.operationId === operationId)?.scheduledEndMs
        return overlapPercent && (scheduledStartMs ?? Infinity) < (endMs ?? 0)
      }),
    )
    // Around New Year the assembly is so full that the trial fit finds room only after the grinding.
    if (nowMs !== newYear) expect(startsEarly.map(({ name }) => name)).toEqual(['Trial fit'])
    const inTime = unfinished.filter(({ dependencies }) => dependencies.some(({ maxLagHours }) => maxLagHours))
    expect(inTime.length).toBeGreaterThan(1)
    const hoursLeft = new Map<string, number>()
    for (const { categoryId, durationHours, progressPercentage } of unfinished) {
      const hours = durationHours * (1 - progressPercentage / 100)
      hoursLeft.set(categoryId ?? '', (hoursLeft.get(categoryId ?? '') ?? 0) + hours)
    }
    const load = new Map(categories.map((c) => [c.name, (hoursLeft.get(c.categoryId) ?? 0) / c.capacity]))
    expect(load.get('Welding')).toBeGreaterThan(1.5 * (load.get('Machining') ?? 0))
  })
})

describe('a generated organization', () => {
  it('is the same for the same seed, and different for another seed', () => {
    const size = { projects: 20, operations: 8, nowMs: day }
    expect(bigTenant({ ...size, seed: 1 })).toEqual(bigTenant({ ...size, seed: 1 }))
    expect(bigTenant({ ...size, seed: 2 })).not.toEqual(bigTenant({ ...size, seed: 1 }))
  })
})

describe('the past forecasts of the demo', () => {
  it.each(days)(
    'every forecast names a project that was open then, and agrees with its stored dates, on %s',
    (_day, nowMs) => {
      const seeded = build(northwind, nowMs)
      const said = pastForecasts(seeded)
      expect(said.length).toBeGreaterThan(100)
      expect(pastForecasts(seeded)).toEqual(said)
      const byId = new Map(seeded.past.map((item) => [item.project.projectId, item]))
      for (const { projectId, saidMs, endMs, odds, chance, plannedShipMs, cause } of said) {
        const { completedMs = 0, plannedShipMs: planned = 0 } = byId.get(projectId) ?? {}
        expect(saidMs).toBeLessThan(completedMs)
        expect(endMs).toBeGreaterThan(saidMs)
        expect(plannedShipMs).toBe(planned)
        if (odds) expect(odds).toEqual(odds.toSorted((a, b) => a - b))
        expect(odds === null).toBe(chance === null)
        expect(cause !== null).toBe(endMs > endOfDayMs(planned, northwind.timeZone))
      }
      expect(new Set(said.map(({ projectId, week }) => `${projectId} ${week}`)).size).toBe(said.length)
      expect(said.filter(({ odds }) => odds !== null).length).toBeGreaterThan(100)
    },
  )
})
