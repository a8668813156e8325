import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { onAnotherServer } from '#testing/on-another-server.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { mintTenantContext, type TenantContext } from '../../context.ts'
import { sweep } from '../../jobs/sweep.ts'
import { getProjectFlow } from '../analytics/get-project-flow.ts'
import { undoChange } from '../changes/undo-change.ts'
import { changeProject, deleteProject } from '../projects/write-projects.ts'
import { changeTenantSettings } from '../tenants/settings.ts'
import { findOldHistory, getHistoryLoss, pruneHistory } from './prune-history.ts'

let server: TestServer
const errors: object[] = []
const log = { info: () => undefined, error: (facts: object) => void errors.push(facts) }
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  await server.close()
  expect(errors).toEqual([])
})

/** The same person with another request, so that each write is a change set of its own. */
const next = (ctx: TenantContext): TenantContext => mintTenantContext({ ...ctx, requestId: randomUUID() })

const idsOf = async ({ app, tenantId }: TenantContext, table: 'history_entries' | 'change_sets') => {
  const id = sql.raw(table === 'change_sets' ? 'change_id' : 'entity_id')
  const { rows } = await app.db.withSystem((tx) =>
    tx.execute<{ id: string }>(sql`select ${id} as id from ${sql.raw(table)} where tenant_id = ${tenantId}`),
  )
  return rows.map((row) => row.id)
}

const count = async (ctx: TenantContext) => (await idsOf(ctx, 'history_entries')).length

/** An organization with history of more than a year ago, and a little from now. */
const oldShop = async () => {
  const { admin } = await server.newTenant({ timeZone: 'America/Chicago' })
  const ctx = await server.contextOf(admin)
  const { categoryId } = await buildCategory(next(ctx))
  const opening = next(ctx)
  const open = await buildProject(opening, { projectName: 'Open' })
  const creation = next(ctx)
  const cut = await buildOperation(creation, open.projectId)
  const actualShipDate = server.clock.now().toISOString()
  const shipped = await buildProject(next(ctx), { projectName: 'Shipped', currentPhase: 'shipped', actualShipDate })
  const reopened = await buildProject(next(ctx), { projectName: 'Touched later', currentPhase: 'cancelled' })
  const gone = await buildProject(next(ctx), { projectName: 'Deleted' })
  await deleteProject(next(ctx), gone)
  server.clock.advance(400 * dayMs)
  const late = next(ctx)
  await changeProject(late, {
    projectId: reopened.projectId,
    input: { description: 'x' },
    expectedVersion: null,
    as: 'part',
  })
  return { ctx, categoryId, open, cut, creation, shipped, reopened, gone, late, opening }
}
type OldShop = Awaited<ReturnType<typeof oldShop>>

/** Keeps history for a year. */
const keepOneYear = ({ ctx }: OldShop) =>
  changeTenantSettings(next(ctx), { input: { keepHistoryYears: 1 }, expectedVersion: null })

