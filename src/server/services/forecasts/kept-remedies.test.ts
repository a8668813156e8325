import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProjectRemedy } from '#contract/remedies.ts'
import { neverStop, StoppedError } from '#domain/scheduling/stopped.ts'
import { applyProposal } from '#testing/apply-proposal.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../../context.ts'
import { projectRemedies } from '../../db/tables/forecasts.table.ts'
import { keepRemediesCurrent } from '../../jobs/keep-remedies.ts'
import { getLateCauses } from '../analytics/get-late-causes.ts'
import { getDashboard } from '../dashboard/get-dashboard.ts'
import { listOperationRows } from '../operation-lists/list-operation-rows.ts'
import { changeProject, deleteProject } from '../projects/write-projects.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import { keepForecast } from './current-forecast.ts'
import { findRemedies } from './find-remedies.ts'
import { keepRemedies } from './keep-remedies.ts'
import { listLateProjects } from './kept-remedies.ts'

let server: TestServer
let tenant: TestTenant
let ctx: TenantContext
/** Due in ten days, and planned first. */
let roomy: string
/** Planned behind it on the saw, and a day late because of that. */
let late: string
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const hour = 3_600_000

beforeEach(async () => {
  tenant = await server.newTenant()
  ctx = await server.contextOf(tenant.planner)
  const saw = await buildCategory(await server.contextOf(tenant.admin), { name: 'Saw' })
  const nowMs = server.clock.now().getTime()
  const at = (hours: number) => new Date(nowMs + hours * hour).toISOString()
  const planned = async (projectName: string, days: number, fromHour: number) => {
    const { projectId } = await buildProject(ctx, { projectName, plannedShipDate: at(days * 24) })
    const dates = { scheduledStartDate: at(fromHour), scheduledEndDate: at(fromHour + 48), pinned: false }
    await buildOperation(ctx, projectId, { name: 'Cut', durationHours: 48, categoryId: saw.categoryId, ...dates })
    return projectId
  }
  roomy = await planned('Roomy', 10, 2)
  late = await planned('Late', 3, 50)
})

const stored = () =>
  ctx.app.db.withTenant(ctx, (tx) =>
    tx.select().from(projectRemedies).where(eq(projectRemedies.tenantId, ctx.tenantId)),
  )
const never = new AbortController().signal
const prepare = async () => {
  await keepForecast(ctx)
  return keepRemedies(ctx, never)
}
const listed = async (): Promise<ProjectRemedy[]> =>
  (await server.as(tenant.planner).get(`/projects/${late}/remedies`)).body
const stepsShown = async () => {
  const dashboard = await getDashboard(ctx)
  const { rows } = await listOperationRows(ctx, { tab: 'all', limit: 50 })
  return [
    dashboard.late.find(({ projectId }) => projectId === late)?.remedy ?? null,
    rows.find(({ projectId }) => projectId === late)?.projectStep ?? null,
  ]
}

