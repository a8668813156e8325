// @module-tag bothEngines
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../context.ts'
import { createCategory } from '../services/categories/write-categories.ts'
import { awaitForecast } from '../services/forecasts/current-forecast.ts'
import { changeOperation } from '../services/operations/write-operations.ts'
import { changeProject } from '../services/projects/write-projects.ts'
import { readTenant } from './read-tenant.ts'
import { noteShopChange, readShopDifference } from './shop-changes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const differenceSince = (ctx: TenantContext, since: number) =>
  readTenant(ctx, (tx) => readShopDifference(tx, ctx.tenantId, since))
const present = async (ctx: TenantContext) => (await differenceSince(ctx, 0)).number

describe('a change of the shop', () => {
  it('lists the touched projects to a reader that knows the earlier state', async () => {
    const { admin } = await server.newTenant()
    const ctx = await server.contextOf(admin)
    const [first, second] = [await buildProject(ctx), await buildProject(ctx)]
    await buildProject(ctx)
    const { operationId } = await buildOperation(ctx, second.projectId, { name: 'Weld' })
    await awaitForecast(ctx)
    const since = await present(ctx)
    expect(await differenceSince(ctx, since)).toEqual({ number: since, changed: { projectIds: [] } })
    await changeProject(ctx, {
      projectId: first.projectId,
      input: { description: 'Railings' },
      expectedVersion: null,
      as: 'form',
    })
    await changeOperation(ctx, { projectId: second.projectId, operationId, input: { notes: 'Ask Dana' } })
    const { number, changed } = await differenceSince(ctx, since)
    expect(number).toBe(since + 2)
    expect(changed).not.toBe('whole')
    expect(new Set(changed === 'whole' ? [] : changed.projectIds)).toEqual(new Set([first.projectId, second.projectId]))
    expect(await differenceSince(ctx, since + 1)).toEqual({ number, changed: { projectIds: [second.projectId] } })
  })

  it('is recorded when a forecast changes', async () => {
    const { admin } = await server.newTenant()
    const ctx = await server.contextOf(admin)
    const { projectId } = await buildProject(ctx)
    const { operationId } = await buildOperation(ctx, projectId, { durationHours: 8 })
    await awaitForecast(ctx)
    const dates = { scheduledStartDate: '2026-11-20T08:00:00.000Z', scheduledEndDate: '2026-11-20T16:00:00.000Z' }
    await changeOperation(ctx, { projectId, operationId, input: dates })
    const since = await present(ctx)
    await awaitForecast(ctx)
    expect((await differenceSince(ctx, since)).changed).toEqual({ projectIds: [projectId] })
  })

  it('counts as a change of everything for work centers, working time and an unknown change number', async () => {
    const { admin } = await server.newTenant()
    const ctx = await server.contextOf(admin)
    const since = await present(ctx)
    await createCategory(ctx, { input: { name: 'Welding' } })
    expect((await differenceSince(ctx, since)).changed).toBe('whole')
    const now = await present(ctx)
    // A change of the plan that names no projects also counts as a change of everything.
    const note = { change: null, planTouched: true }
    expect(await ctx.app.db.withTenant(ctx, (tx) => noteShopChange(tx, { ...ctx, now: ctx.app.now() }, note))).toBe(
      now + 1,
    )
    expect((await differenceSince(ctx, now)).changed).toBe('whole')
    expect((await differenceSince(ctx, now + 2)).changed).toBe('whole')
  })

  it('is forgotten after a thousand newer ones', async () => {
    const { admin } = await server.newTenant()
    const ctx = await server.contextOf(admin)
    const { projectId } = await buildProject(ctx)
    const since = await present(ctx)
    await ctx.app.db.withTenant(ctx, async (tx) => {
      const note = { change: { projectIds: [projectId] }, planTouched: false }
      for (let count = 0; count < 1_001; count++) await noteShopChange(tx, { ...ctx, now: ctx.app.now() }, note)
    })
    expect((await differenceSince(ctx, since + 1)).changed).toEqual({ projectIds: [projectId] })
    expect((await differenceSince(ctx, since)).changed).toBe('whole')
    const { rows } = await readTenant(ctx, (tx) => tx.execute(sql`select count(*)::int as kept from shop_changes`))
    expect(rows).toEqual([{ kept: 1_000 }])
  })
})
