import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { parseShopFile } from '#domain/shop-files/parse-shop-file.ts'
import { readShopFile } from '#domain/shop-files/read-shop-file.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildChain, buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { buildShift } from '#testing/builders/build-shift.ts'
import { runTestShop } from '#testing/run-test-shop.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import { exportShop } from './export-shop.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const snapshotOf = async (ctx: TenantContext) => (await loadShop(ctx, ctx.app.now().getTime())).snapshot

const textOf = async (ctx: TenantContext, weeks?: number): Promise<string> => {
  let text = ''
  for await (const part of await exportShop(ctx, { weeks })) text += part
  return text
}

const costOf = (snapshot: ShopSnapshot) => {
  const result = scheduleShop(snapshot, { scope: 'all', effort: 'quick' })
  if ('cancelled' in result) throw new Error('the run was cancelled')
  const { objective, lateProjects, lateDays, stats } = result
  return { objective, lateProjects, lateDays, unscheduled: stats.unplacedOperations, plans: stats.iterations }
}

describe('an organization saved as a shop file', () => {
  it('the file is scheduled with the same cost as the organization itself', async () => {
    const ctx = await runTestShop(server.services, { projects: 40, operations: 6 })
    const snapshot = await snapshotOf(ctx)
    const again = readShopFile(parseShopFile(await textOf(ctx)))
    const cost = costOf(snapshot)
    expect(cost.objective.totalCompletionHours).toBeGreaterThan(0)
    expect(costOf(again)).toEqual(cost)
    expect(again.projects.flatMap(({ operations }) => operations)).toHaveLength(240)
  })

  it('shows no name, no text and no id of the organization', async () => {
    const tenant = await server.newTenant({ timeZone: 'Europe/Berlin' })
    const ctx = withFacts(await server.contextOf(tenant.admin), { requestId: randomUUID() })
    const { shiftId } = await buildShift(ctx, { name: 'Canary shift' })
    const { categoryId } = await buildCategory(ctx, {
      name: 'Canary press',
      shiftId,
      changeovers: [{ fromFamily: 'Canary red', toFamily: 'Canary blue', hours: 2 }],
    })
    const { projectId } = await buildProject(ctx, {
      projectName: 'Canary project',
      customerName: 'Canary customer',
      description: 'Canary description',
      projectNumber: 'CANARY-7',
    })
    await buildChain(ctx, projectId, ['Canary cut', 'Canary weld'])
    await buildOperation(ctx, projectId, { name: 'Canary paint', categoryId, setupFamily: 'Canary red' })
    const answer = await server.as(tenant.admin).get('/exports/shop')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="shop-\d{4}-\d\d-\d\d\.json"$/)
    expect(answer.text).not.toMatch(/canary/i)
    expect(answer.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
    const file = parseShopFile(answer.text)
    expect(file.projects.map(({ name, operations }) => [name, operations.length])).toEqual([['Project 1', 3]])
    expect(file.centers).toMatchObject([{ name: 'Work center 1', changeovers: [['Family 1', 'Family 2', 2]] }])
    expect(file.projects[0]?.operations.map(({ family }) => family ?? '')).toContain('Family 1')
    expect(file.projects[0]?.operations.map(({ after = [] }) => after.length)).toEqual([0, 1, 0])
  })

  it('moves all dates by whole weeks, within ten years', async () => {
    const tenant = await server.newTenant({ timeZone: 'UTC' })
    const ctx = await server.contextOf(tenant.admin)
    await buildProject(ctx, { plannedShipDate: '2026-12-01T12:00:00.000Z' })
    const [kept, moved] = [parseShopFile(await textOf(ctx)), parseShopFile(await textOf(ctx, -30))]
    expect(Date.parse(kept.origin) - Date.parse(moved.origin)).toBe(30 * 7 * 86_400_000)
    expect(moved.projects).toEqual(kept.projects)
    expect(kept.projects[0]?.due).toBeGreaterThan(0)
    const admin = server.as(tenant.admin)
    expect((await admin.get('/exports/shop?weeks=-520')).status).toBe(200)
    for (const weeks of ['521', '1.5', 'some'])
      expect((await admin.get(`/exports/shop?weeks=${weeks}`)).status).toBe(400)
  })

  it('a planner is refused the file', async () => {
    const tenant = await server.newTenant()
    const answer = await server.as(tenant.planner).get('/exports/shop')
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('Only admins of this organization can save it as a shop file.')
  })
})
