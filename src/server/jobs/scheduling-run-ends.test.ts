// @module-tag bothEngines
import { eq, type SQL, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import { planChecksum, runTestShop, runUntil } from '#testing/run-test-shop.ts'
import { testRunner } from '#testing/test-runner.ts'
import { writtenPlan } from '#testing/written-plan.ts'
import type { TenantContext } from '../context.ts'
import { schedulingRuns } from '../db/tables/scheduling-runs.table.ts'
import { writeTenant } from '../services/records/write-tenant.ts'
import { loadShop } from '../services/scheduling/load-shop.ts'
import { cancelRun } from '../services/scheduling-runs/cancel-run.ts'
import { claimRun } from '../services/scheduling-runs/claim-run.ts'
import { commitPlan } from '../services/scheduling-runs/commit-plan.ts'
import { endRun } from '../services/scheduling-runs/end-run.ts'
import { endRunSearch } from '../services/scheduling-runs/end-run-search.ts'
import { getRun } from '../services/scheduling-runs/get-run.ts'
import { listRunChanges } from '../services/scheduling-runs/list-run-changes.ts'
import { startRun } from '../services/scheduling-runs/start-run.ts'

const house = testRunner()
const everything = { projectId: null }
const touch = (ctx: TenantContext) => writeTenant(ctx, async ({ record }) => record.planSwitched('whole'))
const expireLease = (ctx: TenantContext) =>
  house.app.db.withTenant(ctx, (tx) =>
    tx.execute(sql`update scheduling_runs set lease_until = now() - interval '1 second'`),
  )
/** Waits until the runner has claimed the run, which is then far from its end. */
const untilClaimed = (ctx: TenantContext, runId: string) =>
  vi.waitFor(
    async () => {
      const rows = await ctx.app.db.withSystem((tx) =>
        tx.select({ workerId: schedulingRuns.workerId }).from(schedulingRuns).where(eq(schedulingRuns.runId, runId)),
      )
      expect(rows).toEqual([{ workerId: expect.any(String) }])
    },
    { timeout: 40_000, interval: 5 },
  )

describe('cancelling a run', () => {
  it('ends it at once when no runner has claimed it', async () => {
    const ctx = await runTestShop(house.app)
    const asked = await startRun(ctx, everything)
    expect(await cancelRun(ctx, asked)).toMatchObject({ status: 'Cancelled', cause: 'cancelled' })
    house.start()
    await expect(claimRun(house.app, 'somebody')).resolves.toBeNull()
  })

  it('ends it while it is running, and the plan stays unchanged', async () => {
    const ctx = await runTestShop(house.app, { projects: 600, operations: 15 })
    const before = await planChecksum(ctx)
    house.start()
    const asked = await startRun(ctx, everything)
    await untilClaimed(ctx, asked.runId)
    await cancelRun(ctx, asked)
    const ended = await runUntil(ctx, asked.runId)
    expect(ended).toMatchObject({ status: 'Cancelled', cause: 'cancelled', canRevert: false })
    expect(await planChecksum(ctx)).toBe(before)
    expect(await listRunChanges(ctx, asked)).toEqual([])
    expect(await cancelRun(ctx, asked)).toMatchObject({ status: 'Cancelled' })
  })

  it('prevents a commit that is under way', async () => {
    const ctx = await runTestShop(house.app)
    const shop = await loadShop(ctx, ctx.app.now().getTime())
    const asked = await startRun(ctx, everything)
    const claim = await claimRun(house.app, 'me')
    if (!claim) throw new Error('Nothing to claim')
    await cancelRun(ctx, asked)
    await expect(commitPlan(ctx, claim, shop, {})).resolves.toBe('cancelled')
    await endRun(ctx, claim, { status: 'Cancelled', cause: 'cancelled', progress: {} })
  })
})

describe('a run whose starter may not put its plan in force any more', () => {
  const asMember = (ctx: TenantContext, set: SQL) =>
    ctx.app.db.withSystem((tx) =>
      tx.execute(sql`update memberships set ${set} where tenant_id = ${ctx.tenantId} and user_id = ${ctx.userId}`),
    )
  const lost: [string, (ctx: TenantContext) => Promise<unknown>][] = [
    ['has become a reporter', (ctx) => asMember(ctx, sql`access = 'report'`)],
    ['plans some work centers only', (ctx) => asMember(ctx, sql`work_center_ids = '[]'`)],
    ['is disabled', (ctx) => asMember(ctx, sql`status = 'Disabled'`)],
    [
      'has left',
      (ctx) => ctx.app.db.withSystem((tx) => tx.execute(sql`delete from users where user_id = ${ctx.userId}`)),
    ],
    [
      'plans where only admins apply such plans',
      (ctx) =>
        ctx.app.db.withSystem((tx) =>
          tx.execute(sql`update tenants set planners_apply_plans = false where tenant_id = ${ctx.tenantId}`),
        ),
    ],
  ]
  it.each(lost)('a run leaves the plan as it is when its starter %s', async (_, loses) => {
    const ctx = await runTestShop(house.app)
    await asMember(ctx, sql`access = 'plan'`)
    const before = await planChecksum(ctx)
    const asked = await startRun(ctx, everything)
    await loses(ctx)
    house.start()
    expect(await runUntil(ctx, asked.runId)).toMatchObject({ status: 'Failed', cause: 'noRight' })
    expect(await planChecksum(ctx)).toBe(before)
  })

  it('a preview, and the run of one project where only admins apply plans for the whole shop, still end', async () => {
    const ctx = await runTestShop(house.app)
    const [project] = (await loadShop(ctx, ctx.app.now().getTime())).snapshot.projects
    await asMember(ctx, sql`access = 'plan'`)
    await ctx.app.db.withSystem((tx) =>
      tx.execute(sql`update tenants set planners_apply_plans = false where tenant_id = ${ctx.tenantId}`),
    )
    house.start()
    const one = await startRun(ctx, { projectId: project?.projectId ?? '' })
    expect(await runUntil(ctx, one.runId)).toMatchObject({ status: 'Succeeded' })
    const preview = await startRun(ctx, { projectId: null, options: { preview: true } })
    await asMember(ctx, sql`access = 'report'`)
    expect(await runUntil(ctx, preview.runId)).toMatchObject({ status: 'Succeeded' })
  })
})

/** A shop in which every project is past its ship date and work centers are scarce, so that a search always has something to gain. */
const lateShop = async (): Promise<TenantContext> => {
  const ctx = await runTestShop(house.app, { projects: 40, operations: 8 })
  await ctx.app.db.withTenant(ctx, async (tx) => {
    await tx.execute(sql`update projects set planned_ship_date = '2026-11-02T12:00Z'`)
    await tx.execute(sql`update categories set capacity = 1`)
  })
  return ctx
}

describe('ending the search of a run', () => {
  it('puts its best plan so far in force, which its seed, effort and step give again', async () => {
    const ctx = await lateShop()
    const { snapshot } = await loadShop(ctx, ctx.app.now().getTime())
    house.start()
    const asked = await startRun(ctx, { projectId: null, options: { effort: 'thorough', seed: 3 } })
    const improving = await runUntil(
      ctx,
      asked.runId,
      ({ phase, lateDays }) => phase === 'improving' && lateDays !== null,
    )
    expect(improving).toMatchObject({ status: 'Running', completed: 40, total: 40, percent: 99, secondsLeft: null })
    await endRunSearch(ctx, asked)
    const ended = await runUntil(ctx, asked.runId)
    expect(ended).toMatchObject({ status: 'Succeeded', effort: 'thorough', searchEnd: 'planner', seed: 3 })
    expect(await endRunSearch(ctx, asked)).toEqual(ended)

    const { endedAtStep, bestSeed } = ended
    const seed = bestSeed ?? 0
    const again = scheduleShop(snapshot, { scope: 'all', seed, effort: 'thorough', endAtStep: endedAtStep ?? 0 })
    if ('cancelled' in again) throw new Error('cancelled')
    const inForce = (await loadShop(ctx, ctx.app.now().getTime())).snapshot.projects
    const starts = new Map(
      inForce.flatMap(({ operations }) => operations.map((each) => [each.operationId, each.scheduledStartMs])),
    )
    for (const { operationId, startMs } of again.operations) expect(starts.get(operationId)).toBe(startMs)
  })

  it('has the search of a run that still waits end as soon as it begins', async () => {
    const ctx = await lateShop()
    const asked = await startRun(ctx, { projectId: null, options: { effort: 'thorough' } })
    await endRunSearch(ctx, asked)
    house.start()
    expect(await runUntil(ctx, asked.runId)).toMatchObject({ status: 'Succeeded', searchEnd: 'planner' })
  })
})

describe('the end of a search', () => {
  it('the reason is stored with the run, and answered with what the search could gain', async () => {
    const ctx = await lateShop()
    house.start()
    const late = await runUntil(ctx, (await startRun(ctx, everything)).runId)
    expect(late).toMatchObject({ status: 'Succeeded', effort: 'quick' })
    // A busy machine may reach the time limit of a quick search, and the run says so.
    expect(late.searchEnd).toBe(late.endedAtStep === null ? 'complete' : 'clock')
    expect(late.gainedLate).toBeGreaterThanOrEqual(0)
    expect(late.leastLateDays).toBeGreaterThan(0)
    expect(late.leastLateDays).toBeLessThan(late.lateDays ?? 0)
  })

  it('a search ends at its bound where nothing waits for anything else', async () => {
    const ctx = await runTestShop(house.app, { projects: 3, operations: 2 })
    await ctx.app.db.withTenant(ctx, async (tx) => {
      await tx.execute(sql`update projects set planned_ship_date = '2026-11-02T12:00Z'`)
      await tx.execute(sql`update categories set capacity = 100`)
    })
    house.start()
    const ended = await runUntil(ctx, (await startRun(ctx, everything)).runId)
    expect(ended).toMatchObject({ status: 'Succeeded', searchEnd: 'bound', gainedLate: 0, endedAtStep: null })
    expect(ended.lateDays).toBeGreaterThan(0)
    expect(ended.leastLateDays).toBe(ended.lateDays)
  })
})

describe('a run whose data changes', () => {
  it('is not committed when the plan version has changed or the lease is lost', async () => {
    const ctx = await runTestShop(house.app)
    const before = await planChecksum(ctx)
    const shop = await loadShop(ctx, ctx.app.now().getTime())
    const asked = await startRun(ctx, everything)
    const claim = await claimRun(house.app, 'me')
    if (!claim) throw new Error('Nothing to claim')
    const operation = shop.snapshot.projects[0]?.operations[0]?.operationId ?? ''
    const row = {
      o: operation,
      s: 1_900_000_000_000,
      e: 1_900_003_600_000,
      p: { factors: [], unplaced: null, warnings: [] },
    }
    await expect(writtenPlan(ctx, claim.runId, [row])).resolves.toBe(1)
    await expect(listRunChanges(ctx, asked)).resolves.toEqual([])
    await touch(ctx)
    await expect(commitPlan(ctx, claim, shop, {})).resolves.toBe('changed')
    await expect(commitPlan(ctx, { ...claim, workerId: 'another' }, shop, {})).resolves.toBe('lost')
    expect(await planChecksum(ctx)).toBe(before)
    await endRun(ctx, claim, { status: 'Failed', cause: 'dataChanged', progress: {} })
    expect(await getRun(ctx, asked)).toMatchObject({ status: 'Failed', cause: 'dataChanged' })
  })

  it('starts over, and fails when the data never stops changing', async () => {
    const ctx = await runTestShop(house.app, { projects: 20, operations: 5 })
    const before = await planChecksum(ctx)
    house.start()
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
    expect(await runUntil(ctx, again.runId)).toMatchObject({ status: 'Succeeded', changedOperations: 100 })
  })
})

describe('the run of a server that stops', () => {
  it('is reported as Failed, and the plan stays unchanged', async () => {
    const ctx = await runTestShop(house.app, { projects: 600, operations: 15 })
    const before = await planChecksum(ctx)
    house.start()
    const asked = await startRun(ctx, everything)
    await untilClaimed(ctx, asked.runId)
    const stoppedAtMs = performance.now()
    await house.stop()
    expect(performance.now() - stoppedAtMs).toBeLessThan(10_000)
    expect(await getRun(ctx, asked)).toMatchObject({ status: 'Failed', cause: 'serverStopped' })
    expect(await planChecksum(ctx)).toBe(before)
  })

  it('is reported as Failed by the next server when the first one was killed', async () => {
    const ctx = await runTestShop(house.app)
    const before = await planChecksum(ctx)
    const asked = await startRun(ctx, everything)
    await claimRun(house.app, 'a server that was killed')
    await expireLease(ctx)
    house.start()
    expect(await runUntil(ctx, asked.runId)).toMatchObject({ status: 'Failed', cause: 'serverStopped' })
    expect(await planChecksum(ctx)).toBe(before)
  })
})
