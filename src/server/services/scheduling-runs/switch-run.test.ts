// @module-tag bothEngines
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { hourMs } from '#domain/time/units.ts'
import { runTestShop } from '#testing/run-test-shop.ts'
import { testRunner } from '#testing/test-runner.ts'
import { writtenPlan } from '#testing/written-plan.ts'
import type { TenantContext } from '../../context.ts'
import { seedContext } from '../../seed/seed-context.ts'
import { revertRun } from '../changes/revert-run.ts'
import { getOperation } from '../operations/read-operations.ts'
import { moveOperations } from '../operations/write-operations.ts'
import { changesChannel } from '../records/store-history.ts'
import { getPlacement } from '../schedule/get-placement.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import type { PlanRow } from '../scheduling/plan-rows.ts'
import { claimRun } from './claim-run.ts'
import { commitPlan } from './commit-plan.ts'
import { listRunChanges } from './list-run-changes.ts'
import { listRunLeft } from './list-run-left.ts'
import { startRun } from './start-run.ts'

const house = testRunner()
const monday = Date.parse('2026-12-07T12:00:00Z')
const as = (ctx: TenantContext, name: string) => seedContext(house.app, ctx.tenantId, randomUUID(), name)

/** A shop of three operations, in the order of their ids. */
const smallShop = async () => {
  const ctx = await runTestShop(house.app, { projects: 1, operations: 3 })
  const [project] = (await loadShop(ctx, monday)).snapshot.projects
  const ids = project?.operations.map(({ operationId }) => operationId).sort() ?? []
  return { ctx, projectId: project?.projectId ?? '', ids: ids as [string, string, string] }
}

/** A run over all projects that has computed this plan: hours after Monday by operation, each for the reason `code`. */
const written = async (ctx: TenantContext, hours: Record<string, number>, code: 'now' | 'pinned') => {
  const shop = await loadShop(ctx, monday)
  const { runId } = await startRun(ctx, { projectId: null })
  const claim = await claimRun(house.app, 'me')
  if (claim?.runId !== runId) throw new Error('Another run was waiting')
  const rows = Object.entries(hours).map(([o, hour]) => {
    const s = monday + hour * hourMs
    return {
      o,
      s,
      e: s + hourMs,
      p: { factors: [{ code, at: s, binding: true }], unplaced: null, warnings: [] },
    } satisfies PlanRow
  })
  const changedOperations = await writtenPlan(ctx, runId, rows)
  const end = async () => {
    expect(await commitPlan(ctx, claim, shop, { changedOperations })).toBe('committed')
    return runId
  }
  return { runId, end }
}

it('the changes of a run are listed once its plan is in force, in the order of the new starts', async () => {
  const { ctx, ids } = await smallShop()
  const [first, second, third] = ids
  const run = await written(ctx, { [first]: 20, [second]: 10, [third]: 0 }, 'now')
  expect(await listRunChanges(ctx, run)).toEqual([])
  await run.end()
  expect((await listRunChanges(ctx, run)).map(({ operationId }) => operationId)).toEqual([third, second, first])
})

it('reverting a run restores placements in the name of the person who reverts it, and leaves operations that it never moved', async () => {
  const { ctx, projectId, ids } = await smallShop()
  const [moved, movedToo, stayed] = ids
  await (await written(ctx, { [moved]: 0, [movedToo]: 1, [stayed]: 2 }, 'now')).end()
  const runId = await (await written(as(ctx, 'Robin'), { [moved]: 30, [movedToo]: 31, [stayed]: 2 }, 'pinned')).end()
  const place = { scheduledStartDate: '2027-01-11T14:00:00.000Z', scheduledEndDate: '2027-01-11T15:00:00.000Z' }
  await moveOperations(as(ctx, 'Ben'), { moves: [{ operationId: stayed, ...place }] })

  const heard: string[] = []
  const deafen = await house.app.db.listen(changesChannel, {
    onMessage: (message) => {
      const { event } = JSON.parse(message)
      heard.push(event.type === 'run' ? `taken back ${event.run.revertedAt !== null}` : event.resource)
    },
  })
  expect(await revertRun(as(ctx, 'Alex'), { runId })).toMatchObject({ reverted: 2, left: 0 })
  const all = ['operations', 'projects', 'schedule', 'runs', 'taken back true']
  await vi.waitFor(() => expect(heard).toEqual(expect.arrayContaining(all)), 40_000)
  await deafen()
  expect(await getOperation(ctx, { projectId, operationId: moved })).toMatchObject({
    scheduledStartDate: new Date(monday).toISOString(),
    modifiedBy: 'Alex',
  })
  expect((await getPlacement(ctx, { operationId: moved })).placement?.factors).toMatchObject([{ code: 'now' }])
  expect(await getOperation(ctx, { projectId, operationId: stayed })).toMatchObject({ ...place, modifiedBy: 'Ben' })
  const left = house.app.db.withTenant(ctx, (tx) => listRunLeft(ctx, tx, { runId, direction: 'back', most: 9 }))
  expect(await left).toEqual([])
})

describe('a run without changes', () => {
  it('cannot be reverted', async () => {
    const { ctx } = await smallShop()
    const runId = await (await written(ctx, {}, 'now')).end()
    await expect(revertRun(ctx, { runId })).rejects.toMatchObject({ code: 'rule' })
  })
})

describe('the mark of changed working time', () => {
  it.each([
    ['comes back when the run is reverted', null, 'holiday'],
    ['stays if it comes from a change made after the run', 'category', 'category'],
  ])('%s', async (_case, since, after) => {
    const { ctx, ids } = await smallShop()
    const mark = (code: string) =>
      house.app.db.withTenant(ctx, (tx) =>
        tx.execute(
          sql`update tenants set plan_outdated = jsonb_build_object('code', ${code}::text) where tenant_id = ${ctx.tenantId}`,
        ),
      )
    await mark('holiday')
    const runId = await (await written(ctx, { [ids[0]]: 0 }, 'now')).end()
    if (since) await mark(since)
    await revertRun(ctx, { runId })
    const { rows } = await house.app.db.withTenant(ctx, (tx) =>
      tx.execute(sql`select plan_outdated ->> 'code' as code from tenants where tenant_id = ${ctx.tenantId}`),
    )
    expect(rows).toEqual([{ code: after }])
  })
})
