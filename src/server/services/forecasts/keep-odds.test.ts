import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Project } from '#contract/projects.ts'
import { readProjects } from '#domain/projects/wire-projects.ts'
import { StoppedError } from '#domain/scheduling/stopped.ts'
import { hourMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildFinishedWork, ratiosAround } from '#testing/builders/build-finished-work.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../../context.ts'
import { projectOdds } from '../../db/tables/odds.table.ts'
import { keepOddsCurrent } from '../../jobs/keep-odds.ts'
import { getProject, listProjectColumns } from '../projects/read-projects.ts'
import { keepForecast } from './current-forecast.ts'
import { keepOdds } from './keep-odds.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const never = new AbortController().signal

/** A saw that takes 1.5 of its estimates, if any work was finished there, and open work of 10 hours, to be shipped in four days. */
const sawyer = async (finished: number) => {
  server.clock.set('2026-11-18T15:00:00Z')
  const tenant = await server.newTenant({ timeZone: 'UTC' })
  const ctx = await server.contextOf(tenant.admin)
  const { categoryId } = await buildCategory(ctx, { name: 'Saw' })
  if (finished > 0) await buildFinishedWork(ctx, { categoryId, ratios: ratiosAround(1.5, finished) })
  const startMs = server.clock.now().getTime()
  const { projectId } = await buildProject(ctx, {
    projectName: 'Frame',
    plannedShipDate: new Date(startMs + 96 * hourMs).toISOString(),
  })
  await buildOperation(ctx, projectId, {
    name: 'Cut',
    categoryId,
    durationHours: 10,
    pinned: false,
    scheduledStartDate: new Date(startMs).toISOString(),
    scheduledEndDate: new Date(startMs + 10 * hourMs).toISOString(),
  })
  const oddsOf = async (): Promise<Project['odds']> => (await getProject(ctx, { projectId })).odds
  return { ctx, tenant, categoryId, projectId, startMs, oddsOf }
}

const keep = async (ctx: TenantContext) => {
  await keepForecast(ctx)
  await keepOdds(ctx, never)
}

const stored = (ctx: TenantContext) =>
  ctx.app.db.withTenant(ctx, (tx) => tx.select().from(projectOdds).where(eq(projectOdds.tenantId, ctx.tenantId)))

describe('the odds of an organization', () => {
  it('a project gets its odds from finished work, the same in its answer and in the list', async () => {
    const { ctx, projectId, startMs, oddsOf } = await sawyer(20)
    expect(await oddsOf()).toBeNull()
    const before = await listProjectColumns(ctx)
    await keep(ctx)
    const odds = await oddsOf()
    const hoursTo = (date = '') => (Date.parse(date) - startMs) / hourMs
    expect(hoursTo(odds?.p50)).toBeGreaterThan(13)
    expect(hoursTo(odds?.p50)).toBeLessThan(17)
    expect(hoursTo(odds?.p80)).toBeGreaterThan(hoursTo(odds?.p50))
    expect(hoursTo(odds?.p90)).toBeGreaterThan(hoursTo(odds?.p80))
    expect(odds?.onTimeChance).toBe(1)
    const after = await listProjectColumns(ctx, { since: before.change })
    expect(readProjects(after.rows).map((row) => [row.projectId, row.odds])).toEqual([[projectId, odds]])
  })

  it('no project has odds while nothing was learned', async () => {
    const { ctx, oddsOf } = await sawyer(0)
    await keep(ctx)
    expect(await oddsOf()).toBeNull()
    expect(await stored(ctx)).toEqual([])
  })

  it('odds of the same plan are kept, and those of a changed plan are drawn again', async () => {
    const { ctx, projectId, oddsOf } = await sawyer(20)
    await keep(ctx)
    const first = await oddsOf()
    const { change } = await listProjectColumns(ctx)
    await keep(ctx)
    expect((await listProjectColumns(ctx)).change).toBe(change)
    await buildOperation(ctx, projectId, { name: 'Free', durationHours: 100 })
    await keep(ctx)
    expect(await oddsOf()).not.toEqual(first)
  })

  it('a project that becomes unlikely while its forecast is on time is dated, until it is likely again', async () => {
    const { ctx, tenant, categoryId, projectId, startMs } = await sawyer(20)
    const since = async () => (await stored(ctx))[0]?.unlikelySince ?? null
    const shipOn = async (ms: number) => {
      const { version } = await getProject(ctx, { projectId })
      const fields = { PlannedShipDate: new Date(ms).toISOString() }
      const headers = { 'If-Match': String(version) }
      expect((await server.as(tenant.admin).patch(`/projects/${projectId}`, fields, headers)).status).toBe(200)
      await keep(ctx)
    }
    await keep(ctx)
    expect(await since()).toBeNull()
    // By its estimates, its work ends at 15:00 on the next day; as the saw works, it takes half as long again.
    await buildOperation(ctx, projectId, {
      name: 'Cut more',
      categoryId,
      durationHours: 14,
      scheduledStartDate: new Date(startMs + 10 * hourMs).toISOString(),
      scheduledEndDate: new Date(startMs + 24 * hourMs).toISOString(),
    })
    await shipOn(startMs + 24 * hourMs)
    const first = await since()
    expect(first?.getTime()).toBe(server.clock.now().getTime())
    server.clock.advance(60_000)
    await buildOperation(ctx, (await buildProject(ctx)).projectId, { name: 'Free', durationHours: 5 })
    await keep(ctx)
    expect(await since()).toEqual(first)
    await shipOn(startMs + 200 * hourMs)
    expect(await since()).toBeNull()
  })

  it('a completed project loses its odds', async () => {
    const { ctx, tenant, projectId, oddsOf } = await sawyer(20)
    await keep(ctx)
    const { version } = await getProject(ctx, { projectId })
    const shipped = await server
      .as(tenant.admin)
      .patch(
        `/projects/${projectId}`,
        { Status: 'Completed', ActualShipDate: '2026-11-18' },
        { 'If-Match': String(version) },
      )
    expect(shipped.status).toBe(200)
    expect(await oddsOf()).toBeNull()
    await keep(ctx)
    expect(await stored(ctx)).toEqual([])
  })

  it('a computation whose signal is aborted ends without storing anything', async () => {
    const { ctx } = await sawyer(20)
    await keepForecast(ctx)
    const stop = new AbortController()
    stop.abort()
    await expect(keepOdds(ctx, stop.signal)).rejects.toThrow(StoppedError)
    expect(await stored(ctx)).toEqual([])
  })

  it('the job computes them where people are active', async () => {
    const { ctx } = await sawyer(20)
    await keepForecast(ctx)
    const errors: unknown[] = []
    const log = { info: () => undefined, warn: () => undefined, error: (facts: object) => void errors.push(facts) }
    const job = keepOddsCurrent(server.services, log, 10)
    await expect.poll(() => stored(ctx).then((rows) => rows.length), { timeout: 10_000 }).toBe(1)
    await job.close()
    expect(errors).toEqual([])
  })
})
