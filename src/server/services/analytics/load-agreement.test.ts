import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectPhases } from '#contract/vocabulary.ts'
import { countOverCapacity, loadPercent } from '#domain/analytics/load-percent.ts'
import type { ShopSnapshot, SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import { analyticsOracle } from '#testing/analytics-oracle.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { wholeSchedule } from '#testing/whole-schedule.ts'
import { DayGrid } from '#web/components/time-chart/day-grid.ts'
import { ZoneClock } from '#web/components/time-chart/zone-clock.ts'
import { buildModel } from '#web/features/schedule/model/schedule-model.ts'
import { bandLayout } from '#web/features/schedule/timeline/band-layout.ts'
import { centerLoad } from '#web/features/schedule/timeline/center-load.ts'
import type { TenantContext } from '../../context.ts'
import { insertShop } from '../../seed/insert-shop.ts'
import { Random } from '../../seed/random.ts'
import { seedContext } from '../../seed/seed-context.ts'
import { getDashboard } from '../dashboard/get-dashboard.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { createTenant } from '../tenants/create-tenant.ts'
import { getLoadCell } from './get-load-cell.ts'
import { getLoadMatrix } from './get-load-matrix.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
const timeZone = 'America/Chicago'
/** Thursday noon; the week after this one has a closed day. */
const nowMs = Date.parse('2026-11-19T18:00:00Z')
const weekdays = [1, 2, 3, 4, 5]

const centers = [
  { name: 'Saw', capacity: 1, shift: null },
  { name: 'Weld', capacity: 3, shift: null },
  { name: 'Paint', capacity: 2, shift: 'nights' },
  { name: 'Furnace', capacity: 1, shift: 'always' },
  { name: 'Shut', capacity: 1, shift: 'never' },
  { name: 'Supplier', capacity: 1, shift: null, kind: 'outside' },
] as const

/** An operation in any state. All times are minutes from now. */
const life = fc.record({
  center: fc.integer({ min: -1, max: centers.length - 1 }),
  kind: fc.constantFrom('planned', 'planned', 'planned', 'begun', 'begun', 'done', 'unscheduled'),
  startMin: fc.integer({ min: -6 * 1440, max: 9 * 1440 }),
  spanMin: fc.integer({ min: 0, max: 4 * 1440 }),
  begunMin: fc.integer({ min: -9 * 1440, max: -1 }),
  hours: fc.integer({ min: 1, max: 160 }).map((quarters) => quarters / 4),
  progress: fc.integer({ min: 1, max: 99 }),
  onHold: fc.integer({ min: 0, max: 7 }).map((dice) => dice === 0),
})
const randomShop = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  weekStartsOn: fc.integer({ min: 1, max: 7 }),
  projects: fc.array(
    fc.record({
      // Most projects are in production.
      phase: fc.constantFrom(...projectPhases, 'production', 'production', 'engineering', 'production'),
      status: fc.constantFrom('In Progress', 'In Progress', 'In Progress', 'On Hold', 'Completed'),
      operations: fc.array(life, { minLength: 4, maxLength: 8 }),
    }),
    { minLength: 25, maxLength: 40 },
  ),
})
type RandomShop = typeof randomShop extends fc.Arbitrary<infer Shop> ? Shop : never

const operationOf = (
  random: Random,
  {
    center,
    kind,
    startMin,
    spanMin,
    begunMin,
    hours,
    progress,
    onHold,
  }: RandomShop['projects'][number]['operations'][number],
  sequence: number,
  centerIds: readonly string[],
): SnapshotOperation => {
  const hasPlan = kind !== 'unscheduled'
  const begunMs = nowMs + begunMin * minuteMs
  return {
    operationId: random.uuid(),
    name: `Operation ${sequence}`,
    sequence,
    durationHours: hours,
    progressPercentage: kind === 'done' ? 100 : kind === 'begun' ? progress : 0,
    onHold: onHold && kind !== 'done',
    pinned: false,
    categoryId: centerIds[center] ?? null,
    dependencies: [],
    materialReadyMs: null,
    scheduledStartMs: hasPlan ? nowMs + startMin * minuteMs : null,
    scheduledEndMs: hasPlan ? nowMs + (startMin + spanMin) * minuteMs : null,
    actualStartMs: kind === 'done' || kind === 'begun' ? begunMs : null,
    actualEndMs: kind === 'done' ? Math.min(nowMs, begunMs + spanMin * minuteMs) : null,
  }
}

