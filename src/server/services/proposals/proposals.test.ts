import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProposalChange, ProposalDetails } from '#contract/proposals.ts'
import { applyProposal } from '#testing/apply-proposal.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { CallAs } from '#testing/call-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { shopState } from '#testing/undo/shop-state.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { getProposal } from './read-proposals.ts'
import { createProposal } from './write-proposals.ts'

let server: TestServer
let tenant: TestTenant
let ctx: TenantContext
let planner: CallAs
/** Two projects of two operations that need the same saw, the first one planned before the second. */
let shop: { projectId: string; operationIds: string[] }[]

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const hour = 3_600_000

beforeEach(async () => {
  tenant = await server.newTenant()
  ctx = withFacts(await server.contextOf(tenant.planner), { source: 'screen' })
  planner = server.as(tenant.planner)
  const saw = await buildCategory(await server.contextOf(tenant.admin), { name: 'Saw' })
  const nowMs = server.clock.now().getTime()
  shop = []
  for (const [index, days] of [2, 4].entries()) {
    const { projectId } = await buildProject(ctx, {
      projectName: `Press ${index}`,
      priority: index === 0 ? 80 : 20,
      plannedShipDate: new Date(nowMs + days * 24 * hour).toISOString(),
    })
    const operationIds: string[] = []
    for (const [step, name] of ['Cut', 'Bore'].entries()) {
      const startMs = nowMs + (index * 48 + step * 24) * hour
      const { operationId } = await buildOperation(ctx, projectId, {
        name,
        durationHours: 24,
        categoryId: saw.categoryId,
        scheduledStartDate: new Date(startMs).toISOString(),
        scheduledEndDate: new Date(startMs + 24 * hour).toISOString(),
        pinned: false,
      })
      operationIds.push(operationId)
    }
    shop.push({ projectId, operationIds })
  }
})

const at = (index: number): { projectId: string; operationIds: string[] } => {
  const found = shop[index]
  if (!found) throw new Error('The shop has two projects')
  return found
}
const urgent = (index: number, priority = 100): ProposalChange => ({
  kind: 'project',
  projectId: at(index).projectId,
  fields: { priority },
})
const longer = (durationHours: number): ProposalChange => ({
  kind: 'operation',
  projectId: at(0).projectId,
  operationId: at(0).operationIds[0] ?? '',
  fields: { durationHours },
})

const propose = async (
  changes: readonly ProposalChange[],
  method: 'keepSequence' | 'optimize' = 'keepSequence',
): Promise<ProposalDetails> => {
  const { status, body, text } = await planner.post('/proposals', { changes, method })
  expect(status, text).toBe(201)
  return body
}
const apply = (proposal: ProposalDetails) => applyProposal(planner, proposal)

const planState = () =>
  server.services.db.readTenant(ctx, async (tx) => {
    const [row] = await tx
      .select({ planVersion: tenants.planVersion, planId: tenants.planId })
      .from(tenants)
      .where(sql`tenant_id = ${ctx.tenantId}`)
    return row
  })
/** The forecast completion and lateness of each project, as its screens show them. */
const outlook = async () => {
  const { body } = await planner.get('/projects')
  return new Map(
    (body as { projectId: string; forecastCompletionDate: string; latenessDays: number }[]).map((project) => [
      project.projectId,
      { completionAfter: project.forecastCompletionDate, latenessDaysAfter: project.latenessDays },
    ]),
  )
}

