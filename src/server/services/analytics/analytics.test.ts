import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Placement } from '#contract/placement.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import { analyticsOracle } from '#testing/analytics-oracle.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { setDates } from '#testing/written-plan.ts'
import type { TenantContext } from '../../context.ts'
import { encodePlacement } from '../../db/placement-code.ts'
import { seedContext } from '../../seed/seed-context.ts'
import { seedDemo } from '../../seed/seed-demo.ts'
import { getDashboard } from '../dashboard/get-dashboard.ts'
import { listProjects } from '../projects/read-projects.ts'
import { changeProject } from '../projects/write-projects.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { getDelivery } from './get-delivery.ts'
import { getEstimateAccuracy } from './get-estimate-accuracy.ts'
import { getLateCauses } from './get-late-causes.ts'
import { getLoadCell } from './get-load-cell.ts'
import { getLoadMatrix } from './get-load-matrix.ts'
import { getProjectFlow } from './get-project-flow.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

describe('analytics of the demo organization equal an independent computation', () => {
  const zone = 'America/Chicago'
  const now = '2026-11-18T16:24:00.000Z'
  const [from, to] = ['2025-11-24', '2026-11-18']
  let ctx: TenantContext
  let oracle: Awaited<ReturnType<typeof analyticsOracle>>
  beforeAll(async () => {
    server.clock.set(now)
    await seedDemo(server.services)
    const { rows } = await server.services.db.withSystem((tx) =>
      tx.execute<{ id: string }>(sql`select tenant_id as id from tenants where name = 'Northwind Fabrication'`),
    )
    ctx = seedContext(server.services, rows[0]?.id ?? '')
    oracle = await analyticsOracle(ctx, zone)
  })

  it('for the on-time rate and the lateness', async () => {
    const delivery = await getDelivery(ctx, { from, to })
    const shipped = oracle.shipped(from, to)
    expect(shipped.length).toBeGreaterThan(40)
    expect(delivery).toMatchObject({ shipped: shipped.length, onTime: shipped.filter(({ late }) => late <= 0).length })
    for (const { month, shipped: count, onTime } of delivery.months) {
      const own = shipped.filter(({ on }) => on.startsWith(month))
      expect([month, count, onTime]).toEqual([month, own.length, own.filter(({ late }) => late <= 0).length])
    }
    for (const { fromDays, toDays, projects } of delivery.lateness) {
      const own = shipped.filter(({ late }) => late >= (fromDays ?? -999) && late <= (toDays ?? 999))
      expect(projects).toBe(own.length)
    }
    expect(delivery.lateness.filter(({ projects }) => projects > 0).length).toBeGreaterThan(5)
  })

  it('for the phases of each week, the throughput and the estimates', async () => {
    const flow = await getProjectFlow(ctx, { from, to })
    expect(flow.weeks).toHaveLength(52)
    for (const { week, phases, shipped, operations, hours } of flow.weeks) {
      const endMs = Math.min(dateOnlyToMs(addDays(week, 7), zone, 0) - 1, Date.parse(now))
      const counted = Object.fromEntries(Object.entries(phases).filter(([, count]) => count > 0))
      expect([week, counted]).toEqual([week, oracle.phasesAt(endMs)])
      const finished = oracle.finished(week, addDays(week, 6))
      expect([week, shipped, operations]).toEqual([
        week,
        oracle.shipped(week, addDays(week, 6)).length,
        finished.length,
      ])
      expect(hours).toBeCloseTo(sumOf(finished.map((o) => Number(o.duration_hours))), 1)
    }
    const estimates = await getEstimateAccuracy(ctx, { from, to })
    expect(estimates.workCenters).toHaveLength(8)
    const finished = oracle.finished(from, to)
    for (const center of estimates.workCenters) {
      const own = finished.filter((o) => o.category_id === center.categoryId)
      const worked = own.map((o) => oracle.workedHours(o))
      const ratios = own.map((o, index) => (worked[index] ?? 0) / o.duration_hours).sort((a, b) => a - b)
      expect(center.operations).toBe(own.length)
      expect(center.actualHours).toBeCloseTo(sumOf(worked), 1)
      expect(center.withinTenth).toBe(ratios.filter((ratio) => ratio > 0.8999999 && ratio < 1.1000001).length)
      const middle = ratios.length >> 1
      const median = ratios.length % 2 ? ratios[middle] : ((ratios[middle - 1] ?? 0) + (ratios[middle] ?? 0)) / 2
      expect(center.medianRatio).toBeCloseTo(median ?? 0, 2)
    }
    // Work of the last months has recorded intervals, older work does not, and the estimates of one work center are too short.
    const ratios = new Map(estimates.workCenters.map(({ name, medianRatio }) => [name, medianRatio]))
    expect(ratios.get('Welding')).toBeGreaterThan(1.15)
    ratios.delete('Welding')
    for (const [name, ratio] of ratios) expect([name, Math.abs(ratio - 1) < 0.15]).toEqual([name, true])
    const waiting = sumOf(estimates.workCenters.map(({ includingWaiting }) => includingWaiting))
    expect(waiting).toBeGreaterThan(0)
    expect(waiting).toBeLessThan(finished.length)
  })

  it('for the load of every work center and week, its cells, and the causes of late projects', async () => {
    // Two past weeks, the current week and three future weeks.
    const load = await getLoadMatrix(ctx, { from: '2026-11-04', weeks: 6 })
    expect(load.workCenters).toHaveLength(9)
    expect(load.weeks.map(({ isCurrent }) => isCurrent)).toEqual([false, false, true, false, false, false])
    const nowMs = Date.parse(now)
    const boundsOf = (week: string): [number, number] => [
      dateOnlyToMs(week, zone, 0),
      dateOnlyToMs(addDays(week, 7), zone, 0),
    ]
    for (const { categoryId, name, loadHours, openHours, backlogHours } of load.workCenters) {
      for (const [index, { week }] of load.weeks.entries()) {
        const [fromMs, toMs] = boundsOf(week)
        const hours = toMs <= nowMs ? oracle.doneHours : oracle.loadHours
        expect(loadHours[index], `${name} ${week}`).toBeCloseTo(hours(categoryId, fromMs, toMs), 1)
        const leftFromMs = index === 2 ? nowMs : fromMs
        expect(openHours[index], `${name} ${week}`).toBeCloseTo(oracle.openHours(categoryId, leftFromMs, toMs), 1)
      }
      expect(backlogHours, name).toBeCloseTo(oracle.backlogHours(categoryId), 1)
    }
    expect(load.workCenters.filter(({ backlogHours }) => backlogHours > 0).length).toBeGreaterThan(2)
    const center = load.workCenters.find(({ name }) => name === 'Welding')
    for (const index of [1, 2, 3]) {
      const week = load.weeks[index]?.week ?? ''
      const cell = await getLoadCell(ctx, { categoryId: center?.categoryId ?? '', week })
      expect(cell).toMatchObject({
        isCurrent: index === 2,
        loadHours: center?.loadHours[index],
        openHours: center?.openHours[index],
        backlogHours: center?.backlogHours,
      })
      expect(sumOf(cell.operations.map(({ hours }) => hours))).toBeCloseTo(cell.loadHours, 1)
      expect(cell.backlog).toHaveLength(cell.backlogTotal)
      expect(sumOf(cell.backlog.map(({ hours }) => hours))).toBeCloseTo(cell.backlogHours, 1)
      const [fromMs, toMs] = boundsOf(week)
      const doneHours = fromMs < nowMs ? oracle.doneHours(cell.categoryId, fromMs, Math.min(toMs, nowMs)) : 0
      expect(cell.doneHours).toBeCloseTo(doneHours, 1)
    }
    const causes = await getLateCauses(ctx, {})
    const late = (await listProjects(ctx)).filter(({ state }) => state === 'late')
    const lateDays = sumOf(late.map(({ latenessDays }) => latenessDays ?? 0))
    expect(causes).toMatchObject({ lateDays, lateProjects: late.length })
    expect(late.length).toBeGreaterThan(4)
    const parts = [...causes.workCenters, ...causes.others].map((part) => part.lateDays)
    expect(sumOf(parts)).toBeCloseTo(lateDays, 1)
    // The cause that the dashboard shows for a late project is one of these causes.
    const dashboard = await getDashboard(ctx)
    expect(dashboard.figures.late).toBe(late.length)
    for (const { mainCause } of dashboard.late) {
      const named = mainCause?.cause.code ?? ''
      const code = named === 'wasPlanned' ? 'planned' : named
      const center = causes.workCenters.some(({ categoryId }) => categoryId === mainCause?.cause.workCenter?.categoryId)
      expect(center || causes.others.some(({ cause }) => cause === code || cause === 'noSlack'), code).toBe(true)
    }
  })
})

