import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { SchedulingEffect } from '#contract/proposals.ts'
import { applyProposal } from '#testing/apply-proposal.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { CallAs } from '#testing/call-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'

const hour = 3_600_000

let server: TestServer
let ctx: TenantContext
let planner: CallAs
let categoryId: string

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** Work of 8 hours at the one saw, planned to start some hours from now, that ships in two days. */
const plan = async (fromHours: number) => {
  const nowMs = server.clock.now().getTime()
  const { projectId } = await buildProject(ctx, { plannedShipDate: new Date(nowMs + 48 * hour).toISOString() })
  await buildOperation(ctx, projectId, {
    durationHours: 8,
    categoryId,
    scheduledStartDate: new Date(nowMs + fromHours * hour).toISOString(),
    scheduledEndDate: new Date(nowMs + (fromHours + 8) * hour).toISOString(),
    pinned: false,
  })
}

beforeEach(async () => {
  const tenant = await server.newTenant()
  ctx = withFacts(await server.contextOf(tenant.planner), { source: 'screen' })
  planner = server.as(tenant.planner)
  categoryId = (await buildCategory(await server.contextOf(tenant.admin), { name: 'Saw' })).categoryId
  await plan(100)
})

const ask = async (): Promise<SchedulingEffect> => {
  const { status, body, text } = await planner.get('/scheduling-effect')
  expect(status, text).toBe(200)
  return body
}

it('says what a proposal to schedule everything says, and nothing once that is applied', async () => {
  await planner.get('/projects')
  const { computedAt: _, ...effect } = await ask()
  const { body: proposal } = await planner.post('/proposals', { changes: [], method: 'optimize' })
  expect(effect).toEqual({
    effect: proposal.effect,
    movedOperations: proposal.movedOperations,
    lateDaysBefore: proposal.lateDaysBefore,
    lateDays: proposal.lateDays,
    behindPlan: 0,
  })
  expect(effect).toMatchObject({ effect: { recovered: 1 }, movedOperations: 1, lateDays: 0 })
  expect((await applyProposal(planner, proposal)).status).toBe(200)
  expect(await ask()).toMatchObject({ effect: { recovered: 0 }, movedOperations: 0, lateDaysBefore: 0 })
})

it('is computed once for all who ask within a minute, and again later', async () => {
  const [first, second] = await Promise.all([ask(), ask()])
  expect(second).toEqual(first)
  await plan(200)
  server.clock.advance(30_000)
  expect(await ask()).toEqual(first)
  // Much later, because a busy machine computes slowly, and what took long is kept for longer.
  server.clock.advance(20 * 60_000)
  expect(await ask()).toMatchObject({ movedOperations: 2 })
})

it('counts the operations behind plan as the overdue view does', async () => {
  await plan(0)
  server.clock.advance(20 * 60_000)
  const { body: overdue } = await planner.get('/operations?tab=behindPlan')
  expect((await ask()).behindPlan).toBe(1)
  expect(overdue.tabs.behindPlan).toBe(1)
})
