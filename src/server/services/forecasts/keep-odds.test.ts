import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Project } from '#contract/projects.ts'
import { readColumns } from '#domain/columns.ts'
import { noOdds } from '#domain/odds/shop-odds.ts'
import { readProjects } from '#domain/projects/wire-projects.ts'
import { StoppedError } from '#domain/scheduling/stopped.ts'
import { hourMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildFinishedWork, ratiosAround } from '#testing/builders/build-finished-work.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../../context.ts'
import { operationOdds, projectOdds } from '../../db/tables/odds.table.ts'
import { keepOddsCurrent } from '../../jobs/keep-odds.ts'
import { listOperationRows } from '../operation-lists/list-operation-rows.ts'
import { getOperation } from '../operations/read-operations.ts'
import { getProject, listProjectColumns } from '../projects/read-projects.ts'
import { changeProject } from '../projects/write-projects.ts'
import { getForecastDates } from '../schedule/get-operation-dates.ts'
import { keepForecast } from './current-forecast.ts'
import { keepOdds } from './keep-odds.ts'
import { oddsParts } from './odds-parts.ts'
import { storeOdds } from './store-odds.ts'
import { noteUnlikely } from './unlikely-projects.ts'

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
  const { operationId } = await buildOperation(ctx, projectId, {
    name: 'Cut',
    categoryId,
    durationHours: 10,
    pinned: false,
    scheduledStartDate: new Date(startMs).toISOString(),
    scheduledEndDate: new Date(startMs + 10 * hourMs).toISOString(),
  })
  const oddsOf = async (): Promise<Project['odds']> => (await getProject(ctx, { projectId })).odds
  return { ctx, tenant, projectId, operationId, categoryId, startMs, oddsOf }
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

  it('a project whose chance crosses the middle again and again is dated once, until it has recovered', async () => {
    const { ctx, projectId, startMs } = await sawyer(20)
    const { version } = await getProject(ctx, { projectId })
    const input = { plannedShipDate: new Date(startMs + 200 * hourMs).toISOString() }
    await changeProject(ctx, { projectId, input, expectedVersion: version, as: 'part' })
    await keep(ctx)
    /** The day since which it is unlikely, after a computation on this day with this chance. */
    const after = (day: number, chance: number) =>
      ctx.app.db.withTenant(ctx, async (tx) => {
        await tx.update(projectOdds).set({ onTimeChance: chance })
        await noteUnlikely(tx, ctx.tenantId, day)
        const [row] = await tx.select({ since: projectOdds.unlikelySince }).from(projectOdds)
        return row?.since?.getTime() ?? null
      })
    const chances = [0.55, 0.49, 0.51, 0.48, 0.59, 0.4, 0.6, 0.55, 0.49]
    const since: (number | null)[] = []
    for (const [day, chance] of chances.entries()) since.push(await after(day + 1, chance))
    expect(since).toEqual([null, 2, 2, 2, 2, 2, null, null, 9])
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
    await expect.poll(() => stored(ctx).then((rows) => rows.length)).toBe(1)
    await job.close()
    expect(errors).toEqual([])
  })
})

const storedOperations = (ctx: TenantContext) =>
  ctx.app.db.withTenant(ctx, (tx) => tx.select().from(operationOdds).orderBy(operationOdds.operationId))

