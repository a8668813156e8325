import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { onAnotherServer } from '#testing/on-another-server.ts'
import { planChecksum, runTestShop, runUntil } from '#testing/run-test-shop.ts'
import { testRunner } from '#testing/test-runner.ts'
import { mintTenantContext, type TenantContext } from '../context.ts'
import { orderedId } from '../db/ordered-id.ts'
import { revertRun } from '../services/changes/revert-run.ts'
import { undoChange } from '../services/changes/undo-change.ts'
import { getDashboard } from '../services/dashboard/get-dashboard.ts'
import { changeOperation } from '../services/operations/write-operations.ts'
import { loadShop } from '../services/scheduling/load-shop.ts'
import { getRun } from '../services/scheduling-runs/get-run.ts'
import { listRunChanges } from '../services/scheduling-runs/list-run-changes.ts'
import { listRuns } from '../services/scheduling-runs/list-runs.ts'
import { keptRuns, pruneRuns } from '../services/scheduling-runs/prune-runs.ts'
import { startRun } from '../services/scheduling-runs/start-run.ts'
import { storeRunResult } from '../services/scheduling-runs/store-run-result.ts'
import { runChangeId } from '../services/scheduling-runs/switch-run.ts'
import { sweep } from './sweep.ts'

const house = testRunner()
const log = {
  info: () => undefined,
  error: (facts: object) => {
    throw new Error('A sweep failed', { cause: facts })
  },
}
const all = { projectId: null }

const run = async (ctx: TenantContext): Promise<SchedulingRun> => runUntil(ctx, (await startRun(ctx, all)).runId)
const ask = async <T extends Record<string, unknown>>(ctx: TenantContext, statement: SQL) =>
  (await ctx.app.db.withTenant(ctx, (tx) => tx.execute<T>(statement))).rows
const numberOf = async (ctx: TenantContext, table: string): Promise<number> => {
  const [row] = await ask<{ n: number }>(
    ctx,
    sql`select count(*)::int as n from ${sql.raw(table)} where tenant_id = ${ctx.tenantId}`,
  )
  return row?.n ?? 0
}

/** Stores many runs like one that ended, with the given fields, an hour between them; without a plan. */
const copyRuns = (ctx: TenantContext, runId: string, count: number, fields: SQL) =>
  ask(
    ctx,
    sql`with copies as (
        insert into scheduling_runs select (jsonb_populate_record(r, jsonb_build_object('run_id', gen_random_uuid()) || ${fields})).*
        from scheduling_runs r, generate_series(1, ${count}) n where tenant_id = ${ctx.tenantId} and run_id = ${runId} returning run_id)
      insert into run_results select ${ctx.tenantId}::uuid, run_id, '{"projects": [], "unplaced": [], "warnings": []}' from copies`,
  )
const earlier = sql`jsonb_build_object('started_at', r.started_at - n * interval '1 hour',
  'status', (array['Succeeded', 'Failed', 'Cancelled'])[1 + n % 3], 'preview', n % 2 = 0)`
const laterPreviews = sql`jsonb_build_object('started_at', r.started_at + n * interval '1 hour', 'preview', true, 'status', 'Succeeded')`

const lengthen = async (ctx: TenantContext) => {
  const { snapshot } = await loadShop(ctx, ctx.app.now().getTime())
  const [project] = snapshot.projects
  const [operation] = project?.operations ?? []
  if (!project || !operation) throw new Error('The shop is empty')
  const { projectId } = project
  const change = { projectId, operationId: operation.operationId, input: { durationHours: 90 }, expectedVersion: null }
  await changeOperation(ctx, change)
}

