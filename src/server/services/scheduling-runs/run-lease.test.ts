// @module-tag bothEngines
import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { planChecksum, runTestShop } from '#testing/run-test-shop.ts'
import { testRunner } from '#testing/test-runner.ts'
import { writtenPlan } from '#testing/written-plan.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { RunReporter } from '../../jobs/run-reporter.ts'
import { revertRun } from '../changes/revert-run.ts'
import { listHistory } from '../history/read-history.ts'
import { changesChannel } from '../records/store-history.ts'
import { type LoadedShop, loadShop } from '../scheduling/load-shop.ts'
import { planRowsJson } from '../scheduling/plan-rows.ts'
import { cancelRun } from './cancel-run.ts'
import { claimRun, type RunClaim } from './claim-run.ts'
import { commitPlan } from './commit-plan.ts'
import { endRun } from './end-run.ts'
import { getRun } from './get-run.ts'
import { listRuns } from './list-runs.ts'
import { dropPlan, prunePlans } from './prune-plans.ts'
import { recoverRuns } from './recover-runs.ts'
import { renewLease } from './renew-lease.ts'
import { type RunCall, runsChannel } from './run-channel.ts'
import { startRun } from './start-run.ts'
import { beginPlan, writePlan } from './write-plan.ts'

const house = testRunner()
const patient = { timeout: 40_000 }
const change = (ctx: TenantContext, set: ReturnType<typeof sql>) =>
  house.app.db.withTenant(ctx, (tx) => tx.execute(sql`update scheduling_runs set ${set}`))
const expire = (ctx: TenantContext) => change(ctx, sql`lease_until = now() - interval '1 second'`)
const recover = () => recoverRuns(house.app, 'me')
const claimed = async (): Promise<{ ctx: TenantContext; claim: RunClaim; shop: LoadedShop }> => {
  const ctx = await runTestShop(house.app, { projects: 1, operations: 2 })
  const shop = await loadShop(ctx, ctx.app.now().getTime())
  await startRun(ctx, { projectId: null })
  const claim = await claimRun(house.app, 'me')
  if (claim?.tenantId !== ctx.tenantId) throw new Error('Another run was waiting')
  return { ctx, claim, shop }
}
const failed = { status: 'Failed', cause: 'error', progress: {} } as const
/** Writes a plan for the run in which every operation is in 2030. */
const write = async (ctx: TenantContext, claim: RunClaim) => {
  const { snapshot } = await loadShop(ctx, ctx.app.now().getTime())
  const p = { factors: [], unplaced: null, warnings: [] }
  const rows = snapshot.projects.flatMap(({ operations }) =>
    operations.map(({ operationId }) => ({ o: operationId, s: 1_900_000_000_000, e: 1_900_003_600_000, p })),
  )
  return writtenPlan(ctx, claim.runId, rows)
}
const written = async (ctx: TenantContext, { runId }: RunClaim) =>
  (await house.app.db.withTenant(ctx, (tx) => tx.execute(sql`select from placements where plan_id = ${runId}`))).rows
    .length
const historyOf = async (ctx: TenantContext) =>
  (await listHistory(ctx, {})).entries
    .filter(({ entity }) => entity === 'schedulingRun')
    .map(({ changes }) => changes.map(({ field, to }) => `${field} ${to}`).join(', '))

