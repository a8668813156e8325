import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProposalChange, ProposalDetails } from '#contract/proposals.ts'
import type { RunResult } from '#contract/run-results.ts'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { applyProposal } from '#testing/apply-proposal.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { CallAs } from '#testing/call-as.ts'
import { runUntil } from '#testing/run-test-shop.ts'
import { serveRuns } from '#testing/serve-runs.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { operationsInForce } from '../../db/operations-in-force.ts'

let server: TestServer
let ctx: TenantContext
let planner: CallAs
let runs: { close(): Promise<void> }
let ids: { projectId: string; operationIds: string[] }[]

const hour = 3_600_000

beforeAll(async () => {
  server = await startServer()
  runs = serveRuns(server)
})
afterAll(async () => {
  await runs.close()
  await server.close()
})

/** Three projects on one saw, and one on a lathe; nothing of it was reported as started, so all work is behind plan. */
beforeEach(async () => {
  const tenant = await server.newTenant()
  ctx = withFacts(await server.contextOf(tenant.planner), { source: 'screen' })
  planner = server.as(tenant.planner)
  const admin = await server.contextOf(tenant.admin)
  const saw = await buildCategory(admin, { name: 'Saw' })
  const lathe = await buildCategory(admin, { name: 'Lathe' })
  const nowMs = server.clock.now().getTime()
  const projects = [saw, saw, saw, lathe].map(({ categoryId }, index) => ({ categoryId, index }))
  ids = []
  for (const { categoryId, index } of projects) {
    const { projectId } = await buildProject(ctx, {
      projectName: `Press ${index}`,
      priority: 20 + index,
      plannedShipDate: new Date(nowMs + (3 + index) * 24 * hour).toISOString(),
    })
    const operationIds: string[] = []
    for (const step of [0, 1]) {
      const startMs = nowMs + ((index % 3) * 48 + step * 24 - 5) * hour
      const { operationId } = await buildOperation(ctx, projectId, {
        name: step === 0 ? 'Cut' : 'Bore',
        durationHours: 24,
        categoryId,
        scheduledStartDate: new Date(startMs).toISOString(),
        scheduledEndDate: new Date(startMs + 24 * hour).toISOString(),
        pinned: false,
      })
      operationIds.push(operationId)
    }
    ids.push({ projectId, operationIds })
  }
})

/** The stored dates of all operations. */
const dates = (): Promise<Map<string, string>> =>
  server.services.db.readTenant(ctx, async (tx) => {
    const { rows } = await tx.execute<{ id: string; dates: string }>(
      sql`select operation_id as id, concat(scheduled_start_date, ' ', scheduled_end_date) as dates from ${operationsInForce(ctx.tenantId)}`,
    )
    return new Map(rows.map(({ id, dates }) => [id, dates]))
  })

const changedSince = async (before: Map<string, string>): Promise<number> => {
  const after = await dates()
  return [...after].filter(([id, text]) => before.get(id) !== text).length
}

const newestRun = async (): Promise<SchedulingRun> => (await planner.get('/scheduling-runs')).body[0]
const notified = async () => {
  const { body } = await planner.get('/notifications')
  const list = (body.items ?? body) as { cause: { code: string } }[]
  return list.find(({ cause }) => cause.code === 'runFinished')?.cause
}
const projectCounts = (projects: RunResult['projects']) =>
  new Map(projects.map(({ projectId, movedOperations }) => [projectId, movedOperations]))

const longer = (): ProposalChange => ({
  kind: 'operation',
  projectId: ids[2]?.projectId ?? '',
  operationId: ids[2]?.operationIds[0] ?? '',
  fields: { durationHours: 30 },
})

describe('on a shop that is behind plan', () => {
  it.each(['keepSequence', 'optimize'] as const)(
    'an applied proposal (%s) moves the operations of its preview',
    async (method) => {
      const { status, body, text } = await planner.post('/proposals', { changes: [longer()], method })
      expect(status, text).toBe(201)
      const proposal = body as ProposalDetails
      const { movedOperations, movedAsForecast } = proposal
      expect(movedAsForecast).toBeGreaterThan(0)
      expect(movedOperations).toBeGreaterThan(movedAsForecast ?? 0)
      const before = await dates()
      const applied = await applyProposal(planner, proposal)
      expect(applied.status, applied.text).toBe(200)
      const figures = { changedOperations: movedOperations, movedAsForecast }
      expect([applied.body.changedOperations, applied.body.proposal.movedAsForecast]).toEqual([
        movedOperations,
        movedAsForecast,
      ])
      expect(await changedSince(before)).toBe(movedOperations)
      const run = await newestRun()
      expect(run).toMatchObject({ ...figures, madeBy: 'proposal' })
      expect(await notified()).toMatchObject(figures)
      const { body: result } = await planner.get(`/scheduling-runs/${run.runId}/result`)
      expect(projectCounts(result.projects)).toEqual(projectCounts(proposal.projects))
      expect((await planner.get('/dashboard')).body.lastRun.run).toMatchObject(figures)
    },
  )

  it('a run over everything moves the operations of its preview', async () => {
    const { body: proposal } = await planner.post('/proposals', { changes: [], method: 'optimize' })
    const { body: effect } = await planner.get('/scheduling-effect')
    const before = await dates()
    const { body: started } = await planner.post('/projects/schedule-all', {})
    const run = await runUntil(ctx, started.runId)
    const { movedOperations, movedAsForecast } = proposal
    expect(movedAsForecast).toBeGreaterThan(0)
    expect([effect.movedOperations, effect.movedAsForecast]).toEqual([movedOperations, movedAsForecast])
    expect([run.changedOperations, run.movedAsForecast]).toEqual([movedOperations, movedAsForecast])
    expect(await changedSince(before)).toBe(movedOperations)
    expect(await notified()).toMatchObject({ changedOperations: movedOperations, movedAsForecast })
    const { body: result } = await planner.get(`/scheduling-runs/${run.runId}/result`)
    expect(projectCounts(result.projects)).toEqual(projectCounts(proposal.projects))
  })

  it('a run over one project counts only its operations', async () => {
    const before = await dates()
    const { body: started } = await planner.post(`/projects/${ids[3]?.projectId}/schedule`, {})
    const run = await runUntil(ctx, started.runId)
    expect([run.changedOperations, run.movedAsForecast]).toEqual([2, 2])
    expect(await changedSince(before)).toBe(2)
    expect(await notified()).toMatchObject({ changedOperations: 2, movedAsForecast: 2 })
  })
})