const snapshotOf = ({ projects }: RandomShop, random: Random): ShopSnapshot => {
  const shiftIds = { nights: random.uuid(), always: random.uuid(), never: random.uuid(), day: random.uuid() }
  const categories = centers.map(({ shift, ...center }) => ({
    categoryId: random.uuid(),
    ...center,
    shiftId: shift && shiftIds[shift],
  }))
  const centerIds = categories.map(({ categoryId }) => categoryId)
  const shift = (shiftId: string, name: string, days: number[], fromMinute: number, toMinute: number) => ({
    shiftId,
    name,
    versions: [
      { effectiveFrom: null, periods: days.map((weekday) => ({ weekday, fromMinute, toMinute })), breaks: [] },
    ],
  })
  const exception = (kind: 'overtime' | 'downtime', fromHours: number, toHours: number, center: number) => ({
    kind,
    name: kind,
    startMs: nowMs + fromHours * hourMs,
    endMs: nowMs + toHours * hourMs,
    categoryId: centerIds[center] ?? null,
  })
  const capacity = (center: number, units: number, fromHours: number, toHours: number | null) => ({
    name: 'Capacity',
    categoryId: centerIds[center] ?? '',
    units,
    startMs: nowMs + fromHours * hourMs,
    endMs: toHours && nowMs + toHours * hourMs,
  })
  return {
    nowMs,
    timeZone,
    freezeWorkingDays: 0,
    defaultShiftId: shiftIds.day,
    shifts: [
      shift(shiftIds.day, 'Day', weekdays, 360, 900),
      shift(shiftIds.nights, 'Nights', weekdays, 1200, 1440),
      shift(shiftIds.always, 'Always', [1, 2, 3, 4, 5, 6, 7], 0, 1440),
      shift(shiftIds.never, 'Never', [], 0, 0),
    ],
    holidays: [
      {
        holidayId: random.uuid(),
        name: 'Thanksgiving',
        date: '2026-11-26',
        fromMinute: null,
        toMinute: null,
        categoryId: null,
      },
    ],
    // Overtime on Saturday, downtime on Friday morning, and half a day of downtime for the furnace.
    closedDayRule: 'shift',
    exceptions: [exception('overtime', 44, 50, 1), exception('downtime', 19, 22, 0), exception('downtime', -2, 10, 3)],
    // One of three welders is away until tomorrow night, and a second saw comes the day after, until further notice.
    capacitySpans: [capacity(1, 2, -30, 30), capacity(0, 2, 40, null)],
    categories,
    projects: projects.map(({ phase, operations }, index) => ({
      projectId: random.uuid(),
      projectNumber: String(2000 + index),
      projectName: `Project ${index}`,
      phase,
      priority: 50,
      productionStartMs: null,
      engineeringReleaseMs: null,
      customerReleaseMs: null,
      dueMs: nowMs + 20 * dayMs,
      operations: operations.map((one, position) => operationOf(random, one, (position + 1) * 10, centerIds)),
    })),
  }
}

/** Stores a random shop as an organization of its own. */
const store = async (shop: RandomShop): Promise<TenantContext> => {
  const random = new Random(shop.seed)
  const { tenantId } = await server.services.db.withSystem((tx) => createTenant(tx, { name: 'Random shop', timeZone }))
  const ctx = seedContext(server.services, tenantId)
  const snapshot = snapshotOf(shop, random)
  await writeTenant(ctx, async ({ tx, record }) => {
    await insertShop(ctx, tx, snapshot, {
      random,
      shiftDescription: () => '',
      categoryColor: () => '#3498db',
      customerName: () => 'Customer',
      plannedShipMs: ({ dueMs }) => dueMs,
      notes: () => '',
      placements: new Map(),
    })
    for (const [index, { status }] of shop.projects.entries())
      await tx.execute(sql`update projects set status = ${status} where project_number = ${String(2000 + index)}
        and tenant_id = ${tenantId} and current_phase in ('submittals', 'engineering', 'production')`)
    await tx.execute(sql`update tenants set week_starts_on = ${shop.weekStartsOn} where tenant_id = ${tenantId}`)
    record.planSwitched('whole')
  })
  return ctx
}

