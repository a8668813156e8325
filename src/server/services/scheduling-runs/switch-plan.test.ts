// @module-tag bothEngines
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { readColumns } from '#domain/columns.ts'
import { hourMs } from '#domain/time/units.ts'
import { runTestShop } from '#testing/run-test-shop.ts'
import { testRunner } from '#testing/test-runner.ts'
import { writtenPlan } from '#testing/written-plan.ts'
import type { TenantContext } from '../../context.ts'
import { operationsInForce } from '../../db/operations-in-force.ts'
import { revertRun } from '../changes/revert-run.ts'
import { getOperation } from '../operations/read-operations.ts'
import { moveOperations } from '../operations/write-operations.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { getRunDates } from '../schedule/get-operation-dates.ts'
import { getPlacement } from '../schedule/get-placement.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import { claimRun } from './claim-run.ts'
import { commitPlan } from './commit-plan.ts'
import { listRunChanges } from './list-run-changes.ts'
import { startRun } from './start-run.ts'
import { switchRun } from './switch-run.ts'

const house = testRunner()
const startMs = Date.parse('2026-12-07T12:00:00Z')

/** A run that starts these operations the given number of hours after Monday. */
const runOf = async (ctx: TenantContext, operationIds: readonly string[], hours: number) => {
  const shop = await loadShop(ctx, startMs)
  const { runId } = await startRun(ctx, { projectId: null })
  const claim = await claimRun(house.app, 'me')
  if (claim?.runId !== runId) throw new Error('Another run was waiting')
  const s = startMs + hours * hourMs
  const p = { factors: [{ code: 'now', at: s, binding: true } as const], unplaced: null, warnings: [] }
  const rows = operationIds.map((o) => ({ o, s, e: s + hourMs, p }))
  const changedOperations = await writtenPlan(ctx, runId, rows)
  expect(await commitPlan(ctx, claim, shop, { changedOperations })).toBe('committed')
  return runId
}

/** A shop after a run that has planned all its 1,200 operations, which are too many to switch in one transaction. */
const scheduledShop = async () => {
  const ctx = await runTestShop(house.app, { projects: 60, operations: 20 })
  const { snapshot } = await loadShop(ctx, startMs)
  const all = snapshot.projects.flatMap(({ operations }) => operations.map(({ operationId }) => operationId))
  const [project] = snapshot.projects
  const [first, second] = project?.operations ?? []
  const ids = [first?.operationId ?? '', second?.operationId ?? ''] as const
  return { ctx, runId: await runOf(ctx, all, 0), projectId: project?.projectId ?? '', ids }
}

/** A context that counts its long transactions and calls `happens` with the number of each after it. */
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
        (select string_agg(kind, ' ' order by kind) from plans where tenant_id = ${ctx.tenantId}) as plans,
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

it('an operation that somebody moves while the plan is prepared stays there, and counts as left', async () => {
  const { ctx, runId, projectId, ids } = await scheduledShop()
  const [before, after] = ids
  await moveOperations(ctx, { moves: [{ operationId: before, ...place }] })
  const someone = inParts(ctx, async (part) => {
    if (part === 1) await moveOperations(ctx, { moves: [{ operationId: after, ...place }] })
  })
  expect(await revertRun(someone.ctx, { runId })).toMatchObject({ reverted: 1_198, left: 2 })
  for (const operationId of ids) expect(await getOperation(ctx, { projectId, operationId })).toMatchObject(place)
  expect(await planned(ctx)).toEqual({ planned: 2, plans: 'manual run switch', size: 1_200 })
})

it('a prepared plan is dropped and prepared again if too much has changed meanwhile', async () => {
  const { ctx, runId } = await scheduledShop()
  const someone = inParts(ctx, async (part) => {
    if (part > 1) return
    await writeTenant(ctx, async ({ record }) => record.planSwitched('whole'))
  })
  expect(await revertRun(someone.ctx, { runId })).toMatchObject({ reverted: 1_200, left: 0 })
  // Two parts are written, one transaction drops them, and two parts are written again.
  expect(someone.seen.parts).toBe(5)
  expect(await planned(ctx)).toEqual({ planned: 0, plans: 'manual run switch', size: 1_200 })
})

it('the dates that a run gave stay known when a person moves an operation, and only its organization reads them', async () => {
  const { ctx, runId, ids } = await scheduledShop()
  await moveOperations(ctx, { moves: [{ operationId: ids[0], ...place }] })
  const dates = readColumns(await getRunDates(ctx, { runId }))
  expect(dates.ids).toHaveLength(1_200)
  const row = dates.ids.indexOf(ids[0])
  expect([dates.startMs[row], dates.endMs[row], dates.needByMs[row]]).toEqual([startMs, startMs + hourMs, 0])
  const other = await runTestShop(house.app, { projects: 1, operations: 1 })
  await expect(getRunDates(other, { runId })).rejects.toMatchObject({ code: 'not_found' })
})

describe('a run that changes few operations', () => {
  it('is written into the plan in force, and can be reverted and repeated there', async () => {
    const { ctx, runId, projectId, ids } = await scheduledShop()
    const [stays, goes] = ids
    const small = await runOf(ctx, ids, 48)
    const startOf = async (operationId: string) =>
      Date.parse((await getOperation(ctx, { projectId, operationId })).scheduledStartDate ?? '')
    expect(await planned(ctx)).toEqual({ planned: 1_200, plans: 'kept manual run run', size: 1_200 })
    const changes = await listRunChanges(ctx, { runId: small })
    const [before, after] = [startMs, startMs + 48 * hourMs].map((ms) => new Date(ms).toISOString())
    expect(changes).toMatchObject([...Array(2)].map(() => ({ startBefore: before, startAfter: after })))
    // The changes of the run before it stay the same.
    const starts = new Set((await listRunChanges(ctx, { runId })).map(({ startAfter }) => startAfter))
    expect(starts).toEqual(new Set([before]))

    const seen = await getOperation(ctx, { projectId, operationId: goes })
    await moveOperations(ctx, { moves: [{ operationId: stays, ...place }] })
    expect(await revertRun(ctx, { runId: small })).toMatchObject({ reverted: 1, left: 1 })
    expect(await startOf(goes)).toBe(startMs)
    expect((await getOperation(ctx, { projectId, operationId: goes })).version).toBe(seen.version + 1)
    expect((await getPlacement(ctx, { operationId: goes })).placement?.factors).toMatchObject([{ at: startMs }])
    expect(await getOperation(ctx, { projectId, operationId: stays })).toMatchObject(place)
    await writeTenant(ctx, ({ tx, record }) =>
      switchRun(ctx, tx, record, { runId: small, direction: 'forth' }, undefined),
    )
    expect(await startOf(goes)).toBe(startMs + 48 * hourMs)
    expect(await planned(ctx)).toMatchObject({ plans: 'kept manual run run' })
    // Reverting the run before moves only operations that nobody and no run has moved since.
    expect(await revertRun(ctx, { runId })).toMatchObject({ reverted: 1_198, left: 2 })
    expect(await startOf(goes)).toBe(startMs + 48 * hourMs)
  })

  it('adds few rows even in a large shop', async () => {
    const { ctx, ids } = await scheduledShop()
    const rows = async () => {
      const found = await house.app.db.withTenant(ctx, (tx) => tx.execute(sql`select from placements`))
      return found.rows.length
    }
    const before = await rows()
    await runOf(ctx, ids, 48)
    expect(await rows()).toBe(before + 4)
  })
})