describe('analytics of a small shop computed by hand', () => {
  const noPlan = { factors: [], unplaced: null, warnings: [] }
  /** The work center of each operation, by the id of the operation. */
  const centers = new Map<string, string>()
  const plan = (ctx: TenantContext, operationId: string, start: string, end: string, readyAt: string | null) =>
    setDates(ctx, operationId, {
      start,
      end,
      code: encodePlacement({ ...noPlan, factors: factorsOf(operationId, start, readyAt) }),
    })
  const factorsOf = (operationId: string, start: string, readyAt: string | null): Placement['factors'] =>
    readyAt
      ? [
          { code: 'release', at: Date.parse('2026-11-01T00:00Z'), binding: false },
          { code: 'predecessor', at: Date.parse(readyAt), binding: false, operationId, lagHours: 0 },
          {
            code: 'workCentreBusy',
            at: Date.parse(start),
            binding: true,
            categoryId: centers.get(operationId) ?? '',
            operationId: null,
          },
        ]
      : []

  it('attribute late days to the queues, and to none more days than the operations waited there', async () => {
    server.clock.set('2026-11-18T09:00:00Z')
    const ctx = await server.contextOf((await server.newTenant({ timeZone: 'UTC' })).planner)
    const admin = seedContext(server.services, ctx.tenantId)
    const [welding, paint] = [await buildCategory(admin), await buildCategory(admin)]
    const one = await buildProject(ctx, { plannedShipDate: '2026-11-25T08:00:00Z' })
    const two = await buildProject(ctx, { plannedShipDate: '2026-11-30T08:00:00Z' })
    const inTime = await buildProject(ctx, { plannedShipDate: '2026-12-30T08:00:00Z' })
    const stuck = await buildProject(ctx, { plannedShipDate: '2026-11-12T08:00:00Z' })
    const at = (projectId: string, categoryId: string, ...dependencies: string[]) =>
      buildOperation(ctx, projectId, { categoryId, durationHours: 10, dependencies })
    const a = await at(one.projectId, welding.categoryId)
    const [b, c, d, e] = [
      await at(one.projectId, paint.categoryId, a.operationId),
      await at(two.projectId, welding.categoryId),
      await at(inTime.projectId, welding.categoryId),
      await at(stuck.projectId, paint.categoryId),
    ]
    for (const { operationId, categoryId } of [a, b, c, d, e]) centers.set(operationId, categoryId ?? '')
    // Late by 6 days, which are 130 hours. Without the day for paint it would end 24 hours earlier, the rest is the queue of welding.
    await plan(ctx, a.operationId, '2026-11-27T10:00Z', '2026-11-28T10:00Z', '2026-11-24T10:00Z')
    await plan(ctx, b.operationId, '2026-11-29T10:00Z', '2026-12-01T10:00Z', '2026-11-28T10:00Z')
    // Late by 2 days, although it could start 13 days earlier.
    await plan(ctx, c.operationId, '2026-12-01T10:00Z', '2026-12-02T10:00Z', '2026-11-23T10:00Z')
    await plan(ctx, d.operationId, '2026-12-03T10:00Z', '2026-12-04T10:00Z', '2026-11-23T10:00Z')
    // It should have started eight days ago. Its ship date was six days ago.
    await plan(ctx, e.operationId, '2026-11-10T10:00Z', '2026-11-11T10:00Z', null)
    // A forecast from before these dates may be stored already.
    const projectIds = [one, two, inTime, stuck].map(({ projectId }) => projectId)
    await writeTenant(ctx, async ({ record }) => record.planSwitched({ projectIds }))
    expect(await getLateCauses(ctx, {})).toEqual({
      levers: [],
      causeLevers: [],
      lateProjects: 3,
      lateDays: 14,
      others: [{ cause: 'notStarted', lateDays: 6, projects: 1 }],
      workCenters: [
        {
          categoryId: welding.categoryId,
          name: welding.name,
          color: welding.color,
          lateDays: 6.89,
          projects: 2,
          waitingDays: 22.08,
        },
        {
          categoryId: paint.categoryId,
          name: paint.name,
          color: paint.color,
          lateDays: 1.11,
          projects: 1,
          waitingDays: 1,
        },
      ],
    })
    // A changed plan changes the answer.
    await setDates(ctx, c.operationId, { start: '2026-11-24T10:00Z', end: '2026-11-25T10:00Z' })
    await writeTenant(ctx, async ({ record }) => record.planSwitched({ projectIds: [two.projectId] }))
    expect(await getLateCauses(ctx, {})).toMatchObject({
      lateProjects: 2,
      lateDays: 12,
      others: [{ lateDays: 6 }],
    })
    const { workCenters } = await getLoadMatrix(ctx, { weeks: 3 })
    // Of the 48 hours planned for 10 hours of paint work, 14 lie before Monday. Ten more hours are backlog.
    expect(workCenters.map(({ loadHours, backlogHours }) => [...loadHours, backlogHours])).toEqual([
      [0, 20, 10, 0],
      [0, 2.92, 7.08, 10],
    ])
  })

  it('count the days of a project in each phase up to its shipment', async () => {
    server.clock.set('2026-11-02T08:00:00Z')
    const ctx = await server.contextOf((await server.newTenant({ timeZone: 'UTC' })).planner)
    const { projectId } = await buildProject(ctx, {
      currentPhase: 'submittals',
      customerReleaseDate: '2026-10-30T08:00:00Z',
      plannedShipDate: '2026-11-11T08:00:00Z',
    })
    const move = (at: string, input: object) => {
      server.clock.set(at)
      return changeProject(ctx, { projectId, input, expectedVersion: null, as: 'form' })
    }
    await move('2026-11-04T20:00:00Z', { currentPhase: 'production' })
    await move('2026-11-09T08:00:00Z', { currentPhase: 'complete' })
    await move('2026-11-13T23:59:00Z', { currentPhase: 'shipped', actualShipDate: '2026-11-13T12:00:00Z' })
    server.clock.set('2026-11-18T09:00:00Z')
    const flow = await getProjectFlow(ctx, { from: '2026-11-02' })
    expect(flow.weeks.map(({ week, phases, completed, shipped }) => [week, phases, completed, shipped])).toMatchObject([
      ['2026-11-02', { production: 1, submittals: 0, shipped: 0 }, 0, 0],
      ['2026-11-09', { production: 0, complete: 0, shipped: 1 }, 1, 1],
      ['2026-11-16', { shipped: 1 }, 0, 0],
    ])
    expect(flow.leadTimes.map(({ phase, medianDays, stays }) => [phase, medianDays, stays])).toEqual([
      ['submittals', 2.5, 1],
      ['production', 4.5, 1],
      ['complete', 4.67, 1],
    ])
    const delivery = await getDelivery(ctx, { from: '2026-11-09', to: '2026-11-15' })
    expect(delivery).toMatchObject({ shipped: 1, onTime: 0, medianLateDays: 2, medianLeadDays: 14 })
    expect(delivery.before).toMatchObject({ shipped: 0, onTime: 0, medianLateDays: null })
    expect((await getDelivery(ctx, { from: '2026-11-14' })).before.shipped).toBe(1)
    await expect(getDelivery(ctx, { from: '2026-11-20', to: '2026-11-10' })).rejects.toMatchObject({
      code: 'validation',
    })
  })
})