interface Shown {
  readonly thisWeek: number | null
  readonly backlogHours: number
}

const onTimeline = async (ctx: TenantContext, weekStartsOn: number): Promise<Map<string, Shown>> => {
  const data = await wholeSchedule(ctx)
  const model = buildModel(data)
  const grid = new DayGrid(new ZoneClock(data.timeZone), data.from - 3 * dayMs, data.to, weekStartsOn)
  return new Map(
    bandLayout({ model, grid, nowMs: data.now }, 'usual')
      .bands.filter(({ hasStrip }) => hasStrip)
      .map((band) => {
        const load = centerLoad({ model, grid, nowMs: data.now }, band, 'thisWeek')
        return [
          data.categories[band.category]?.categoryId ?? '',
          { thisWeek: load?.percents[0] ?? null, backlogHours: load?.backlogHours ?? -1 },
        ]
      }),
  )
}

const shownBy = (load: Awaited<ReturnType<typeof getLoadMatrix>>): Map<string, Shown> =>
  new Map(
    load.workCenters.map(({ categoryId, loadHours, openHours, backlogHours }) => [
      categoryId,
      { thisWeek: loadPercent(loadHours[0] ?? 0, openHours[0] ?? 0), backlogHours },
    ]),
  )

const seen = { over: 0, backlog: 0, load: 0 }

describe('the current week', () => {
  it.each(fc.sample(randomShop, { seed: 20_261_119, numRuns: 6 }))(
    'has the same load and backlog on the dashboard, on the timeline and in analytics: shop $seed',
    async (shop) => {
      server.clock.set(new Date(nowMs).toISOString())
      const ctx = await store(shop)
      const matrix = await getLoadMatrix(ctx, { weeks: 12 })
      const dashboard = await getDashboard(ctx)
      const analytics = shownBy(matrix)
      // Work outside has no load.
      expect(matrix.workCenters.map(({ name }) => name)).toEqual(['Saw', 'Weld', 'Paint', 'Furnace', 'Shut'])
      expect(shownBy(dashboard.load)).toEqual(analytics)
      expect(await onTimeline(ctx, shop.weekStartsOn)).toEqual(analytics)
      expect(dashboard.figures.overCapacity).toBe(countOverCapacity(dashboard.load.workCenters))

      const oracle = await analyticsOracle(ctx, timeZone)
      const nextWeek = dateOnlyToMs(matrix.weeks[1]?.week ?? '', timeZone, 0)
      for (const { categoryId, name, loadHours, openHours } of matrix.workCenters) {
        const cell = await getLoadCell(ctx, { categoryId, week: matrix.weeks[0]?.week ?? '' })
        const shown = analytics.get(categoryId) ?? { thisWeek: null, backlogHours: -1 }
        expect([cell.loadHours, cell.backlogHours], name).toEqual([loadHours[0], shown.backlogHours])
        expect(cell.openHours, name).toBeCloseTo(oracle.openHours(categoryId, nowMs, nextWeek), 1)
        expect(openHours[0], name).toBe(cell.openHours)
        expect(shown.backlogHours, name).toBeCloseTo(oracle.backlogHours(categoryId), 1)
        expect(cell.loadHours, name).toBeCloseTo(oracle.loadHours(categoryId, nowMs, nextWeek), 1)
        if (shown.backlogHours > 0) seen.backlog += 1
        if ((shown.thisWeek ?? 0) > 0) seen.load += 1
        if ((shown.thisWeek ?? 0) > 100) seen.over += 1
      }
    },
  )

  it('has load, overload and backlog in the shops compared above', () => {
    expect(Math.min(seen.over, seen.backlog, seen.load)).toBeGreaterThan(3)
  })
})
