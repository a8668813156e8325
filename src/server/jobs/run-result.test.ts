import { type SQL, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { countEffects } from '#domain/scheduling/project-effects.ts'
import { runTestShop, runUntil } from '#testing/run-test-shop.ts'
import { testRunner } from '#testing/test-runner.ts'
import type { TenantContext } from '../context.ts'
import { getDashboard } from '../services/dashboard/get-dashboard.ts'
import { changeOperation } from '../services/operations/write-operations.ts'
import { deleteProject } from '../services/projects/write-projects.ts'
import { changesChannel } from '../services/records/store-history.ts'
import { loadShop } from '../services/scheduling/load-shop.ts'
import { cancelRun } from '../services/scheduling-runs/cancel-run.ts'
import { claimRun } from '../services/scheduling-runs/claim-run.ts'
import { commitPlan } from '../services/scheduling-runs/commit-plan.ts'
import { getRunResult } from '../services/scheduling-runs/get-run-result.ts'
import { startRun } from '../services/scheduling-runs/start-run.ts'
import { storeRunResult } from '../services/scheduling-runs/store-run-result.ts'

const house = testRunner()

const run = async (ctx: TenantContext): Promise<SchedulingRun> => {
  const { runId } = await startRun(ctx, { projectId: null })
  return runUntil(ctx, runId)
}
const operationsOf = async (ctx: TenantContext) => {
  const { snapshot } = await loadShop(ctx, ctx.app.now().getTime())
  return snapshot.projects.map(({ projectId, projectNumber, operations }) => ({
    projectId,
    projectNumber,
    operations: operations.toSorted((a, b) => a.sequence - b.sequence),
  }))
}
const storedResults = async (ctx: TenantContext): Promise<number> => {
  const { rows } = await ctx.app.db.withTenant(ctx, (tx) =>
    tx.execute<{ count: number }>(
      sql`select count(*)::int as count from run_results where tenant_id = ${ctx.tenantId}`,
    ),
  )
  return rows[0]?.count ?? 0
}

describe('the result of a run', () => {
  it('lists every changed project with dates and days, and its figures count the same projects', async () => {
    const ctx = await runTestShop(house.app)
    const write = (statement: SQL) => ctx.app.db.withTenant(ctx, (tx) => tx.execute(statement))
    // This is more work than the shop can finish in time.
    await write(sql`update categories set capacity = 1`)
    await write(sql`update projects set planned_ship_date = '2026-11-20T12:00Z'`)
    house.start()
    const first = await run(ctx)
    expect(first.effect).toEqual({ ...countEffects([]), newDate: 12 })
    const { projects } = await getRunResult(ctx, first)
    expect(projects.map(({ completionBefore }) => completionBefore)).toEqual(Array(12).fill(null))
    expect(projects.reduce((sum, { movedOperations }) => sum + movedOperations, 0)).toBe(first.changedOperations)
    const late = projects.filter(({ latenessDaysAfter }) => (latenessDaysAfter ?? 0) > 0)
    expect(late).toHaveLength(first.lateProjects ?? -1)
    expect(late.reduce((sum, { latenessDaysAfter }) => sum + (latenessDaysAfter ?? 0), 0)).toBe(first.lateDays)

    // Two projects are moved to a later date: with that plan they end later than with a new run.
    const putOff = projects.slice(0, 2).map(({ projectId }) => projectId)
    await write(sql`update placements set scheduled_start_date = scheduled_start_date + interval '60 days',
      scheduled_end_date = scheduled_end_date + interval '60 days' where operation_id in (
        select operation_id from operations where project_id = any(${sql.param(putOff)}::uuid[]))`)
    const second = await run(ctx)
    const result = await getRunResult(ctx, second)
    expect(second.effect).toEqual(countEffects(result.projects))
    const better = result.projects.filter(({ kind }) => kind === 'earlier' || kind === 'recovered')
    expect(better.map(({ projectId }) => projectId)).toEqual(expect.arrayContaining(putOff))
    expect((await getDashboard(ctx)).lastRun?.run.effect, 'the dashboard counts the same').toEqual(second.effect)
    for (const { completionBefore, completionAfter, movedDays } of result.projects) {
      const byClock = (Date.parse(completionAfter ?? '') - Date.parse(completionBefore ?? '')) / 86_400_000
      expect(Math.abs(byClock - (movedDays ?? 99))).toBeLessThan(1.1)
    }
  })

  it('lists unscheduled operations with their reasons, and lists the warnings', async () => {
    const ctx = await runTestShop(house.app)
    house.start()
    await run(ctx)
    const [one, two] = await operationsOf(ctx)
    if (!one || !two) throw new Error('The shop has no projects')
    const held = one.operations.at(-1)
    const pinned = two.operations.findLast(({ dependencies }) => dependencies.length > 0)
    const waitsFor = pinned?.dependencies[0]?.operationId ?? ''
    const change = (projectId: string, operationId: string | undefined, input: object) =>
      changeOperation(ctx, { projectId, operationId: operationId ?? '', input, expectedVersion: null })
    await change(one.projectId, held?.operationId, { onHold: true })
    const startMs = Math.min(...two.operations.map(({ scheduledStartMs }) => scheduledStartMs ?? Infinity))
    const dates = [startMs, startMs + 3_600_000].map((ms) => new Date(ms).toISOString())
    await change(two.projectId, pinned?.operationId, {
      pinned: true,
      scheduledStartDate: dates[0],
      scheduledEndDate: dates[1],
    })
    const ended = await run(ctx)
    const { unplaced, warnings, names, projects } = await getRunResult(ctx, ended)
    expect(unplaced).toEqual([{ operationId: held?.operationId, projectId: one.projectId, reason: { code: 'onHold' } }])
    expect([ended.unplacedOperations, ended.warnings]).toEqual([unplaced.length, warnings.length])
    expect(warnings).toContainEqual({
      operationId: pinned?.operationId,
      projectId: two.projectId,
      warning: { code: 'startsBeforePredecessor', operationId: waitsFor },
    })
    expect(names[held?.operationId ?? '']).toBe(`#${one.projectNumber} ${held?.name}`)
    expect(names[waitsFor]).toMatch(/^#/)
    // A held operation no longer counts, but that does not make its project recovered.
    expect(projects.filter(({ projectId, kind }) => projectId === one.projectId && kind === 'recovered')).toEqual([])
  })

  it('keeps a project that was deleted later, without its name', async () => {
    const ctx = await runTestShop(house.app, { projects: 2, operations: 2 })
    house.start()
    const ended = await run(ctx)
    const { projects: before } = await getRunResult(ctx, ended)
    const gone = before[0]?.projectId ?? ''
    await deleteProject(ctx, { projectId: gone })
    const { projects } = await getRunResult(ctx, ended)
    expect(projects.map(({ projectId, projectNumber }) => [projectId === gone, projectNumber === null])).toEqual([
      [true, true],
      [false, false],
    ])
  })

  it('is empty while the run computes, and other organizations cannot read it', async () => {
    const ctx = await runTestShop(house.app, { projects: 1, operations: 1 })
    const other = await runTestShop(house.app, { projects: 1, operations: 1 })
    const asked = await startRun(ctx, { projectId: null })
    const result = { projects: [{ projectId: asked.runId, kind: 'later' }], unplaced: [], warnings: [] }
    await storeRunResult(ctx, asked.runId, JSON.stringify(result))
    expect(await getRunResult(ctx, asked)).toMatchObject({ projects: [], unplaced: [], warnings: [] })
    await expect(getRunResult(other, asked)).rejects.toMatchObject({ code: 'not_found' })
    await cancelRun(ctx, asked)
  })

  it('is kept for the newest 50 runs', async () => {
    const ctx = await runTestShop(house.app, { projects: 1, operations: 1 })
    await ctx.app.db.withTenant(ctx, async (tx) => {
      await tx.execute(sql`
        insert into scheduling_runs (tenant_id, run_id, status, started_by, started_by_user_id, started_at)
        select ${ctx.tenantId}, gen_random_uuid(), 'Succeeded', 'Pat', ${ctx.userId}, ${'2026-11-01T00:00Z'}::timestamptz + make_interval(mins => n)
        from generate_series(1, 60) n`)
      await tx.execute(
        sql`insert into run_results (tenant_id, run_id, result) select tenant_id, run_id, '{}' from scheduling_runs`,
      )
    })
    const { runId } = await startRun(ctx, { projectId: null })
    await storeRunResult(ctx, runId, '{}')
    expect(await storedResults(ctx)).toBe(50)
    await storeRunResult(ctx, runId, '{"projects":[]}')
    expect(await storedResults(ctx)).toBe(50)
    await cancelRun(ctx, { runId })
  })
})

describe('a new plan', () => {
  it('is announced once, and only after all of it is stored', async () => {
    const ctx = await runTestShop(house.app, { projects: 2, operations: 2 })
    await ctx.app.db.withTenant(ctx, async (tx) => {
      await tx.execute(sql`update tenants set plan_outdated = '{"code":"shift","name":"Day","at":"2026-11-18T00:00:00Z"}'
        where tenant_id = ${ctx.tenantId}`)
    })
    const result: string[] = []
    const stop = await house.app.db.listen(changesChannel, {
      onMessage: (message) => {
        const { tenantId, event } = JSON.parse(message)
        if (tenantId === ctx.tenantId && event.type === 'changed') result.push(event.resource)
      },
    })
    const { runId } = await startRun(ctx, { projectId: null })
    const claim = await claimRun(house.app, 'me')
    if (claim?.runId !== runId) throw new Error('Another run was waiting')
    const shop = await loadShop(ctx, ctx.app.now().getTime())
    expect(await commitPlan(ctx, claim, shop, {})).toBe('committed')
    await expect.poll(() => result.filter((resource) => resource === 'runs')).toHaveLength(2)
    const ofPlan = ['operations', 'organisation', 'projects', 'schedule']
    await expect.poll(() => result.filter((resource) => resource !== 'runs').sort()).toEqual(ofPlan)
    await stop()
  })
})
