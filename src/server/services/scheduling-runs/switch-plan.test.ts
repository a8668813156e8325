import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { runTestShop } from '#testing/run-test-shop.ts'
import { testRunner } from '#testing/test-runner.ts'
import { writtenPlan } from '#testing/written-plan.ts'
import type { TenantContext } from '../../context.ts'
import { writeTenant } from '../../db/transaction.ts'
import { getOperation } from '../operations/get-operation.ts'
import { moveOperations } from '../operations/move-operations.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import { claimRun } from './claim-run.ts'
import { commitPlan } from './commit-plan.ts'
import { operationsInForce } from './operations-in-force.ts'
import { revertRun } from './revert-run.ts'
import { startRun } from './start-run.ts'

const house = testRunner()
const hourMs = 3_600_000
const startMs = Date.parse('2026-12-07T12:00:00Z')

/** A shop of 1,200 operations, too many to be switched in one transaction, after a run that has planned them all. */
const scheduledShop = async () => {
  const ctx = await runTestShop(house.app, { projects: 60, operations: 20 })
  const { snapshot, planVersion } = await loadShop(ctx, startMs)
  const { runId } = await startRun(ctx, { projectId: null })
  const claim = await claimRun(house.app, 'me')
  if (claim?.runId !== runId) throw new Error('Another run was waiting')
  const rows = snapshot.projects.flatMap(({ operations }) =>
    operations.map(({ operationId: o }) => {
      return { o, s: startMs, e: startMs + hourMs, p: { factors: [], unplaced: null, warnings: [] } }
    }),
  )
  const changedOperations = await writtenPlan(ctx, runId, rows)
  expect(await commitPlan(ctx, claim, planVersion, { changedOperations })).toBe('committed')
  const [project] = snapshot.projects
  const [first, second] = project?.operations ?? []
  return {
    ctx,
    runId,
    projectId: project?.projectId ?? '',
    ids: [first?.operationId ?? '', second?.operationId ?? ''] as const,
  }
}

/** Somebody whose long transactions are counted, and what happens after each, by its number. */
const inParts = (ctx: TenantContext, happens: (part: number) => Promise<unknown> = async () => undefined) => {
  const seen = { parts: 0 }
  const { db } = ctx.app
  const withTenant: typeof db.withTenant = async (context, work, turn) => {
    const done = await db.withTenant(context, work, turn)
    if (turn === 'long') {
      seen.parts += 1
      await happens(seen.parts)
    }
    return done
  }
  return { ctx: { ...ctx, app: { ...ctx.app, db: { ...db, withTenant } } } as TenantContext, seen }
}

const planned = async (ctx: TenantContext) => {
  const { rows } = await house.app.db.withTenant(ctx, (tx) =>
    tx.execute<{ planned: number; plans: string; size: number }>(sql`
      select (select count(*)::int from ${operationsInForce(ctx.tenantId)} where scheduled_start_date is not null) as planned,
        (select string_agg(kind, ' ' order by created_at, plan_id) from plans where tenant_id = ${ctx.tenantId}) as plans,
        (select size from plans n join tenants t using (tenant_id, plan_id) where t.tenant_id = ${ctx.tenantId}) as size`),
  )
  return rows[0]
}

const place = { scheduledStartDate: '2027-01-11T14:00:00.000Z', scheduledEndDate: '2027-01-11T15:00:00.000Z' }

it('the plan of a large shop is prepared in parts of 1,000 operations before it is switched to', async () => {
  const { ctx, runId } = await scheduledShop()
  const someone = inParts(ctx)
  expect(await revertRun(someone.ctx, { runId })).toMatchObject({ reverted: 1_200, left: 0 })
  expect(someone.seen.parts).toBe(2)
  expect(await planned(ctx)).toEqual({ planned: 0, plans: 'manual run switch', size: 1_200 })
})

it('what somebody moves while the plan is prepared stays where it was moved, and counts as left', async () => {
  const { ctx, runId, projectId, ids } = await scheduledShop()
  const [before, after] = ids
  await moveOperations(ctx, { projectId, moves: [{ operationId: before, ...place }] })
  const someone = inParts(ctx, async (part) => {
    if (part === 1) await moveOperations(ctx, { projectId, moves: [{ operationId: after, ...place }] })
  })
  expect(await revertRun(someone.ctx, { runId })).toMatchObject({ reverted: 1_198, left: 2 })
  for (const operationId of ids) expect(await getOperation(ctx, { projectId, operationId })).toMatchObject(place)
  expect(await planned(ctx)).toEqual({ planned: 2, plans: 'manual run switch', size: 1_200 })
})

it('a plan that was prepared in vain is dropped and prepared again', async () => {
  const { ctx, runId } = await scheduledShop()
  const someone = inParts(ctx, async (part) => {
    if (part > 1) return
    await writeTenant(ctx, async (_tx, record) => record.planSwitched('whole'))
  })
  expect(await revertRun(someone.ctx, { runId })).toMatchObject({ reverted: 1_200, left: 0 })
  // Two parts, one to drop them, and two again.
  expect(someone.seen.parts).toBe(5)
  expect(await planned(ctx)).toEqual({ planned: 0, plans: 'manual run switch', size: 1_200 })
})
