import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildFinishedWork, ratiosAround } from '#testing/builders/build-finished-work.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildPastForecasts } from '#testing/builders/build-past-forecasts.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { onAnotherServer } from '#testing/on-another-server.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../../context.ts'
import { projectOdds } from '../../db/tables/odds.table.ts'
import { pastForecasts } from '../../db/tables/past-forecasts.table.ts'
import { keepOddsCurrent } from '../../jobs/keep-odds.ts'
import { sweep } from '../../jobs/sweep.ts'
import { systemContext } from '../../jobs/system-context.ts'
import { keepForecast } from '../forecasts/current-forecast.ts'
import { keepOdds } from '../forecasts/keep-odds.ts'
import { findMissingWeek, findMissingWeeks, keepPastForecasts } from '../forecasts/keep-past-forecasts.ts'
import { deleteProject } from '../projects/write-projects.ts'
import { getTrackRecord } from './get-track-record.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const never = new AbortController().signal
const silent = { info: () => undefined, warn: () => undefined, error: (facts: object) => errors.push(facts) }
const errors: object[] = []

/** A saw that takes 1.5 of its estimates, with open work of 10 hours in a project that is shipped today. */
const sawyer = async (timeZone = 'UTC') => {
  server.clock.set('2026-11-18T15:00:00Z')
  const tenant = await server.newTenant({ timeZone })
  const ctx = await server.contextOf(tenant.admin)
  const { categoryId } = await buildCategory(ctx, { name: 'Saw' })
  await buildFinishedWork(ctx, { categoryId, ratios: ratiosAround(1.5, 20) })
  const startMs = server.clock.now().getTime()
  const { projectId } = await buildProject(ctx, { projectName: 'Frame', plannedShipDate: '2026-11-18T08:00:00Z' })
  await buildOperation(ctx, projectId, {
    name: 'Cut',
    categoryId,
    durationHours: 10,
    scheduledStartDate: new Date(startMs).toISOString(),
    scheduledEndDate: new Date(startMs + 10 * hourMs).toISOString(),
  })
  return { ctx, tenant, projectId, categoryId, startMs }
}

const stored = (ctx: TenantContext) =>
  ctx.app.db.withTenant(ctx, (tx) => tx.select().from(pastForecasts).where(eq(pastForecasts.tenantId, ctx.tenantId)))

const prepare = async (ctx: TenantContext) => {
  await keepForecast(ctx)
  await keepOdds(ctx, never)
}

describe('the forecasts of a week', () => {
  it('each open project is stored once a week, with its odds, its ship date and its main cause', async () => {
    const { ctx, projectId, startMs } = await sawyer()
    await prepare(ctx)
    await Promise.all([keepPastForecasts(ctx), keepPastForecasts(onAnotherServer(ctx))])
    const rows = await stored(ctx)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      projectId,
      week: '2026-11-16',
      saidAt: new Date(startMs),
      forecastEnd: new Date(startMs + 10 * hourMs),
      plannedShipDate: new Date('2026-11-18T08:00:00Z'),
    })
    expect(rows[0]?.cause).not.toBeNull()
    const odds = await ctx.app.db.withTenant(ctx, (tx) =>
      tx.select().from(projectOdds).where(eq(projectOdds.tenantId, ctx.tenantId)),
    )
    expect(rows).toMatchObject(odds.map(({ unlikelySince: _, ...said }) => said))
    expect(rows[0]?.p50?.getTime()).toBeGreaterThan(startMs + 13 * hourMs)

    server.clock.advance(2 * dayMs)
    await prepare(ctx)
    await keepPastForecasts(ctx)
    expect(await stored(ctx)).toEqual(rows)
    server.clock.advance(3 * dayMs)
    await prepare(ctx)
    await keepPastForecasts(ctx)
    expect((await stored(ctx)).map(({ week }) => week).sort()).toEqual(['2026-11-16', '2026-11-23'])
  })

  it('a week begins by the clock of the organization', async () => {
    const { ctx } = await sawyer('America/Chicago')
    server.clock.set('2026-11-22T05:30:00Z') // Saturday evening in Chicago, where weeks begin on Sunday
    expect((await findMissingWeek(ctx))?.week).toBe('2026-11-15')
    server.clock.set('2026-11-22T06:30:00Z')
    expect((await findMissingWeek(ctx))?.week).toBe('2026-11-22')
  })

  it('an old forecast and a forecast of another plan are not stored, and old odds are left out', async () => {
    const { ctx, projectId } = await sawyer()
    await prepare(ctx)
    server.clock.advance(7 * dayMs)
    await keepPastForecasts(ctx)
    expect(await stored(ctx)).toEqual([])
    await keepForecast(ctx)
    await keepPastForecasts(ctx)
    expect(await stored(ctx)).toMatchObject([{ week: '2026-11-23', p50: null, onTimeChance: null }])
    server.clock.advance(7 * dayMs)
    await keepForecast(ctx)
    await buildOperation(ctx, projectId, { name: 'Pack' })
    await keepPastForecasts(ctx)
    expect(await stored(ctx)).toHaveLength(1)
  })

  it('the job stores the week of organizations that nobody uses, also of one without projects', async () => {
    const { ctx } = await sawyer()
    const empty = await server.contextOf((await server.newTenant({ timeZone: 'UTC' })).admin)
    server.clock.advance(60 * dayMs)
    for (const tenantId of await findMissingWeeks(server.services, 100)) {
      if (tenantId === ctx.tenantId || tenantId === empty.tenantId) continue
      const other = systemContext(server.services, tenantId, 'test')
      await keepForecast(other)
      await keepPastForecasts(other)
    }
    const job = keepOddsCurrent(server.services, silent, 10)
    await expect.poll(() => findMissingWeeks(server.services, 100), { timeout: 30_000, interval: 200 }).toEqual([])
    await job.close()
    expect(await stored(ctx)).toMatchObject([{ week: '2027-01-11' }])
    expect(await stored(empty)).toEqual([])
    expect(errors).toEqual([])
  })

  it('forecasts go after two years, and with their project', async () => {
    const { ctx, projectId, startMs } = await sawyer()
    const other = await sawyer()
    const dates = (of: TenantContext, id: string) =>
      buildPastForecasts(of, id, [
        { saidMs: startMs - 735 * dayMs, endMs: startMs - 721 * dayMs },
        { saidMs: startMs - 742 * dayMs, endMs: startMs - 721 * dayMs },
        { saidMs: startMs - 700 * dayMs, endMs: startMs - 690 * dayMs },
      ])
    await dates(ctx, projectId)
    await dates(other.ctx, other.projectId)
    await sweep(server.services, silent)
    expect(await stored(ctx)).toHaveLength(1)
    expect(await stored(other.ctx)).toHaveLength(1)
    await deleteProject(ctx, { projectId })
    expect(await stored(ctx)).toEqual([])
    expect(await stored(other.ctx)).toHaveLength(1)
    expect(errors).toEqual([])
  })
})