describe('the odds of operations', () => {
  it('an operation has the same odds in its answer, in lists and on the schedule, and those of its project if it is the last', async () => {
    const { ctx, projectId, operationId, oddsOf } = await sawyer(20)
    await keep(ctx)
    const project = await oddsOf()
    const { outlook } = await getOperation(ctx, { projectId, operationId })
    expect(outlook?.odds).toMatchObject({ p50: project?.p50, p80: project?.p80, p90: project?.p90, needByChance: 1 })
    const { rows } = await listOperationRows(ctx, { work: 'open', sortBy: 'date80' })
    expect(rows.map((row) => [row.operationId, row.odds])).toEqual([[operationId, outlook?.odds]])
    const dates = readColumns(await getForecastDates(ctx))
    expect([dates.p10Ms, dates.p90Ms]).toEqual([
      [Date.parse(outlook?.odds?.p10 ?? '')],
      [Date.parse(outlook?.odds?.p90 ?? '')],
    ])
  })

  it('lists are sorted by the date at 80 % and by the chance, with work without odds last', async () => {
    const { ctx, projectId, operationId, categoryId, startMs } = await sawyer(20)
    const unknown = await buildOperation(ctx, projectId, { name: 'Unplanned', durationHours: 1 })
    const next = await buildOperation(ctx, projectId, {
      name: 'Weld',
      categoryId,
      durationHours: 1,
      dependencies: [operationId],
      scheduledStartDate: new Date(startMs + 10 * hourMs).toISOString(),
      scheduledEndDate: new Date(startMs + 11 * hourMs).toISOString(),
    })
    await keep(ctx)
    const order = async (sortBy: 'date80' | 'chance', sortOrder: 'asc' | 'desc') =>
      (await listOperationRows(ctx, { work: 'open', sortBy, sortOrder })).rows.map((row) => row.operationId)
    expect((await order('date80', 'desc')).at(0)).toBe(next.operationId)
    expect((await order('date80', 'asc')).at(0)).toBe(operationId)
    for (const sort of ['date80', 'chance'] as const)
      expect((await order(sort, 'asc')).at(-1)).toBe(unknown.operationId)
  })

  it('work at a work center without finished work has no odds, and names it for the operation and for its project', async () => {
    const { ctx, projectId } = await sawyer(20)
    const { categoryId } = await buildCategory(ctx, { name: 'Supplier', kind: 'outside', supplier: 'Coat Inc.' })
    const { operationId } = await buildOperation(ctx, projectId, {
      name: 'Coat',
      categoryId,
      durationHours: 100,
      scheduledStartDate: '2026-11-19T08:00:00.000Z',
      scheduledEndDate: '2026-11-23T12:00:00.000Z',
    })
    await keep(ctx)
    const { outlook } = await getOperation(ctx, { projectId, operationId })
    expect([outlook?.odds, outlook?.oddsGap]).toEqual([null, 'Supplier'])
    expect(await getProject(ctx, { projectId })).toMatchObject({ odds: null, oddsGap: 'Supplier' })
  })

  it('only rows that differ are written, without a change of any project, and completed work loses its row', async () => {
    const { ctx, tenant, projectId, operationId } = await sawyer(20)
    await keep(ctx)
    const before = await storedOperations(ctx)
    expect(before.map((row) => row.operationId)).toEqual([operationId])
    const { change, touched } = await listProjectColumns(ctx)
    const drawn = (p80: string) => {
      const dates = { p10: p80, p50: p80, p80, p90: p80, needByChance: 1 }
      const operations = [{ rowsJson: JSON.stringify([{ operationId, ...dates }]), upToId: null }]
      return { projectsJson: '[]', projectGapsJson: '[]', operations }
    }
    expect(touched).toBeNull()
    const stamp = { planVersion: 1, nowMs: ctx.app.now().getTime() }
    const numbers: number[] = []
    const odds = drawn('2026-11-19T12:00:00.000Z')
    await storeOdds(ctx, odds, stamp, numbers)
    // One part of operations, and the project whose odds are gone.
    expect(numbers).toHaveLength(2)
    await storeOdds(ctx, odds, stamp, numbers)
    expect(numbers).toHaveLength(2)
    await storeOdds(ctx, drawn('2026-11-19T13:00:00.000Z'), stamp, numbers)
    expect(numbers).toHaveLength(3)
    expect((await listProjectColumns(ctx, { since: change + 2 })).touched).toEqual([])
    const { version } = await getOperation(ctx, { projectId, operationId })
    const path = `/project-operations/projects/${projectId}/operations/${operationId}`
    const done = { ProgressPercentage: 100 }
    const answer = await server.as(tenant.admin).put(path, done, { 'If-Match': String(version) })
    expect(answer.status).toBe(200)
    await keep(ctx)
    expect(await storedOperations(ctx)).toEqual([])
  })

  it('storing the odds of one organization leaves the odds of another alone', async () => {
    const [first, second] = [await sawyer(20), await sawyer(20)]
    await keep(first.ctx)
    await keep(second.ctx)
    const before = await storedOperations(first.ctx)
    const stamp = { planVersion: 1, nowMs: second.ctx.app.now().getTime() }
    await storeOdds(second.ctx, oddsParts(noOdds, stamp.nowMs), stamp, [])
    expect(await storedOperations(second.ctx)).toEqual([])
    expect(await storedOperations(first.ctx)).toEqual(before)
    expect(before).toHaveLength(1)
  })

  it('the parts of many operations replace exactly the stored rows of their range', () => {
    const nowMs = Date.parse('2026-11-18T15:00:00Z')
    const dates = { p10Ms: nowMs, p50Ms: nowMs, p80Ms: nowMs, p90Ms: nowMs, needByChance: 0.5 }
    const ids = Array.from({ length: 2_001 }, (_, at) => String(at).padStart(4, '0'))
    const operations = ids.toReversed().map((operationId) => ({ operationId, ...dates }))
    const { operations: parts } = oddsParts({ ...noOdds, operations }, nowMs)
    expect(parts.map(({ upToId }) => upToId)).toEqual(['0999', '1999', null])
    const stored = parts.flatMap(({ rowsJson }) => JSON.parse(rowsJson) as { operationId: string }[])
    expect(stored.map(({ operationId }) => operationId)).toEqual(ids)
  })
})