describe('what would help late projects', () => {
  it('is stored before a person asks, and every screen shows its first as the next step', async () => {
    expect(await stepsShown()).toEqual([null, null])
    expect(await prepare()).toBe('done')
    expect((await stored()).map(({ projectId }) => projectId)).toEqual([late])
    const [first] = await listed()
    expect(first).toMatchObject({ code: 'scheduleAgain', method: 'optimize', changes: [], lateDays: 0 })
    expect(first?.latenessDays).toBeLessThanOrEqual(0)
    const step = { code: 'scheduleAgain', again: true, latenessDays: first?.latenessDays, gainMs: first?.gainMs }
    expect(await stepsShown()).toMatchObject([step, step])
    // A second time there is nothing to do.
    const [before] = await stored()
    server.clock.advance(60_000)
    expect(await prepare()).toBe('done')
    expect((await stored())[0]?.computedAt).toEqual(before?.computedAt)
  })

  it('offers what saves late days at the bottleneck', async () => {
    // Both are due too early for one saw, and planned by the engine, which knows that one waits for the other.
    for (const projectId of [roomy, late]) {
      const plannedShipDate = new Date(server.clock.now().getTime() + 48 * hour).toISOString()
      await changeProject(ctx, { projectId, input: { plannedShipDate }, expectedVersion: null, as: 'part' })
    }
    const planner = server.as(tenant.planner)
    const { body: proposal } = await planner.post('/proposals', { changes: [], method: 'optimize' })
    await applyProposal(planner, proposal)
    await keepForecast(ctx)
    expect((await getLateCauses(ctx, {})).levers).toEqual([])
    await prepare()
    const { levers, workCenters } = await getLateCauses(ctx, {})
    expect(workCenters).toMatchObject([{ name: 'Saw' }])
    expect(levers.map(({ code }) => code)).toContain('addCapacity')
    for (const { lateDays, lateDaysBefore } of levers) expect(lateDays).toBeLessThan(lateDaysBefore ?? 0)
    // The same as in the panel of the project that waits.
    const panels = await Promise.all([roomy, late].map((id) => planner.get(`/projects/${id}/remedies`)))
    expect(panels.flatMap(({ body }) => body)).toEqual(expect.arrayContaining(levers))
  })

  it('offers first what helps against a cause that outweighs every work center', async () => {
    // Without the work ahead of it, only the plan holds the other one.
    await deleteProject(await server.contextOf(tenant.admin), { projectId: roomy })
    await prepare()
    const { causeLevers, levers, others } = await getLateCauses(ctx, {})
    expect(others[0]?.cause).toBe('planned')
    expect(causeLevers[0]?.code).toBe('scheduleAgain')
    for (const { lateDays, lateDaysBefore } of causeLevers) expect(lateDays).toBeLessThan(lateDaysBefore ?? 0)
    expect(levers).toEqual([])
  })

  it('counts whom each delays, by the number that people know', async () => {
    const remedies = await listed()
    const first = remedies.find(({ code }) => code === 'goFirst' || code === 'scheduleAgain')
    expect(first).toMatchObject({ laterProjects: 1, becomeLate: 0, delayed: [] })
    await changeProject(ctx, {
      projectId: roomy,
      input: { plannedShipDate: new Date(server.clock.now().getTime() + 48 * hour).toISOString(), priority: 90 },
      expectedVersion: null,
      as: 'part',
    })
    const harmful = (await listed()).find(({ becomeLate }) => becomeLate > 0)
    expect(harmful).toMatchObject({ laterProjects: 1, becomeLate: 1 })
    expect(harmful?.delayed).toMatchObject([{ projectId: roomy, projectName: 'Roomy', latenessDaysBefore: 0 }])
  })

  it('is stored when it was computed for the first who asks, and is out of date after a change of the plan', async () => {
    const asked = await listed()
    expect(await stepsShown()).toMatchObject([{ code: asked[0]?.code }, { code: asked[0]?.code }])
    await changeProject(ctx, { projectId: roomy, input: { priority: 77 }, expectedVersion: null, as: 'part' })
    expect(await stepsShown()).toEqual([null, null])
    expect(await prepare()).toBe('done')
    expect(await stepsShown()).toMatchObject([{ code: asked[0]?.code }, { code: asked[0]?.code }])
  })

  it('is not shown any more when it is old, and is computed again before', async () => {
    await prepare()
    server.clock.advance(31 * 60_000)
    const [before] = await stored()
    await prepare()
    expect((await stored())[0]?.computedAt.getTime()).toBeGreaterThan(before?.computedAt.getTime() ?? Infinity)
    server.clock.advance(61 * 60_000)
    expect(await stepsShown()).toEqual([null, null])
  })

  it('is dropped with its project, and when the project is not late any more', async () => {
    await prepare()
    const plannedShipDate = new Date(server.clock.now().getTime() + 30 * 24 * hour).toISOString()
    await changeProject(ctx, { projectId: late, input: { plannedShipDate }, expectedVersion: null, as: 'part' })
    expect(await listed()).toEqual([])
    expect(await stepsShown()).toEqual([null, null])
    await deleteProject(await server.contextOf(tenant.admin), { projectId: late })
    expect(await stored()).toEqual([])
  })

  it('is not stored where a search was ended by the clock', async () => {
    await keepForecast(ctx)
    const { snapshot } = await loadShop(ctx, server.clock.now().getTime())
    const rows = await ctx.app.db.withTenant(ctx, (tx) => listLateProjects(tx, ctx.tenantId, 0))
    const projects = rows.map(([projectId, parts]) => ({ projectId, parts: parts ?? [] }))
    const [cut, whole] = [0, 60_000].map((searchForMs) => findRemedies(snapshot, { projects, searchForMs }, neverStop))
    expect(cut?.projects.map(({ isWhole }) => isWhole)).toEqual([false])
    expect(cut?.projects[0]?.remedies.map(({ method }) => method)).not.toContain('optimize')
    expect(whole?.projects.map(({ isWhole }) => isWhole)).toEqual([true])
  })

  it('gives way when it is to end', async () => {
    await keepForecast(ctx)
    await expect(keepRemedies(ctx, AbortSignal.abort())).rejects.toThrow(StoppedError)
    expect(await stored()).toEqual([])
  })

  it('is computed soon after a change without a request', async () => {
    const errors: object[] = []
    const log = { info: () => undefined, error: (facts: object) => void errors.push(facts) }
    await keepForecast(ctx)
    const job = keepRemediesCurrent(server.services, log, 10)
    await expect.poll(async () => (await stored()).length, { interval: 20, timeout: 20_000 }).toBe(1)
    await job.close()
    expect(errors).toEqual([])
  })
})
