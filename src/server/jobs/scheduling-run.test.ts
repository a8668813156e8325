import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkSchedule } from '#domain/scheduling/check-schedule.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import { planChecksum, runTestShop, runUntil } from '#testing/run-test-shop.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import type { AppServices, TenantContext } from '../context.ts'
import { operations } from '../db/tables/operations.table.ts'
import { schedulingRuns } from '../db/tables/scheduling-runs.table.ts'
import { changesChannel, writeTenant } from '../db/transaction.ts'
import { loadShop } from '../services/scheduling/load-shop.ts'
import { cancelRun } from '../services/scheduling-runs/cancel-run.ts'
import { claimRun } from '../services/scheduling-runs/claim-run.ts'
import { commitPlan } from '../services/scheduling-runs/commit-plan.ts'
import { endRun } from '../services/scheduling-runs/end-run.ts'
import { getRun } from '../services/scheduling-runs/get-run.ts'
import { listRunChanges } from '../services/scheduling-runs/list-run-changes.ts'
import { listRuns } from '../services/scheduling-runs/list-runs.ts'
import { revertRun } from '../services/scheduling-runs/revert-run.ts'
import { clearStage, stagePlan } from '../services/scheduling-runs/stage-plan.ts'
import { startRun } from '../services/scheduling-runs/start-run.ts'
import { startRunner } from './start-runner.ts'

let database: TestDatabase
let app: AppServices
let runner: { close(): Promise<void> } | null = null
const errors: unknown[] = []
const log = { info: () => undefined, error: (facts: object) => void errors.push(facts) }
const run = () => {
  runner = startRunner(app, log)
}
const everything = { projectId: null }
const touch = (ctx: TenantContext) => writeTenant(ctx, async (_tx, record) => record.planChanged())
const expireLease = (ctx: TenantContext) =>
  app.db.withTenant(ctx, (tx) => tx.execute(sql`update scheduling_runs set lease_until = now() - interval '1 second'`))

/** The runner has taken the run up and is far from its end. */
const untilClaimed = (ctx: TenantContext, runId: string) =>
  vi.waitFor(
    async () => {
      const rows = await ctx.app.db.withSystem((tx) =>
        tx.select({ workerId: schedulingRuns.workerId }).from(schedulingRuns).where(eq(schedulingRuns.runId, runId)),
      )
      expect(rows).toEqual([{ workerId: expect.any(String) }])
    },
    { timeout: 10_000, interval: 5 },
  )

beforeAll(async () => {
  database = await openTestDatabase()
  app = { db: database.db, now: () => new Date('2026-11-18T16:24:00Z') }
})
afterEach(async () => {
  await runner?.close()
  runner = null
  expect(errors).toEqual([])
})
afterAll(() => database.close())