describe('a proposal', () => {
  it('says what a longer operation does to all projects, and changes nothing', async () => {
    await outlook()
    const [state, before] = [await shopState(ctx), await planState()]
    const proposal = await propose([longer(72)])
    expect(proposal).toMatchObject({ state: 'current', name: '', createdBy: ctx.userName, isMine: true })
    expect(new Map(proposal.projects.map(({ projectId, ...effect }) => [projectId, effect]))).toEqual(
      new Map(shop.map(({ projectId }) => [projectId, expect.objectContaining({ kind: 'becameLate', movedDays: 2 })])),
    )
    expect(proposal).toMatchObject({ lateProjectsBefore: 0, lateProjects: 2, movedOperations: 4 })
    expect(proposal.names[at(0).operationIds[0] ?? '']).toMatch(/^#\S+ Cut$/)
    expect(proposal.names[at(0).projectId]).toMatch(/^#\S+ Press 0$/)
    expect((await planner.delete(`/proposals/${proposal.proposalId}`)).status).toBe(204)
    expect([await shopState(ctx), await planState()]).toEqual([state, before])
    expect((await planner.get(`/proposals/${proposal.proposalId}`)).status).toBe(404)
  })

  it.each(['keepSequence', 'optimize'] as const)(
    'applied with %s, is what the forecast says afterwards',
    async (method) => {
      const proposal = await propose([longer(72), urgent(1)], method)
      expect(proposal.projects).toHaveLength(2)
      const { status, body } = await apply(proposal)
      expect(status).toBe(200)
      expect(body).toMatchObject({ changedOperations: 4, proposal: { state: 'applied', appliedBy: ctx.userName } })
      const after = await outlook()
      for (const { projectId, completionAfter, latenessDaysAfter } of proposal.projects) {
        expect(after.get(projectId)).toEqual({ completionAfter, latenessDaysAfter })
      }
      expect((await propose([])).projects).toEqual([])
      expect((await apply(proposal)).status).toBe(422)
    },
  )

  it('without changes is what "Schedule all" would do, and is applied in one step', async () => {
    const [first] = at(0).operationIds
    await planner.put(`/project-operations/projects/${at(0).projectId}/operations/${first}`, { onHold: true })
    const proposal = await propose([], 'optimize')
    expect(proposal.projects.map(({ kind, movedDays }) => [kind, movedDays])).toEqual([
      ['earlier', -1],
      ['earlier', -1],
    ])
    expect((await apply(proposal)).status).toBe(200)
    const of = ({ projectId }: { projectId: string }) => projectId === at(1).projectId
    expect((await outlook()).get(at(1).projectId)?.completionAfter).toBe(proposal.projects.find(of)?.completionAfter)
  })

  it('leaves planned dates of held work alone, and counts unscheduled work as the dashboard does', async () => {
    const [held = '', behind = ''] = at(0).operationIds
    const path = (index: number, id: string) => `/project-operations/projects/${at(index).projectId}/operations/${id}`
    await planner.put(path(0, held), { onHold: true })
    await planner.put(path(0, behind), { dependencies: [held] })
    const { projectId } = at(1)
    await buildOperation(ctx, projectId, { name: 'Paint', durationHours: 4 })
    const counted = async () => (await planner.get('/dashboard')).body.figures.notPlaced
    const move: ProposalChange = {
      kind: 'operation',
      projectId,
      operationId: at(1).operationIds[1] ?? '',
      fields: {
        scheduledStartDate: new Date(server.clock.now().getTime() + 240 * hour).toISOString(),
        scheduledEndDate: new Date(server.clock.now().getTime() + 264 * hour).toISOString(),
      },
    }
    const proposal = await propose([move])
    expect([proposal.unplacedOperationsBefore, proposal.unplacedOperations, await counted()]).toEqual([1, 1, 1])
    const dates = async () => {
      const { scheduledStartDate, scheduledEndDate } = (await planner.get(path(0, held))).body
      return [scheduledStartDate, scheduledEndDate]
    }
    const before = await dates()
    expect((await apply(proposal)).status).toBe(200)
    expect([await dates(), await counted()]).toEqual([before, 1])
    // Scheduling again takes the dates of what is held, and schedules what had none.
    const all = await propose([], 'optimize')
    expect((await apply(all)).status).toBe(200)
    expect([all.unplacedOperationsBefore, all.unplacedOperations]).toEqual([1, await counted()])
  })

  it('is undone and redone as a whole, exactly', async () => {
    const move: ProposalChange = {
      kind: 'operation',
      projectId: at(1).projectId,
      operationId: at(1).operationIds[1] ?? '',
      fields: {
        scheduledStartDate: new Date(server.clock.now().getTime() + 240 * hour).toISOString(),
        scheduledEndDate: new Date(server.clock.now().getTime() + 264 * hour).toISOString(),
      },
    }
    const before = await shopState(ctx)
    const { body } = await apply(await propose([longer(72), urgent(1), move]))
    const after = await shopState(ctx)
    expect(after).not.toEqual(before)
    const [change] = (await planner.get('/changes')).body
    expect(change).toMatchObject({ changeId: body.changeId, canUndo: true })
    const undone = await planner.post(`/changes/${body.changeId}/undo`)
    expect([undone.status, undone.body.left]).toEqual([200, []])
    expect(await shopState(ctx)).toEqual(before)
    expect((await planner.post(`/changes/${body.changeId}/redo`)).status).toBe(200)
    expect(await shopState(ctx)).toEqual(after)
    // The list of runs contains it as well. Reverting it there takes back the changes too.
    const [run] = (await planner.get('/scheduling-runs')).body
    expect((await planner.post(`/scheduling-runs/${run.runId}/revert`)).status).toBe(200)
    expect(await shopState(ctx)).toEqual(before)
  })

  it('leaves history as if each change had been made by hand, and tells the colleagues of the new plan', async () => {
    await apply(await propose([longer(72), urgent(1)]))
    const { entries } = (await planner.get('/history')).body
    const fields = (entries as { entity: string; changes: { field: string }[] }[])
      .slice(0, 3)
      .flatMap(({ entity, changes }) => changes.map(({ field }) => `${entity} ${field}`))
    expect(fields).toEqual(
      expect.arrayContaining(['operation durationHours', 'project priority', 'schedulingRun status']),
    )
    expect((await server.as(tenant.admin).get('/notifications')).text).toContain('"madeBy":"proposal"')
  })
})

describe('a proposal is refused', () => {
  it('as stale after somebody changed an input, and applies after a refresh', async () => {
    const proposal = await propose([urgent(1)], 'optimize')
    await planner.patch(`/projects/${at(0).projectId}`, { priority: 60 })
    const before = await shopState(ctx)
    expect(await apply(proposal)).toMatchObject({
      status: 409,
      body: { error: 'The plan has changed. Refresh the preview.' },
    })
    expect(await shopState(ctx)).toEqual(before)
    expect((await planner.get(`/proposals/${proposal.proposalId}`)).body.state).toBe('stale')
    const refreshed = await planner.post(`/proposals/${proposal.proposalId}/refresh`)
    expect(refreshed.body).toMatchObject({ state: 'current', changes: [urgent(1)] })
    expect((await apply(refreshed.body)).status).toBe(200)
  })

  it('not by a name that somebody changed, nor by a forecast that was stored meanwhile', async () => {
    const proposal = await propose([urgent(1)], 'optimize')
    await planner.patch(`/projects/${at(0).projectId}`, { customerName: 'Borealis' })
    server.clock.advance(2 * 60_000)
    await outlook()
    expect((await apply(proposal)).status).toBe(200)
  })

  it('when it is older than ten minutes', async () => {
    const proposal = await propose([urgent(1)], 'optimize')
    server.clock.advance(10 * 60_000 + 1)
    expect(await apply(proposal)).toMatchObject({ status: 409, body: { error: expect.stringContaining('10 minutes') } })
  })

  it('when a change names no record, breaks a rule, or names no field', async () => {
    const post = async (changes: unknown[], method = 'keepSequence') =>
      (await planner.post('/proposals', { changes, method })).status
    for (const method of ['keepSequence', 'optimize']) {
      expect(await post([{ ...urgent(0), projectId: randomUUID() }], method)).toBe(404)
      const done = { ...longer(1), fields: { progressPercentage: 100 } }
      expect(await post([done, { ...longer(1), fields: { onHold: true } }], method)).toBe(422)
    }
    expect(await post([{ ...urgent(0), fields: {} }])).toBe(400)
    expect(await post([{ ...urgent(0), fields: { currentPhase: 'shipped' } }])).toBe(400)
  })
})

describe('a named proposal', () => {
  it('is listed for everybody, and only its author and admins rename or discard it', async () => {
    const { proposalId } = await propose([urgent(1)])
    expect((await planner.get('/proposals')).body).toEqual([])
    expect((await planner.put(`/proposals/${proposalId}/name`, { name: 'Rush' })).body).toMatchObject({ name: 'Rush' })
    const other = server.as(await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] }))
    expect((await other.get('/proposals')).body).toMatchObject([{ proposalId, name: 'Rush', isMine: false }])
    expect((await other.put(`/proposals/${proposalId}/name`, { name: 'Mine' })).status).toBe(403)
    expect((await other.delete(`/proposals/${proposalId}`)).status).toBe(403)
    expect((await server.as(tenant.admin).delete(`/proposals/${proposalId}`)).status).toBe(204)
  })

  it('gets other changes and the other method from its author and admins only, and anybody may compute it again as it is', async () => {
    const { proposalId } = await propose([urgent(1)])
    const colleague = server.as(await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] }))
    const refresh = (as: CallAs, body: object) => as.post(`/proposals/${proposalId}/refresh`, body)
    const gone = { kind: 'projectGone', projectId: at(0).projectId }
    for (const body of [{ changes: [gone] }, { changes: [] }, { method: 'optimize' }, { changes: [urgent(1)] }]) {
      expect(await refresh(colleague, body)).toMatchObject({
        status: 403,
        body: { error: 'Only its author and admins of this organization can change, rename or discard a proposal.' },
      })
    }
    expect((await planner.get(`/proposals/${proposalId}`)).body).toMatchObject({ changes: [urgent(1)], version: 1 })
    for (const body of [{}, { method: 'keepSequence' }]) expect((await refresh(colleague, body)).status).toBe(200)
    expect((await refresh(server.as(tenant.admin), { changes: [urgent(1, 90)] })).body).toMatchObject({ version: 4 })
    expect((await refresh(planner, { method: 'optimize' })).body).toMatchObject({ method: 'optimize', version: 5 })
  })

  it('is applied only in the version that was seen', async () => {
    const seen = await propose([urgent(1)])
    const admin = server.as(tenant.admin)
    const changed = (await admin.post(`/proposals/${seen.proposalId}/refresh`, { changes: [longer(72)] })).body
    const before = await shopState(ctx)
    expect(await apply(seen)).toMatchObject({
      status: 412,
      body: {
        code: 'stale',
        error: 'This proposal changed since it was opened. Look at what it would do now.',
        currentVersion: 2,
      },
    })
    expect(await planner.post(`/proposals/${seen.proposalId}/apply`)).toMatchObject({ status: 400 })
    expect(await planner.post(`/proposals/${seen.proposalId}/apply`, {}, { 'If-Match': '*' })).toMatchObject({
      status: 400,
    })
    expect(await shopState(ctx)).toEqual(before)
    expect((await apply(changed)).status).toBe(200)
  })

  it('is changed only in the version that was seen, where the caller names one', async () => {
    const { proposalId } = await propose([urgent(1)])
    const change = (priority: number, version: number) =>
      planner.post(
        `/proposals/${proposalId}/refresh`,
        { changes: [urgent(1, priority)] },
        { 'If-Match': String(version) },
      )
    expect((await change(90, 1)).status).toBe(200)
    expect((await change(70, 1)).status).toBe(412)
    expect((await planner.get(`/proposals/${proposalId}`)).body.changes).toEqual([urgent(1, 90)])
  })

  it('computed again while its author changes it keeps the changes of its author', async () => {
    const { proposalId } = await propose([urgent(1)])
    const colleague = server.as(await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] }))
    const [again, changed] = await Promise.all([
      colleague.post(`/proposals/${proposalId}/refresh`, {}),
      planner.post(`/proposals/${proposalId}/refresh`, { changes: [urgent(1, 90)] }),
    ])
    // Either may be the first. The second one then says so.
    expect([200, 412]).toContain(again.status)
    expect([200, 412]).toContain(changed.status)
    const { changes } = (await planner.get(`/proposals/${proposalId}`)).body
    expect(changes).toEqual([changed.status === 200 ? urgent(1, 90) : urgent(1)])
  })

  it('outlives a day, after which the others are pruned', async () => {
    const [kept, lost] = [await propose([urgent(1)]), await propose([urgent(0)])]
    await planner.put(`/proposals/${kept.proposalId}/name`, { name: 'Rush' })
    server.clock.advance(24 * hour + 1)
    await createProposal(ctx, { input: { changes: [], method: 'keepSequence' } })
    expect(await getProposal(ctx, kept)).toMatchObject({ name: 'Rush', state: 'stale' })
    await expect(getProposal(ctx, lost)).rejects.toMatchObject({ code: 'not_found' })
  })
})

it('a project held by its status alone is worked on again when a proposal gives it its phase', async () => {
  const { projectId } = at(0)
  await planner.patch(`/projects/${projectId}`, { status: 'On Hold' })
  const resume: ProposalChange = { kind: 'project', projectId, fields: { currentPhase: 'production' } }
  const proposal = await propose([resume])
  expect(proposal.projects).toMatchObject([{ kind: 'newDate', projectId }])
  expect((await apply(proposal)).status).toBe(200)
  expect((await outlook()).get(projectId)?.completionAfter).toBe(proposal.projects[0]?.completionAfter)
})