describe('runs', () => {
  it('are kept up to 500, swept by two servers at once, and the newest are listed, compared and reverted as before', async () => {
    const [ctx, other] = [await runTestShop(house.app), await runTestShop(house.app)]
    house.start()
    const first = await run(ctx)
    await lengthen(ctx)
    const second = await run(ctx)
    const theirs = await run(other)
    await copyRuns(ctx, first.runId, 1_000, earlier)
    await copyRuns(other, theirs.runId, 30, earlier)
    const [listed, changes] = [await listRuns(ctx), await listRunChanges(ctx, second)]
    expect(changes.length).toBeGreaterThan(0)
    const [oldest] = await ask<{ runId: string }>(
      ctx,
      sql`select run_id as "runId" from scheduling_runs where tenant_id = ${ctx.tenantId} order by started_at limit 1`,
    )
    const elsewhere = onAnotherServer(ctx)
    await Promise.all([sweep(house.app, log), pruneRuns(elsewhere), sweep(elsewhere.app, log)])
    expect(await numberOf(ctx, 'scheduling_runs')).toBe(keptRuns)
    expect(await numberOf(ctx, 'run_results')).toBe(50)
    expect(await numberOf(other, 'scheduling_runs')).toBe(31)
    expect(await listRuns(ctx)).toEqual(listed)
    expect(await listRunChanges(ctx, second)).toEqual(changes)
    await expect(getRun(ctx, { runId: oldest?.runId ?? '' })).rejects.toMatchObject({ code: 'not_found' })
    expect(await revertRun(ctx, second)).toMatchObject({ reverted: changes.length })
  })

  // The embedded database has one connection, so that nothing can come in between.
  it.skipIf(process.env.TEST_DATABASE !== 'postgres')(
    'that are being deleted by one server let another one store a result meanwhile',
    async () => {
      const ctx = await runTestShop(house.app)
      house.start()
      const { runId } = await run(ctx)
      await copyRuns(ctx, runId, 60, earlier)
      const [deleted, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const deleting = ctx.app.db.withTenant(ctx, async (tx) => {
        await tx.execute(sql`delete from scheduling_runs where tenant_id = ${ctx.tenantId} and run_id in (
          select run_id from scheduling_runs where tenant_id = ${ctx.tenantId} order by started_at limit 5)`)
        deleted.resolve()
        await stored.promise
      })
      await deleted.promise
      await storeRunResult(onAnotherServer(ctx), runId, '{"projects": [], "unplaced": [], "warnings": []}').finally(
        stored.resolve,
      )
      await deleting
      expect(await numberOf(ctx, 'run_results')).toBe(50)
    },
  )

  it('stay behind the newest 500 while they go on, while their plan is stored, and while the dashboard shows them', async () => {
    const [ctx, waiting] = [await runTestShop(house.app), await runTestShop(house.app)]
    house.start()
    const first = await run(ctx)
    await house.stop()
    const lastPlanned = orderedId()
    const lone = sql`jsonb_build_object('run_id', ${lastPlanned}::uuid, 'started_at', r.started_at - n * interval '9 hours')`
    await copyRuns(ctx, first.runId, 1, lone)
    await copyRuns(ctx, first.runId, 700, laterPreviews)
    await revertRun(ctx, first)
    const goesOn = await startRun(waiting, all)
    await copyRuns(waiting, goesOn.runId, 700, laterPreviews)
    await sweep(house.app, log)
    expect(await numberOf(ctx, 'scheduling_runs')).toBe(keptRuns + 2)
    expect(await getRun(ctx, first)).toMatchObject({ isKept: true })
    expect((await getDashboard(ctx)).lastRun).toMatchObject({ run: { runId: lastPlanned } })
    expect(await numberOf(waiting, 'scheduling_runs')).toBe(keptRuns + 1)
    expect(await getRun(waiting, goesOn)).toMatchObject({ status: 'Running' })
  })

  it('that give only other reasons are told from a deleted one, so that no forecast explains with old reasons', async () => {
    const ctx = await runTestShop(house.app)
    house.start()
    const first = await run(ctx)
    await copyRuns(ctx, first.runId, 1, sql`jsonb_build_object('started_at', r.started_at - interval '1 hour')`)
    const { reasonsAsOf } = await loadShop(ctx, house.nowMs)
    await ask(ctx, sql`delete from scheduling_runs where started_at < ${first.startedAt}::timestamptz`)
    // As a run that changed reasons only: the plan in force and the number of runs are the same.
    await copyRuns(ctx, first.runId, 1, sql`jsonb_build_object('ended_at', r.ended_at + interval '1 hour')`)
    expect((await loadShop(ctx, house.nowMs)).reasonsAsOf).not.toBe(reasonsAsOf)
  })
})

describe('plans', () => {
  it('that were replaced by reverting and restoring a run go without another run, and the dates stay', async () => {
    const ctx = await runTestShop(house.app)
    house.start()
    const { runId } = await run(ctx)
    const changeId = runChangeId(runId)
    const next = () => mintTenantContext({ ...ctx, requestId: randomUUID() })
    await revertRun(next(), { runId })
    for (const verb of ['redo', 'undo', 'redo', 'undo'] as const) await undoChange(next(), { changeId, verb })
    const dates = await planChecksum(ctx)
    expect(await numberOf(ctx, 'plans')).toBeGreaterThan(5)
    house.nowMs += 11 * 60_000
    await sweep(house.app, log)
    expect(await numberOf(ctx, 'plans')).toBe(3)
    expect(await planChecksum(ctx)).toBe(dates)
    expect(await undoChange(next(), { changeId, verb: 'redo' })).toMatchObject({ restored: 72 })
  })
})

describe('mail that was never sent', () => {
  it('goes a day after its end, also where no mail is sent any more', async () => {
    const post = (mailId: string, daysAgo: number) => {
      const at = new Date(house.nowMs - daysAgo * 86_400_000).toISOString()
      const message = JSON.stringify({ kind: 'password', email: 'pat@example.com' })
      return house.app.db.withSystem((tx) =>
        tx.execute(
          sql`insert into mail_outbox (mail_id, message, due_at, expires_at) values (${mailId}, ${message}, ${at}, ${at})`,
        ),
      )
    }
    const [old, recent] = [orderedId(), orderedId()]
    await post(old, 2)
    await post(recent, 0.5)
    await sweep(house.app, log)
    const { rows } = await house.app.db.withSystem((tx) => tx.execute(sql`select mail_id as id from mail_outbox`))
    expect(rows).toEqual([{ id: recent }])
  })
})