describe('a scheduling run', () => {
  it('schedules everything and says so', async () => {
    const ctx = await runTestShop(app)
    const heard: string[] = []
    const stop = await app.db.listen(changesChannel, { onMessage: (message) => heard.push(message) })
    run()
    const asked = await startRun(ctx, everything)
    expect(asked).toMatchObject({ status: 'Running', percent: 0, canRevert: false, startedBy: 'Pat Planner' })
    const ended = await runUntil(ctx, asked.runId)
    expect(ended).toMatchObject({
      status: 'Succeeded',
      cause: 'none',
      percent: 100,
      completed: 12,
      total: 12,
      placedOperations: 72,
      unplacedOperations: 0,
      changedOperations: 72,
      violations: [],
      canRevert: true,
    })
    expect(ended.recent).toHaveLength(10)
    const { snapshot } = await loadShop(ctx, Date.parse(ended.startedAt))
    expect(snapshot.projects.flatMap(({ operations }) => operations).every((o) => o.scheduledStartMs !== null)).toBe(
      true,
    )
    const changes = await listRunChanges(ctx, asked)
    expect(changes).toHaveLength(72)
    expect(changes[0]).toMatchObject({ startBefore: null, endBefore: null })
    expect(Date.parse(changes[0]?.startAfter ?? '')).toBeGreaterThan(Date.parse(ended.startedAt) - 60_000)
    await vi.waitFor(() => {
      const events = heard.map((message) => JSON.parse(message)).filter(({ tenantId }) => tenantId === ctx.tenantId)
      expect(events.map(({ event }) => event.resource ?? event.type)).toEqual(
        expect.arrayContaining(['runs', 'run', 'schedule', 'operations', 'projects']),
      )
    })
    await stop()
  })

  it('stores exactly the plan of the engine, in which the checker finds nothing', async () => {
    const ctx = await runTestShop(app)
    const { snapshot } = await loadShop(ctx, app.now().getTime())
    const plan = scheduleShop(snapshot, { scope: 'all', seed: 7 })
    if ('cancelled' in plan) throw new Error('Nobody cancelled')
    expect(checkSchedule(snapshot, plan, { scope: 'all' })).toEqual([])
    run()
    const asked = await startRun(ctx, { projectId: null, options: { seed: 7 } })
    await runUntil(ctx, asked.runId)
    const stored = await app.db.withTenant(ctx, (tx) => tx.select().from(operations).orderBy(operations.operationId))
    const rows = plan.operations.map(({ operationId, startMs, endMs, placement }) => ({
      operationId,
      startMs,
      endMs,
      placement,
    }))
    expect(
      stored.map(({ operationId, scheduledStartDate, scheduledEndDate, placement }) => ({
        operationId,
        startMs: scheduledStartDate?.getTime(),
        endMs: scheduledEndDate?.getTime(),
        placement,
      })),
    ).toEqual(rows.sort((one, other) => (one.operationId < other.operationId ? -1 : 1)))
  })

  it('changes nothing when it is a preview, and lists what it would change', async () => {
    const ctx = await runTestShop(app)
    const before = await planChecksum(ctx)
    run()
    const asked = await startRun(ctx, { projectId: null, options: { preview: true } })
    const ended = await runUntil(ctx, asked.runId)
    expect(ended).toMatchObject({ status: 'Succeeded', preview: true, changedOperations: 72, canRevert: false })
    expect(await listRunChanges(ctx, asked)).toHaveLength(72)
    expect(await planChecksum(ctx)).toBe(before)
  })

  it('schedules one project and leaves the others', async () => {
    const ctx = await runTestShop(app)
    const { snapshot } = await loadShop(ctx, Date.now())
    const project = snapshot.projects[0]
    run()
    const asked = await startRun(ctx, { projectId: project?.projectId ?? '' })
    expect(await runUntil(ctx, asked.runId)).toMatchObject({ status: 'Succeeded', changedOperations: 6, total: 1 })
    const changes = await listRunChanges(ctx, asked)
    expect(new Set(changes.map(({ projectId }) => projectId))).toEqual(new Set([project?.projectId]))
  })

  it('refuses a second run of the same organisation, in these words', async () => {
    const ctx = await runTestShop(app)
    const other = await runTestShop(app)
    const asked = await startRun(ctx, everything)
    await expect(startRun(ctx, everything)).rejects.toMatchObject({
      code: 'run_active',
      message: 'A scheduling run is already under way.',
    })
    const others = await Promise.allSettled([1, 2, 3, 4].map(() => startRun(other, everything)))
    expect(others.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const runs of [await listRuns(ctx), await listRuns(other)]) expect(runs).toHaveLength(1)
    await cancelRun(ctx, asked)
    await cancelRun(other, (await listRuns(other))[0] as { runId: string })
  })

  it('refuses unknown projects and projects that are not scheduled', async () => {
    const ctx = await runTestShop(app)
    const other = await runTestShop(app)
    const foreign = (await loadShop(other, Date.now())).snapshot.projects[0]?.projectId ?? ''
    await expect(startRun(ctx, { projectId: foreign })).rejects.toMatchObject({ code: 'not_found' })
    const own = (await loadShop(ctx, Date.now())).snapshot.projects[0]?.projectId ?? ''
    await app.db.withTenant(ctx, (tx) =>
      tx.execute(sql`update projects set current_phase = 'on_hold' where project_id = ${own}`),
    )
    await expect(startRun(ctx, { projectId: own })).rejects.toMatchObject({ code: 'rule' })
  })
})