/** A project whose last operation ended some days after an instant. */
const finished = async (ctx: TenantContext, endMs: number) => {
  const { projectId } = await buildProject(ctx, { projectName: `Done ${randomUUID()}` })
  await buildOperation(ctx, projectId, {
    name: 'Cut',
    durationHours: 4,
    progressPercentage: 100,
    actualStartDate: new Date(endMs - 4 * hourMs).toISOString(),
    actualEndDate: new Date(endMs).toISOString(),
  })
  return projectId
}

describe('the track record', () => {
  it('the track record compares past forecasts with completions of the own organization only', async () => {
    const { ctx, tenant, projectId, categoryId, startMs } = await sawyer()
    const other = await sawyer()
    const endMs = startMs - 20 * dayMs
    const odds = { p10Ms: endMs - dayMs, p50Ms: endMs, p80Ms: endMs + 2 * dayMs, p90Ms: endMs + 3 * dayMs }
    const date = { saidMs: endMs - 14 * dayMs, endMs, odds, chance: 0.3, shipMs: endMs - dayMs }
    const queue = { code: 'workCentreBusy', categoryId } as const
    await buildPastForecasts(ctx, await finished(ctx, endMs + dayMs), [{ ...date, cause: queue }])
    await buildPastForecasts(ctx, await finished(ctx, endMs - 2 * dayMs), [{ ...date, cause: queue }])
    await buildPastForecasts(ctx, projectId, [{ ...date, cause: { ...queue, categoryId: randomUUID() } }])
    await buildPastForecasts(ctx, projectId, [{ saidMs: startMs - dayMs, endMs: startMs + 6 * dayMs }])
    await buildPastForecasts(other.ctx, other.projectId, [date])
    const { body } = await server.as(tenant.planner).get('/analytics/track-record')
    expect(body).toMatchObject({
      timeZone: 'UTC',
      from: '2025-11-19',
      to: '2026-11-18',
      firstWeek: '2026-10-12',
      waiting: 1,
      nextComparison: new Date(startMs + 13 * dayMs).toISOString(),
    })
    const judged = { dates: 3, projects: 3, by50: 1, by80: 2, by90: 2, within: 1 }
    expect(body.calibration[0]).toEqual({ weeksAhead: null, ...judged })
    expect(body.calibration[2]).toEqual({ weeksAhead: 2, ...judged })
    expect(body.chances[1]).toEqual({ from: 0.2, to: 0.4, meanChance: 0.3, dates: 3, projects: 3, onTime: 1 })
    expect(body.errors[1]).toMatchObject({ dates: 3, unfinished: 1, medianDays: 1, medianOffDays: 2, withinOne: 1 })
    expect(body.causes).toEqual([
      {
        workCenter: expect.objectContaining({ name: 'Saw' }),
        cause: null,
        projects: 2,
        late: 1,
        recovered: 1,
        medianForecastDays: 1,
        medianLateDays: 2,
      },
      {
        workCenter: null,
        cause: null,
        projects: 1,
        late: 1,
        recovered: 0,
        medianForecastDays: 1,
        medianLateDays: 21,
      },
    ])
    const { body: recent } = await server.as(tenant.planner).get('/analytics/track-record?from=2026-11-01')
    expect(recent.calibration[0]).toMatchObject({ dates: 0 })
    expect(recent.waiting).toBe(1)
  })

  it('cancelled projects are left out, and an organization without forecasts gets an empty answer', async () => {
    const { ctx, startMs } = await sawyer()
    expect(await getTrackRecord(ctx, {})).toMatchObject({
      firstWeek: null,
      waiting: 0,
      nextComparison: null,
      causes: [],
    })
    const endMs = startMs - 20 * dayMs
    const { projectId } = await buildProject(ctx, { currentPhase: 'cancelled' })
    await buildPastForecasts(ctx, projectId, [{ saidMs: endMs - 14 * dayMs, endMs }])
    const answer = await getTrackRecord(ctx, {})
    expect(answer.errors.map(({ dates }) => dates)).toEqual([0, 0, 0])
    expect(answer.firstWeek).toBe('2026-10-12')
  })
})