describe('old history', () => {
  it('is deleted as counted before, except that of open projects and of projects that changed since', async () => {
    const shop = await oldShop()
    const { ctx } = shop
    const before = await count(ctx)
    const loss = await getHistoryLoss(ctx, { years: 1 })
    expect(loss).toMatchObject({ entries: 4 })
    expect((await getHistoryLoss(ctx, { years: 2 })).entries).toBe(0)
    await keepOneYear(shop)
    // Deleting it is not a matter of the request.
    expect(await count(ctx)).toBe(before + 1)
    await sweep(server.services, log)
    const left = await idsOf(ctx, 'history_entries')
    expect(left).toHaveLength(before + 1 - loss.entries)
    for (const id of [shop.open.projectId, shop.cut.operationId, shop.reopened.projectId]) expect(left).toContain(id)
    expect(left.filter((id) => id === shop.reopened.projectId)).toHaveLength(2)
    for (const id of [shop.categoryId, shop.shipped.projectId, shop.gone.projectId]) expect(left).not.toContain(id)
    expect((await getHistoryLoss(ctx, { years: 1 })).entries).toBe(0)
  })

  it('takes its change sets with it, so that nothing is undone in part, and newer changes are still undone', async () => {
    const shop = await oldShop()
    const { ctx, creation, late } = shop
    await keepOneYear(shop)
    // What was undone a moment ago can be redone, however old it is.
    const touched = await undoChange(next(ctx), { changeId: creation.requestId, verb: 'undo' })
    expect(touched.restored).toBe(1)
    await sweep(server.services, log)
    const sets = await idsOf(ctx, 'change_sets')
    expect(sets).toContain(creation.requestId)
    expect(sets).toContain(late.requestId)
    expect(sets).toHaveLength(3)
    expect(await undoChange(next(ctx), { changeId: creation.requestId, verb: 'redo' })).toMatchObject({ restored: 1 })
    expect(await undoChange(next(ctx), { changeId: late.requestId, verb: 'undo' })).toMatchObject({ restored: 1 })
    await expect(undoChange(next(ctx), { changeId: shop.opening.requestId, verb: 'undo' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('is kept forever where the organization has not said otherwise, and the newest entry always', async () => {
    const shop = await oldShop()
    const before = await count(shop.ctx)
    server.clock.advance(20 * 365 * dayMs)
    await sweep(server.services, log)
    expect(await count(shop.ctx)).toBe(before)
    await keepOneYear(shop)
    await changeProject(next(shop.ctx), {
      projectId: shop.open.projectId,
      expectedVersion: null,
      as: 'form',
      input: { currentPhase: 'shipped', actualShipDate: server.clock.now().toISOString() },
    })
    server.clock.advance(400 * dayMs)
    await sweep(server.services, log)
    expect(await idsOf(shop.ctx, 'history_entries')).toEqual([shop.open.projectId])
  })

  it('is deleted in parts by two servers at once, once a day, and not by a server that stops', async () => {
    const shop = await oldShop()
    const { ctx } = shop
    const { tenantId } = ctx
    // Two thousand old entries about the work center, in the midst of history that stays.
    await server.services.db.withSystem((tx) =>
      tx.execute(sql`insert into history_entries select (jsonb_populate_record(h, jsonb_build_object('history_id', gen_random_uuid(),
        'request_id', gen_random_uuid(), 'at', h.at - n * interval '1 minute'))).* from history_entries h, generate_series(1, 1200) n
        where tenant_id = ${tenantId} and entity_id in (${shop.categoryId}, ${shop.open.projectId})`),
    )
    const { entries } = await getHistoryLoss(ctx, { years: 1 })
    expect(entries).toBe(1_204)
    await keepOneYear(shop)
    const before = await count(ctx)
    expect(await findOldHistory(server.services)).toContain(tenantId)
    const stopped = new AbortController()
    stopped.abort()
    await sweep(server.services, log, stopped.signal)
    expect(await count(ctx)).toBe(before)
    const others = onAnotherServer(ctx)
    await Promise.all([sweep(server.services, log), pruneHistory(others), sweep(others.app, log)])
    expect(await count(ctx)).toBe(before - entries)
    expect(await findOldHistory(server.services)).not.toContain(tenantId)
    server.clock.advance(dayMs)
    expect(await findOldHistory(server.services)).toContain(tenantId)
  })

  it('is not counted in the analytics of the weeks that it was about', async () => {
    const shop = await oldShop()
    const { ctx } = shop
    const day = (ago: number) => new Date(server.clock.now().getTime() - ago * dayMs).toISOString().slice(0, 10)
    const range = { from: day(450), to: day(0) }
    const whole = await getProjectFlow(ctx, range)
    expect(whole).toMatchObject({ historyFrom: null })
    await keepOneYear(shop)
    await sweep(server.services, log)
    const cut = await getProjectFlow(ctx, range)
    expect(cut.historyFrom?.slice(0, 10)).toBe(day(365))
    expect(cut.weeks).toEqual(whole.weeks.slice(-cut.weeks.length))
    expect(cut.weeks.map(({ week }) => week)).toEqual(
      whole.weeks.map(({ week }) => week).filter((week) => week >= day(365)),
    )
    expect(await getProjectFlow(ctx, { from: day(60), to: day(0) })).toMatchObject({ historyFrom: null })
    expect(await getProjectFlow(ctx, { from: day(450), to: day(400) })).toMatchObject({ weeks: [], leadTimes: [] })
  })
})
