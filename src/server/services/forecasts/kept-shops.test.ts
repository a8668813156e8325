import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { onAnotherServer } from '#testing/on-another-server.ts'
import { storeDatedShop } from '#testing/one-truth/dated-shop.ts'
import { runUntil } from '#testing/run-test-shop.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { randomEdit } from '#testing/undo/random-edit.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { notify } from '../../db/notify.ts'
import { operationForecasts, projectForecasts } from '../../db/tables/forecasts.table.ts'
import { startRunner } from '../../jobs/start-runner.ts'
import { Random } from '../../seed/random.ts'
import { revertRun } from '../changes/revert-run.ts'
import { changeOperation } from '../operations/write-operations.ts'
import { changeProject } from '../projects/write-projects.ts'
import { changesChannel } from '../records/store-history.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import { startRun } from '../scheduling-runs/start-run.ts'
import { keepForecast } from './current-forecast.ts'
import { forecastParts } from './forecast-parts.ts'
import { readReasons } from './read-reasons.ts'
import { proposeRepair, refreshForecast } from './refresh-forecast.ts'
import { repairPlan } from './repair-plan.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** Rows in a fixed order as JSON, without the fields that depend on earlier forecasts. */
const sorted = (rows: readonly object[]): unknown[] =>
  rows
    .map((row): unknown =>
      JSON.parse(JSON.stringify({ ...row, tenantId: undefined, recoveredAt: undefined, overdueSince: undefined })),
    )
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

const storedRows = (ctx: TenantContext) =>
  ctx.app.db.withTenant(ctx, async (tx) => ({
    operations: sorted(await tx.select().from(operationForecasts).where(eq(operationForecasts.tenantId, ctx.tenantId))),
    projects: sorted(await tx.select().from(projectForecasts).where(eq(projectForecasts.tenantId, ctx.tenantId))),
  }))

const rowsOf = (text: string): object[] => JSON.parse(text) as object[]
const rowsFromNothing = async (ctx: TenantContext) => {
  const { snapshot } = await loadShop(ctx, ctx.app.now().getTime())
  const { parts } = await forecastParts(snapshot, (wanted) => readReasons(ctx, wanted))
  return {
    operations: sorted(parts.flatMap(({ operationsJson }) => rowsOf(operationsJson))),
    projects: sorted(parts.flatMap(({ projectsJson }) => rowsOf(projectsJson))),
  }
}