describe('cancelling', () => {
  it('ends a run that nobody has claimed at once', async () => {
    const ctx = await runTestShop(app)
    const asked = await startRun(ctx, everything)
    expect(await cancelRun(ctx, asked)).toMatchObject({ status: 'Cancelled', cause: 'cancelled' })
    run()
    await expect(claimRun(app, 'somebody')).resolves.toBeNull()
  })

  it('ends a running one within two seconds, the plan untouched', async () => {
    const ctx = await runTestShop(app, { projects: 600, operations: 15 })
    const before = await planChecksum(ctx)
    run()
    const asked = await startRun(ctx, everything)
    await untilClaimed(ctx, asked.runId)
    const askedAtMs = performance.now()
    await cancelRun(ctx, asked)
    const ended = await runUntil(ctx, asked.runId)
    expect(performance.now() - askedAtMs).toBeLessThan(2_000)
    expect(ended).toMatchObject({ status: 'Cancelled', cause: 'cancelled', canRevert: false })
    expect(await planChecksum(ctx)).toBe(before)
    expect(await listRunChanges(ctx, asked)).toEqual([])
    expect(await cancelRun(ctx, asked)).toMatchObject({ status: 'Cancelled' })
  })

  it('holds against a commit that is on its way', async () => {
    const ctx = await runTestShop(app)
    const { planVersion } = await loadShop(ctx, Date.now())
    const asked = await startRun(ctx, everything)
    const claim = await claimRun(app, 'me')
    if (!claim) throw new Error('Nothing to claim')
    await cancelRun(ctx, asked)
    await expect(commitPlan(ctx, claim, planVersion, {})).resolves.toBe('cancelled')
    await endRun(ctx, claim, { status: 'Cancelled', cause: 'cancelled', progress: {} })
  })
})

describe('a run whose data changes', () => {
  it('does not commit on another plan version, nor on a lost lease', async () => {
    const ctx = await runTestShop(app)
    const before = await planChecksum(ctx)
    const { snapshot, planVersion } = await loadShop(ctx, Date.now())
    const asked = await startRun(ctx, everything)
    const claim = await claimRun(app, 'me')
    if (!claim) throw new Error('Nothing to claim')
    const operation = snapshot.projects[0]?.operations[0]?.operationId ?? ''
    const row = {
      o: operation,
      s: 1_900_000_000_000,
      e: 1_900_003_600_000,
      p: { factors: [], unplaced: null, warnings: [] },
    }
    await expect(stagePlan(ctx, claim.runId, JSON.stringify([row]))).resolves.toBe(1)
    await expect(listRunChanges(ctx, asked)).resolves.toEqual([])
    await touch(ctx)
    await expect(commitPlan(ctx, claim, planVersion, {})).resolves.toBe('changed')
    await expect(commitPlan(ctx, { ...claim, workerId: 'another' }, planVersion + 1, {})).resolves.toBe('lost')
    expect(await planChecksum(ctx)).toBe(before)
    await endRun(ctx, claim, { status: 'Failed', cause: 'dataChanged', progress: {} })
    expect(await getRun(ctx, asked)).toMatchObject({ status: 'Failed', cause: 'dataChanged' })
  })

  it('starts over, and is Failed when the data never stands still', async () => {
    const ctx = await runTestShop(app, { projects: 60, operations: 10 })
    const before = await planChecksum(ctx)
    run()
    const asked = await startRun(ctx, everything)
    let over = false
    const restless = (async () => {
      while (!over) await touch(ctx)
    })()
    const ended = await runUntil(ctx, asked.runId)
    over = true
    await restless
    expect(ended).toMatchObject({ status: 'Failed', cause: 'dataChanged' })
    expect(await planChecksum(ctx)).toBe(before)
    const again = await startRun(ctx, everything)
    expect(await runUntil(ctx, again.runId)).toMatchObject({ status: 'Succeeded', changedOperations: 600 })
  })
})

describe('a server that stops', () => {
  it('reports its run Failed, the plan untouched', async () => {
    const ctx = await runTestShop(app, { projects: 600, operations: 15 })
    const before = await planChecksum(ctx)
    run()
    const asked = await startRun(ctx, everything)
    await untilClaimed(ctx, asked.runId)
    const stoppedAtMs = performance.now()
    await runner?.close()
    expect(performance.now() - stoppedAtMs).toBeLessThan(3_000)
    expect(await getRun(ctx, asked)).toMatchObject({ status: 'Failed', cause: 'serverStopped' })
    expect(await planChecksum(ctx)).toBe(before)
  })

  it('is found dead by the next one', async () => {
    const ctx = await runTestShop(app)
    const before = await planChecksum(ctx)
    const asked = await startRun(ctx, everything)
    await claimRun(app, 'a server that was killed')
    await expireLease(ctx)
    run()
    expect(await runUntil(ctx, asked.runId)).toMatchObject({ status: 'Failed', cause: 'serverStopped' })
    expect(await planChecksum(ctx)).toBe(before)
  })
})