describe('the lease of a run', () => {
  it('leaves cached answers valid when it is claimed and while a plan is written, because no answer shows either', async () => {
    const ctx = await runTestShop(house.app, { projects: 1, operations: 2 })
    await startRun(ctx, { projectId: null })
    const { changeNumber, snapshot } = await loadShop(ctx, ctx.app.now().getTime())
    const claim = await claimRun(house.app, 'me')
    if (claim?.tenantId !== ctx.tenantId) throw new Error('Another run was waiting')
    await beginPlan(ctx, claim.runId)
    const o = snapshot.projects[0]?.operations[0]?.operationId ?? ''
    const p = { factors: [], unplaced: null, warnings: [] }
    const part = await writePlan(ctx, claim.runId, planRowsJson([{ o, s: 1_900_000_000_000, e: 1_900_003_600_000, p }]))
    expect(part.moved).toBe(1)
    await dropPlan(ctx, claim.runId)
    expect((await loadShop(ctx, ctx.app.now().getTime())).changeNumber).toBe(changeNumber)
  })

  it('belongs to one runner from the claim on, and can be renewed', async () => {
    const { ctx, claim } = await claimed()
    expect(await claimRun(house.app, 'another')).toBeNull()
    expect(await recover()).toBe(0)
    await expire(ctx)
    expect(await renewLease(ctx, claim, { completed: 3 })).toMatchObject({
      state: 'held',
      row: { runId: claim.runId },
    })
    expect(await recover()).toBe(0)
    expect(await getRun(ctx, claim)).toMatchObject({ status: 'Running', completed: 3 })
    await endRun(ctx, claim, failed)
  })

  it('is lost when the run ends or another runner has it, and a runner without it writes nothing', async () => {
    const { ctx, claim, shop } = await claimed()
    const before = await planChecksum(ctx)
    const other = { ...claim, workerId: 'another' }
    expect(await write(ctx, claim)).toBe(2)
    expect(await renewLease(ctx, other, { completed: 9 })).toMatchObject({ state: 'lost' })
    await endRun(ctx, other, failed)
    expect(await getRun(ctx, claim)).toMatchObject({ status: 'Running', completed: 0 })
    expect(await written(ctx, claim)).toBe(2)
    await expire(ctx)
    const heard: string[] = []
    const deafen = await house.app.db.listen(changesChannel, {
      onMessage: (message) => {
        const { event } = JSON.parse(message)
        if (event.type === 'run') heard.push(`${event.run.runId} ${event.run.status}`)
      },
    })
    expect(await recover()).toBe(1)
    expect(await recover()).toBe(0)
    await vi.waitFor(() => expect(heard).toEqual([`${claim.runId} Failed`]), patient)
    await deafen()
    const dead = await getRun(ctx, claim)
    expect(dead).toMatchObject({ status: 'Failed', cause: 'serverStopped' })
    expect(await renewLease(ctx, claim, { completed: 9 })).toMatchObject({ state: 'lost' })
    expect(await commitPlan(ctx, claim, shop, {})).toBe('lost')
    await endRun(ctx, claim, failed)
    expect(await getRun(ctx, claim)).toEqual(dead)
    // The rows it has written are deleted by the next run.
    expect(await written(ctx, claim)).toBe(2)
    await prunePlans(ctx)
    expect(await written(ctx, claim)).toBe(0)
    expect(await planChecksum(ctx)).toBe(before)
  })

  it('of a dead server must expire on PostgreSQL, but ends at once on the embedded database', async () => {
    const { ctx, claim } = await claimed()
    await recoverRuns(house.app, 'the next server')
    expect((await getRun(ctx, claim)).status).toBe(house.app.db.engine === 'embedded' ? 'Failed' : 'Running')
    await expire(ctx)
    await recoverRuns(house.app, 'the next server')
    expect(await getRun(ctx, claim)).toMatchObject({ status: 'Failed', cause: 'serverStopped' })
  })

  it('is renewed by the reporter, which also notices a cancellation that was not announced', async () => {
    const { ctx, claim } = await claimed()
    const order = vi.fn()
    const heard: number[] = []
    const deafen = await house.app.db.listen(changesChannel, {
      onMessage: (message) => {
        const { event } = JSON.parse(message)
        if (event.type === 'run' && event.run.status === 'Running') heard.push(event.run.completed)
      },
    })
    let asked = 0
    const withTenant: typeof house.app.db.withTenant = (...call) => {
      asked += 1
      // The first call to the database fails.
      return asked === 1 ? Promise.reject(new Error('away')) : house.app.db.withTenant(...call)
    }
    const reporter = new RunReporter({ ...house.app, db: { ...house.app.db, withTenant } }, claim, order)
    const shown = async () => (await getRun(ctx, claim)).completed
    try {
      for (const completed of [1, 2]) {
        await expire(ctx)
        reporter.progress = { completed }
        await vi.waitFor(async () => expect(await shown()).toBe(completed), patient)
        expect(await recover()).toBe(0)
      }
      expect(asked).toBeGreaterThan(1)
      await vi.waitFor(() => expect([...new Set(heard)]).toEqual(expect.arrayContaining([1, 2])), patient)
      expect(order).not.toHaveBeenCalled()
      await change(ctx, sql`cancel_requested = true`)
      await vi.waitFor(() => expect(order).toHaveBeenCalledWith('cancel'), patient)
    } finally {
      await reporter.stop()
      await deafen()
    }
    await endRun(ctx, claim, failed)
  })

  it('lets the reporter tell browsers about progress more often than it writes', async () => {
    const { ctx, claim } = await claimed()
    const heard: number[] = []
    const deafen = await house.app.db.listen(changesChannel, {
      onMessage: (message) => {
        const { event } = JSON.parse(message)
        if (event.run?.runId === claim.runId) heard.push(event.run.completed)
      },
    })
    // No second passes, so only the first report is written.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(5_000)
    const reporter = new RunReporter(house.app, claim, vi.fn())
    try {
      for (const completed of [1, 2]) {
        reporter.progress = { completed }
        await vi.waitFor(() => expect(heard).toContain(completed), patient)
      }
      expect(await getRun(ctx, claim)).toMatchObject({ completed: 1 })
    } finally {
      await reporter.stop()
      clock.mockRestore()
      await deafen()
    }
    await endRun(ctx, claim, failed)
  })
})

