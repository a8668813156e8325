import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dashboard } from '#contract/dashboard.ts'
import { onTimeStates } from '#domain/odds/chance-bands.ts'
import { buildOdds } from '#testing/builders/build-odds.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { wholeSchedule } from '#testing/whole-schedule.ts'
import { filterProjects } from '#web/features/projects/filter-projects.ts'
import { defaultProjectsSearch } from '#web/features/projects/projects-search.ts'
import { buildModel } from '#web/features/schedule/model/schedule-model.ts'
import { mintTenantContext } from '../../context.ts'
import { seedContext } from '../../seed/seed-context.ts'
import { seedDemo } from '../../seed/seed-demo.ts'
import { getLoadMatrix } from '../analytics/get-load-matrix.ts'
import { listLateParts } from '../forecasts/list-late-parts.ts'
import { listOperationRows } from '../operation-lists/list-operation-rows.ts'
import { changeOperation } from '../operations/write-operations.ts'
import { listProjects } from '../projects/read-projects.ts'
import { getDashboard } from './get-dashboard.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

describe('the dashboard', () => {
  it('shows the same figures as the lists that its figures open', async () => {
    server.clock.set('2026-11-18T16:24:00Z')
    await seedDemo(server.services)
    const { rows } = await server.services.db.withSystem((tx) =>
      tx.execute<{ id: string }>(sql`select tenant_id as id from tenants where name = 'Northwind Fabrication'`),
    )
    const ctx = seedContext(server.services, rows[0]?.id ?? '')
    const { figures, late, pastDue, shipping, held, load, activity, lastRun, ...dashboard } = await getDashboard(ctx)
    const projects = await listProjects(ctx)
    const inState = (state: string) => projects.filter((project) => project.state === state)
    expect(dashboard.projects).toBe(projects.length)
    expect([figures.late, figures.pastDue, figures.onHold]).toEqual([
      inState('late').length,
      projects.filter(({ pastDueDays }) => pastDueDays !== null).length,
      inState('onHold').length,
    ])
    expect(figures.late).toBeGreaterThan(4)
    const byId = new Map(projects.map((project) => [project.projectId, project]))
    for (const shown of [...late, ...pastDue, ...shipping]) {
      const { state, latenessDays, pastDueDays, projectedCompletionDate, forecastCompletionDate, plannedShipDate } =
        byId.get(shown.projectId) ?? {}
      expect(shown).toMatchObject({
        state,
        latenessDays,
        pastDueDays,
        projectedCompletionDate,
        forecastCompletionDate,
        plannedShipDate,
      })
    }
    const rows200 = await listOperationRows(ctx, { tab: 'all', limit: 200, sortBy: 'slack' })
    const listed = new Map(rows200.rows.map((row) => [row.operationId, row]))
    const causes = [...late, ...pastDue].flatMap(({ mainCause }) => mainCause ?? [])
    expect(causes.length).toBeGreaterThan(3)
    for (const { operation, cause, remedy } of causes) {
      if (operation && listed.has(operation.operationId))
        expect(listed.get(operation.operationId)).toMatchObject({ name: operation.name, cause, remedy })
      expect(cause.code).not.toBe('none')
    }
    for (const { projectId, nextStep } of late) {
      const { parts } = await listLateParts(ctx, { projectId })
      expect(nextStep).toEqual(parts.find(({ remedy }) => remedy.code !== 'none') ?? null)
    }
    // Some are late because of what has happened, about which nothing can be done.
    expect(late.some(({ mainCause, nextStep }) => mainCause?.remedy.code === 'none' && nextStep)).toBe(true)
    const soon = projects.filter(
      ({ currentPhase, plannedShipDate: ship }) =>
        currentPhase !== 'shipped' &&
        currentPhase !== 'cancelled' &&
        ship !== null &&
        ship >= '2026-11-18T06:00' &&
        ship < '2026-12-03T06:00',
    )
    expect(figures.shipsSoon).toBe(soon.length)
    expect(new Set(shipping.map(({ projectId }) => projectId))).toEqual(new Set(soon.map(({ projectId }) => projectId)))
    expect(held.every(({ since }) => since !== null)).toBe(true)
    const over = load.workCenters.filter(({ loadHours, openHours }) =>
      loadHours.some((hours, week) => Math.round((hours / (openHours[week] ?? 0)) * 100) > 100),
    )
    expect(figures.overCapacity).toBe(over.length)
    expect(load, 'the same figures as on the analytics screen').toEqual(await getLoadMatrix(ctx, { weeks: 3 }))
    // The footer of the schedule counts the same, without projects on hold or cancelled.
    const { unplacedOperations } = buildModel(await wholeSchedule(ctx))
    expect([figures.notPlaced, unplacedOperations > 40]).toEqual([unplacedOperations, true])
    expect(figures.stalled).toBeGreaterThan(0)
    expect((await listOperationRows(ctx, { tab: 'all', stalled: true })).total).toBe(figures.stalled)
    expect(activity).toHaveLength(8)
    expect(lastRun?.run.status).toBe('Succeeded')
  })

  it('recent activity leaves what admins do with users and credentials to the audit log', async () => {
    const tenant = await server.newTenant()
    const admin = server.as(tenant.admin)
    const invited = { email: 'new@example.com', name: 'New', access: 'admin' }
    expect((await admin.post('/projects', { projectName: 'Frame' })).status).toBe(201)
    expect((await admin.post('/users', invited)).status).toBe(201)
    const entitiesOf = (entries: { entity: string }[]) => entries.map(({ entity }) => entity)
    expect(entitiesOf((await admin.get('/admin/history')).body.entries)).toEqual(['user', 'project'])
    for (const member of [tenant.planner, tenant.admin]) {
      const { body, text } = await server.as(member).get('/dashboard')
      expect(entitiesOf(body.activity.map(({ entry }: { entry: { entity: string } }) => entry))).toEqual(['project'])
      expect(text).not.toContain(invited.email)
    }
  })

  it('shows an operation as stalled when its progress has not changed for five days', async () => {
    server.clock.set('2026-11-02T09:00:00Z')
    const ctx = await server.contextOf((await server.newTenant()).planner)
    const { projectId } = await buildProject(ctx)
    const report = (operationId: string, input: object) =>
      changeOperation(ctx, { projectId, operationId, input, expectedVersion: null })
    const [still, moving, held] = [
      await buildOperation(ctx, projectId),
      await buildOperation(ctx, projectId),
      await buildOperation(ctx, projectId),
    ]
    for (const { operationId } of [still, moving, held]) await report(operationId, { progressPercentage: 20 })
    server.clock.set('2026-11-05T09:00:00Z')
    await report(moving.operationId, { progressPercentage: 40 })
    await report(still.operationId, { notes: 'Waits for material' })
    await report(held.operationId, { onHold: true })
    const stalled = async (at: string): Promise<Dashboard['stalled']> => {
      server.clock.set(at)
      const { stalled: listed, figures } = await getDashboard(ctx)
      const { total, rows } = await listOperationRows(ctx, { tab: 'all', stalled: true })
      expect([total, rows.map(({ operationId }) => operationId).sort()]).toEqual([
        figures.stalled,
        listed.map(({ operationId }) => operationId).sort(),
      ])
      return listed
    }
    expect(await stalled('2026-11-07T08:59:00Z')).toEqual([])
    expect(await stalled('2026-11-07T09:00:00Z')).toMatchObject([
      { operationId: still.operationId, since: '2026-11-02T09:00:00.000Z', progressPercentage: 20 },
    ])
    expect((await stalled('2026-11-10T09:00:00Z')).map(({ operationId }) => operationId)).toEqual([
      still.operationId,
      moving.operationId,
    ])
  })

  it('a project that is on time in the forecast but unlikely to be is listed with its odds', async () => {
    server.clock.set('2026-11-18T09:00:00Z')
    const ctx = await server.contextOf((await server.newTenant({ timeZone: 'UTC' })).admin)
    const build = async (day: string, plannedShipDate: string, onTimeChance: number | null) => {
      const { projectId } = await buildProject(ctx, { plannedShipDate })
      await buildOdds(ctx, projectId, { day, onTimeChance })
      return projectId
    }
    const unlikely = await build('2026-11-20', '2026-11-24T12:00:00Z', 0.3)
    const less = await build('2026-11-21', '2026-11-24T12:00:00Z', 0.495)
    await build('2026-11-22', '2026-11-25T12:00:00Z', 0.5)
    const late = await build('2026-11-27', '2026-11-24T12:00:00Z', 0.1)
    await build('2026-11-28', '2026-11-30T12:00:00Z', null)
    const dashboard = await getDashboard(ctx)
    expect(dashboard.figures).toMatchObject({ late: 1, unlikely: 2 })
    expect(dashboard.unlikely.map(({ projectId, odds }) => [projectId, odds?.onTimeChance])).toEqual([
      [unlikely, 0.3],
      [less, 0.495],
    ])
    expect(dashboard.late.map(({ projectId, odds }) => [projectId, odds?.p80])).toEqual([
      [late, '2026-11-30T15:00:00.000Z'],
    ])
    const search = { ...defaultProjectsSearch, state: [...onTimeStates], chance: ['unlikely' as const] }
    const listed = filterProjects(await listProjects(ctx), search, 'UTC', server.clock.now().getTime())
    expect(listed.map(({ projectId }) => projectId).sort()).toEqual([unlikely, less].sort())
  })

  it('counts the fourteen days in the time zone of the reader, and shows the effect of the last run', async () => {
    server.clock.set('2026-11-18T09:00:00Z')
    const ctx = await server.contextOf((await server.newTenant({ timeZone: 'UTC' })).planner)
    // This is 23:30 on the last of the fourteen days in Chicago, and the next day in UTC.
    await buildProject(ctx, { plannedShipDate: '2026-12-03T05:30:00Z' })
    const shipsSoon = async (timeZone: string) =>
      (await getDashboard(mintTenantContext({ ...ctx, timeZone }))).figures.shipsSoon
    expect([await shipsSoon('America/Chicago'), await shipsSoon('UTC')]).toEqual([1, 0])
    expect((await getDashboard(ctx)).lastRun).toBeNull()
    const runId = '22222222-2222-4222-8222-222222222222'
    const effect = { becameLate: 1, later: 2, noDate: 0, newDate: 0, recovered: 3, earlier: 4 }
    await ctx.app.db.withTenant(ctx, (tx) =>
      tx.execute(sql`insert into scheduling_runs (tenant_id, run_id, status, started_by, started_by_user_id, started_at, input_version, progress)
        values (${ctx.tenantId}, ${runId}, 'Succeeded', 'Pat', ${ctx.userId}, ${'2026-11-18T08:00:00Z'},
          (select plan_version - 3 from tenants where tenant_id = ${ctx.tenantId}), ${JSON.stringify({ effect })})`),
    )
    expect((await getDashboard(ctx)).lastRun).toMatchObject({ changesSince: 2, run: { runId, effect } })
  })
})