describe('a forecast computed from the previous one', () => {
  it.each([1, 2])('equals a forecast computed from nothing, on either server: shop %i', async (seed) => {
    server.clock.set('2026-11-18T09:00:00Z')
    const random = new Random(seed + 500)
    const first = await storeDatedShop(server, seed)
    const servers = [first, onAnotherServer(first)]
    for (let step = 0; step < 40; step++) {
      for (let edits = random.integer(1, 3); edits > 0; edits--) await randomEdit(random.pick(servers), random)
      if (random.next() < 0.2) server.clock.advance(random.integer(1, 60) * 11 * 60_000)
      const ctx = random.pick(servers)
      await keepForecast(ctx)
      expect(await storedRows(ctx), `step ${step}`).toEqual(await rowsFromNothing(ctx))
      // Questions keep a shop of their own, and leave out what the forecasts wrote.
      if (step % 2 === 0) continue
      const wanted = { changes: [], withRows: true }
      const { plan } = await proposeRepair(ctx, wanted)
      const { snapshot } = await loadShop(ctx, ctx.app.now().getTime())
      expect(plan, `question at step ${step}`).toEqual(repairPlan(snapshot, wanted))
    }
  })

  it('is correct after a run and after the run was reverted', async () => {
    server.clock.set('2026-11-18T09:00:00Z')
    const ctx = await storeDatedShop(server, 5)
    await keepForecast(ctx)
    const runner = startRunner(server.services, { info: () => undefined, error: () => undefined })
    const { runId } = await startRun(ctx, { projectId: null })
    await runUntil(ctx, runId)
    await keepForecast(ctx)
    expect(await storedRows(ctx)).toEqual(await rowsFromNothing(ctx))
    expect((await revertRun(ctx, { runId })).reverted).toBeGreaterThan(0)
    await keepForecast(ctx)
    expect(await storedRows(ctx)).toEqual(await rowsFromNothing(ctx))
    await runner.close()
  })

  it('does not write its rows again after an edit that came while it stored them', async () => {
    server.clock.set('2026-11-18T09:00:00Z')
    const { planner } = await server.newTenant()
    const ctx = await server.contextOf(planner)
    const [edited, other] = [await buildProject(ctx), await buildProject(ctx)]
    for (const { projectId } of [edited, other]) await buildOperation(ctx, projectId)
    const { db } = ctx.app
    let edits = 0
    const withTenant: typeof db.withTenant = async (whose, work, turn) => {
      if (turn === 'long' && edits++ === 0) {
        const input = { priority: 77 }
        await changeProject(ctx, { projectId: edited.projectId, input, expectedVersion: null, as: 'form' })
      }
      return db.withTenant(whose, work, turn)
    }
    await refreshForecast(withFacts(ctx, { app: { ...ctx.app, db: { ...db, withTenant } } }), () => true)
    expect(edits).toBe(1)
    await ctx.app.db.withTenant(ctx, (tx) => tx.update(projectForecasts).set({ slackDays: 4711 }))
    await keepForecast(ctx)
    const { projects } = await storedRows(ctx)
    expect(projects).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ projectId: edited.projectId, slackDays: null }),
        expect.objectContaining({ projectId: other.projectId, slackDays: 4711 }),
      ]),
    )
  })

  it('answers a proposal while the forecast is being stored, and is correct afterwards', async () => {
    server.clock.set('2026-11-18T09:00:00Z')
    const { planner } = await server.newTenant()
    const ctx = await server.contextOf(planner)
    const [edited, other] = [await buildProject(ctx), await buildProject(ctx)]
    for (const { projectId } of [edited, other]) await buildOperation(ctx, projectId)
    const { db } = ctx.app
    let answers = 0
    const withTenant: typeof db.withTenant = async (whose, work, turn) => {
      if (turn === 'long' && answers === 0) {
        const input = { priority: 77 }
        await changeProject(ctx, { projectId: edited.projectId, input, expectedVersion: null, as: 'form' })
        const { plan } = await proposeRepair(ctx, { changes: [], withRows: false })
        if (plan.ok) answers++
      }
      return db.withTenant(whose, work, turn)
    }
    await refreshForecast(withFacts(ctx, { app: { ...ctx.app, db: { ...db, withTenant } } }), () => true)
    expect(answers).toBe(1)
    await keepForecast(ctx)
    expect(await storedRows(ctx)).toEqual(await rowsFromNothing(ctx))
  })

  it('a new forecast is announced when time alone has changed it, and not when a change of the plan has', async () => {
    server.clock.set('2026-11-18T09:00:00Z')
    const { tenantId, planner } = await server.newTenant()
    const ctx = await server.contextOf(planner)
    const { db } = ctx.app
    let heard: string[] = []
    const stop = await db.listen(changesChannel, { onMessage: (text) => heard.push(text) })
    /** Whether the forecast is announced until now; messages arrive in the order of their commits. */
    const isAnnounced = async () => {
      await db.withSystem((tx) => notify(tx, changesChannel, 'marker'))
      await expect.poll(() => heard).toContain('marker')
      const announced = heard.some((text) => text.includes(tenantId) && text.includes('"resource":"forecast"'))
      heard = []
      return announced
    }
    const { projectId } = await buildProject(ctx)
    const dates = { scheduledStartDate: '2026-11-20T08:00:00.000Z', scheduledEndDate: '2026-11-20T16:00:00.000Z' }
    await buildOperation(ctx, projectId, dates)
    await keepForecast(ctx)
    expect(await isAnnounced()).toBe(false)
    server.clock.advance(61_000)
    await keepForecast(ctx)
    expect(await isAnnounced()).toBe(false)
    server.clock.set('2026-11-23T09:00:00Z')
    await keepForecast(ctx)
    expect(await isAnnounced()).toBe(true)
    await stop()
  })

  it('writes only the rows that differ', async () => {
    server.clock.set('2026-11-18T09:00:00Z')
    const { planner } = await server.newTenant()
    const ctx = await server.contextOf(planner)
    const dates = { scheduledStartDate: '2026-11-20T08:00:00.000Z', scheduledEndDate: '2026-11-20T16:00:00.000Z' }
    const [first, second] = [await buildProject(ctx), await buildProject(ctx)]
    const { operationId } = await buildOperation(ctx, first.projectId, dates)
    const other = await buildOperation(ctx, second.projectId, dates)
    await keepForecast(ctx)
    // No change number covers this mark. Comparing the row in the database would remove it.
    const marked = (await ctx.app.db.withTenant(ctx, (tx) =>
      tx.update(operationForecasts).set({ slackDays: 4711 }).returning(),
    )) as object[]
    expect(marked).toHaveLength(2)
    await changeOperation(ctx, { projectId: first.projectId, operationId, input: { onHold: true } })
    await keepForecast(ctx)
    expect((await storedRows(ctx)).operations).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ operationId, state: 'unscheduled', slackDays: null }),
        expect.objectContaining({ operationId: other.operationId, slackDays: 4711 }),
      ]),
    )
    // A server that does not know the stored rows compares all of them.
    server.clock.advance(61_000)
    await keepForecast(onAnotherServer(ctx))
    expect(JSON.stringify(await storedRows(ctx))).not.toContain('4711')
  })
})