it('the request for a run and its cancellation are announced to every runner', async () => {
  const heard: unknown[] = []
  const deafen = await house.app.db.listen(runsChannel, { onMessage: (call) => heard.push(JSON.parse(call)) })
  const { ctx, claim } = await claimed()
  await cancelRun(ctx, claim)
  const { runId } = claim
  const calls: RunCall[] = [
    { kind: 'queued', runId },
    { kind: 'cancel', runId },
  ]
  await vi.waitFor(() => expect(heard).toEqual(calls), patient)
  await deafen()
  await endRun(ctx, claim, failed)
})

describe('the end of a run', () => {
  it('is announced to every browser and written to history', async () => {
    const { ctx, claim, shop: before } = await claimed()
    const heard: string[] = []
    const deafen = await house.app.db.listen(changesChannel, {
      onMessage: (message) => {
        const { event } = JSON.parse(message)
        if (event.type === 'run') heard.push(`${event.run.status} ${event.run.phase}`)
      },
    })
    await write(ctx, claim)
    await endRun(ctx, claim, failed)
    await startRun(ctx, { projectId: null })
    const again = await claimRun(house.app, 'me')
    if (!again) throw new Error('Nothing to claim')
    expect(await cancelRun(ctx, again)).toMatchObject({ status: 'Running' })
    expect(await commitPlan(ctx, again, before, {})).toBe('cancelled')
    await endRun(ctx, again, { status: 'Cancelled', cause: 'cancelled', progress: {} })
    expect(await cancelRun(ctx, claim)).toMatchObject({ status: 'Failed', cause: 'error' })
    expect((await listRuns(ctx)).map(({ runId }) => runId)).toEqual([again.runId, claim.runId])
    await startRun(ctx, { projectId: null })
    const third = await claimRun(house.app, 'me')
    if (!third) throw new Error('Nothing to claim')
    const changedOperations = await write(ctx, third)
    const shop = await loadShop(ctx, ctx.app.now().getTime())
    const { planVersion } = shop
    expect(await commitPlan(ctx, third, shop, { changedOperations })).toBe('committed')
    expect((await loadShop(ctx, ctx.app.now().getTime())).planVersion).toBeGreaterThan(planVersion)
    expect(await revertRun(ctx, third)).toMatchObject({ reverted: 2, left: 0 })
    expect((await loadShop(ctx, ctx.app.now().getTime())).planVersion).toBeGreaterThan(planVersion + 1)
    await vi.waitFor(
      () =>
        expect(heard).toEqual([
          'Failed finished',
          'Running initializing',
          'Running initializing',
          'Cancelled finished',
          'Running initializing',
          'Succeeded finished',
          'Succeeded finished',
        ]),
      patient,
    )
    await deafen()
    expect(await historyOf(ctx)).toEqual([
      expect.stringMatching(/^revertedAt 20.*, revertedOperations 2$/),
      'status Succeeded, changedOperations 2, lateProjects null',
      'status Cancelled',
      'cancelRequested true',
      'status Failed',
    ])
  })

  it('clears the mark of changed working time only if the run scheduled all projects', async () => {
    const ctx = await runTestShop(house.app, { projects: 2, operations: 1 })
    const tenant = (tx: Tx, what: ReturnType<typeof sql>) => tx.execute<{ marked: boolean }>(what)
    await house.app.db.withTenant(ctx, (tx) =>
      tenant(tx, sql`update tenants set plan_outdated = '{"code": "holiday"}' where tenant_id = ${ctx.tenantId}`),
    )
    const marks: (boolean | undefined)[] = []
    for (const isWhole of [false, true]) {
      const shop = await loadShop(ctx, ctx.app.now().getTime())
      await startRun(ctx, { projectId: isWhole ? null : (shop.snapshot.projects[0]?.projectId ?? '') })
      const claim = await claimRun(house.app, 'me')
      if (!claim) throw new Error('Nothing to claim')
      expect(await commitPlan(ctx, claim, shop, {})).toBe('committed')
      const { rows } = await house.app.db.withTenant(ctx, (tx) =>
        tenant(tx, sql`select plan_outdated is not null as marked from tenants where tenant_id = ${ctx.tenantId}`),
      )
      marks.push(rows[0]?.marked)
    }
    expect(marks).toEqual([true, false])
  })
})