describe('taking a run back', () => {
  it('puts back what nobody has changed since, once', async () => {
    const ctx = await runTestShop(app)
    run()
    const asked = await startRun(ctx, everything)
    await runUntil(ctx, asked.runId)
    const [moved] = await listRunChanges(ctx, asked)
    await app.db.withTenant(ctx, (tx) =>
      tx.execute(
        sql`update operations set scheduled_end_date = now() + interval '9 days' where operation_id = ${moved?.operationId}`,
      ),
    )
    const taken = await revertRun(ctx, asked)
    expect(taken).toMatchObject({ reverted: 71, left: 1, run: { canRevert: false } })
    const { snapshot } = await loadShop(ctx, Date.now())
    const dated = snapshot.projects.flatMap(({ operations }) => operations).filter((o) => o.scheduledStartMs !== null)
    expect(dated.map(({ operationId }) => operationId)).toEqual([moved?.operationId])
    await expect(revertRun(ctx, asked)).rejects.toMatchObject({ code: 'rule' })
  })

  it('is possible for the newest 50, fewer when they moved very much', async () => {
    const ctx = await runTestShop(app)
    run()
    const asked = await startRun(ctx, everything)
    await runUntil(ctx, asked.runId)
    const older = sql`jsonb_build_object('run_id', gen_random_uuid(), 'started_at', r.started_at - n * interval '1 hour')`
    await app.db.withTenant(ctx, async (tx) => {
      await tx.execute(sql`insert into scheduling_runs
        select (jsonb_populate_record(r, ${older})).* from scheduling_runs r, generate_series(1, 59) n`)
      await tx.execute(sql`insert into run_changes
        select (jsonb_populate_record(c, jsonb_build_object('run_id', r.run_id))).*
        from run_changes c, scheduling_runs r
        where r.run_id <> c.run_id and c.operation_id = (select operation_id from run_changes limit 1)`)
    })
    const kept = async () => {
      await clearStage(ctx, crypto.randomUUID())
      const { rows } = await app.db.withTenant(ctx, (tx) =>
        tx.execute<{ runs: number }>(sql`select count(distinct run_id)::int as runs from run_changes`),
      )
      return rows[0]?.runs
    }
    expect(await kept()).toBe(50)
    const moved = sql`progress || '{"changedOperations": 15000}'`
    await app.db.withTenant(ctx, (tx) => tx.execute(sql`update scheduling_runs set progress = ${moved}`))
    expect(await kept()).toBe(33)
    const everythingMoved = sql`progress || '{"changedOperations": 100000}'`
    await app.db.withTenant(ctx, (tx) => tx.execute(sql`update scheduling_runs set progress = ${everythingMoved}`))
    expect(await kept()).toBe(20)
  })
})

describe('organisations', () => {
  it('do not touch or see each other', async () => {
    const [a, b] = [await runTestShop(app), await runTestShop(app)]
    const before = await planChecksum(b)
    run()
    const asked = await startRun(a, everything)
    await runUntil(a, asked.runId)
    expect(await planChecksum(b)).toBe(before)
    expect(await listRuns(b)).toEqual([])
    for (const call of [getRun, cancelRun, revertRun, listRunChanges]) {
      await expect(call(b, asked)).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  it('take turns: five runs at once all end well', async () => {
    const shops = await Promise.all([1, 2, 3, 4, 5].map(() => runTestShop(app)))
    run()
    const runs = await Promise.all(shops.map((ctx) => startRun(ctx, everything)))
    const ended = await Promise.all(shops.map((ctx, index) => runUntil(ctx, runs[index]?.runId ?? '')))
    expect(ended.map(({ status }) => status)).toEqual(Array(5).fill('Succeeded'))
  })
})
