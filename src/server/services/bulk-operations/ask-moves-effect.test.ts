import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { MovesEffect } from '#contract/bulk-operations.ts'
import type { ProposalDetails } from '#contract/proposals.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { CallAs } from '#testing/call-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'

let server: TestServer
let tenant: TestTenant
let planner: CallAs
/** The saw cuts three projects one after the other, one day each. The second and the third have a day of slack. */
let shop: { projectId: string; operationId: string; startMs: number }[]

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const hour = 3_600_000

beforeEach(async () => {
  tenant = await server.newTenant()
  planner = server.as(tenant.planner)
  const ctx = { ...(await server.contextOf(tenant.planner)), source: 'screen' as const }
  const saw = await buildCategory(await server.contextOf(tenant.admin), { name: 'Saw' })
  const nowMs = server.clock.now().getTime()
  shop = []
  for (const index of [0, 1, 2]) {
    const startMs = nowMs + index * 24 * hour
    const { projectId } = await buildProject(ctx, {
      projectName: `Press ${index}`,
      plannedShipDate: new Date(startMs + 48 * hour).toISOString(),
    })
    const dates = [startMs, startMs + 24 * hour].map((ms) => new Date(ms).toISOString())
    const { operationId } = await buildOperation(ctx, projectId, {
      name: 'Cut',
      durationHours: 24,
      categoryId: saw.categoryId,
      scheduledStartDate: dates[0],
      scheduledEndDate: dates[1],
      pinned: false,
    })
    shop.push({ projectId, operationId, startMs })
  }
})

const ask = (body: unknown) => planner.post('/operations/moves/effect', body)

/** The first cut moved behind the second one, where it holds up the third. */
const movedBehind = () => {
  const [first] = shop
  if (!first) throw new Error('The shop has three projects')
  const dates = [40, 64].map((hours) => new Date(first.startMs + hours * hour).toISOString())
  return {
    projectId: first.projectId,
    operationId: first.operationId,
    fields: { scheduledStartDate: dates[0], scheduledEndDate: dates[1] },
  }
}

const latenessOf = async () =>
  Object.fromEntries(
    (await planner.get('/projects')).body.map((row: { projectId: string; latenessDays: number }) => [
      row.projectId,
      row.latenessDays,
    ]),
  )

it('the effect of moves has the figures of a proposal with the same moves, and of the plan once they are stored', async () => {
  const before = await latenessOf()
  const { projectId, operationId, fields } = movedBehind()
  const effect: MovesEffect = (await ask({ moves: [{ operationId, ...fields }] })).body
  expect(effect).toMatchObject({ movedOperations: 1, before: { lateProjects: 0, lateDays: 0, behindPlan: 0 } })
  expect(effect.after.lateDays).toBeGreaterThan(0)
  expect(effect.projects.map((project) => project.projectId)).toContain(projectId)
  expect(effect.projects.length).toBeGreaterThan(1)
  for (const project of effect.projects) expect(project.before.latenessDays).toBe(before[project.projectId])

  const changes = [{ kind: 'operation', projectId, operationId, fields }]
  const proposal: ProposalDetails = (await planner.post('/proposals', { changes, method: 'keepSequence' })).body
  expect(effect.before).toMatchObject({ lateProjects: proposal.lateProjectsBefore, lateDays: proposal.lateDaysBefore })
  expect(effect.after).toMatchObject({ lateProjects: proposal.lateProjects, lateDays: proposal.lateDays })
  for (const listed of proposal.projects) {
    const own = effect.projects.find((project) => project.projectId === listed.projectId)
    expect(own?.before.latenessDays).toBe(listed.latenessDaysBefore)
    expect(own?.after.latenessDays).toBe(listed.latenessDaysAfter)
  }

  // Asking has stored nothing.
  expect(await latenessOf()).toEqual(before)
  expect((await planner.put('/operations/moves', { moves: [{ operationId, ...fields }] })).status).toBe(200)
  const after = await latenessOf()
  for (const project of effect.projects) expect(project.after.latenessDays).toBe(after[project.projectId])
  const { behindPlan } = (await planner.get('/scheduling-effect')).body
  expect(effect.after.behindPlan).toBe(behindPlan)
})

it('the effect of moves is refused where storing them would be', async () => {
  const { operationId, fields } = movedBehind()
  const { scheduledStartDate, scheduledEndDate } = fields
  const refused = await ask({
    moves: [{ operationId, scheduledStartDate: scheduledEndDate, scheduledEndDate: scheduledStartDate }],
  })
  expect(refused).toMatchObject({ status: 422, body: { error: 'The scheduled end is before the scheduled start.' } })
  expect((await ask({ moves: [{ operationId: randomUUID(), ...fields }] })).status).toBe(404)
  expect((await ask({ moves: [{ operationId, ...fields, categoryId: randomUUID() }] })).status).toBe(400)
})
