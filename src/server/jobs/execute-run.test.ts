import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Placement } from '#contract/placement.ts'
import { countEffects } from '#domain/scheduling/project-effects.ts'
import type { PlanSummary } from '#domain/scheduling/run-result.ts'
import { planChecksum, runTestShop } from '#testing/run-test-shop.ts'
import { testRunner } from '#testing/test-runner.ts'
import type { TenantContext } from '../context.ts'
import { operationsInForce } from '../db/operations-in-force.ts'
import { decodePlacement } from '../db/placement-code.ts'
import { StorageFullError } from '../errors.ts'
import { writeTenant } from '../services/records/write-tenant.ts'
import { loadShop } from '../services/scheduling/load-shop.ts'
import { planRowsJson } from '../services/scheduling/plan-rows.ts'
import { claimRun } from '../services/scheduling-runs/claim-run.ts'
import * as computing from '../services/scheduling-runs/compute-plan.ts'
import { getRun } from '../services/scheduling-runs/get-run.ts'
import { listRunChanges } from '../services/scheduling-runs/list-run-changes.ts'
import { startRun } from '../services/scheduling-runs/start-run.ts'
import { executeRun, type StopReason } from './execute-run.ts'

const computePlan = vi.spyOn(computing, 'computePlan')
afterAll(() => computePlan.mockRestore())

const house = testRunner()
const log = { info: vi.fn(), error: vi.fn() }
const summary: PlanSummary = {
  completedProjects: 1,
  effect: countEffects([]),
  lateProjectsBefore: 1,
  lateProjects: 0,
  lateDaysBefore: 3,
  lateDays: 0,
  placedOperations: 2,
  unplacedOperations: 0,
  warnings: 0,
}
const search = {
  iterations: 19,
  searchEnd: 'settled',
  gainedLate: 0,
  leastLateDays: null,
  endedAtStep: null,
  searches: 1,
  bestSeed: 7,
} as const
const objective = { weightedLatenessHours: 0, totalCompletionHours: 1, movedOperations: 2 }
const resultJson = JSON.stringify({ projects: [], unplaced: [], warnings: [] })
let ctx: TenantContext
let before: string
let operationIds: string[]
let stop: AbortController
beforeEach(async () => {
  vi.resetAllMocks()
  ctx = await runTestShop(house.app, { projects: 1, operations: 2 })
  const { snapshot } = await loadShop(ctx, ctx.app.now().getTime())
  operationIds = snapshot.projects.flatMap(({ operations }) => operations.map(({ operationId }) => operationId))
  before = await planChecksum(ctx)
})

/** The plan that starts these operations at `s`, by default in 2030. */
const planOf = (
  ids: readonly string[],
  s = 1_900_000_000_000,
  warnings: Placement['warnings'] = [],
): computing.ComputedPlan & { kind: 'plan' } => {
  const p: Placement = { factors: [], unplaced: null, warnings }
  const rows = ids.map((o) => ({ o, s, e: s + 3_600_000, p }))
  return { kind: 'plan', parts: rows.map((row) => planRowsJson([row])), summary, objective, search, resultJson }
}
/** A change that names no project, such as one of working time. */
const touch = () => writeTenant(ctx, async ({ record }) => record.planSwitched('whole'))

/** Executes a run whose engine gives these answers, one per call; returns the ended run. */
const runWith = async (...answers: (() => Promise<computing.ComputedPlan>)[]) => {
  for (const answer of answers) computePlan.mockImplementationOnce(answer)
  const { runId } = await startRun({ ...ctx, userName: 'Rae Runner' } as TenantContext, {
    projectId: null,
    options: { seed: 7 },
  })
  const claim = await claimRun(house.app, 'me')
  if (claim?.runId !== runId) throw new Error('Another run was waiting')
  // One for each run, as in the product. A report that comes after the end of a run finds its lease lost.
  stop = new AbortController()
  await executeRun(house.app, claim, { stop, endSearch: new AbortController() }, log)
  expect(computePlan).toHaveBeenCalledTimes(answers.length)
  const job = { scope: 'all', seed: 7, effort: 'quick' }
  for (const [, asked] of computePlan.mock.calls) expect(asked).toEqual(job)
  return getRun(ctx, { runId })
}

describe('a run is not saved', () => {
  it('when the checker objects: it lists the violations, and the plan stays unchanged', async () => {
    const sentences = ['#1 Cut starts before #1 Weld ends']
    const run = await runWith(async () => ({ kind: 'violations', sentences }))
    expect(run).toMatchObject({ status: 'Failed', cause: 'violations', violations: sentences, canRevert: false })
    expect(await planChecksum(ctx)).toBe(before)
  })

  it('when the engine fails: the error is logged, and the plan stays unchanged', async () => {
    const run = await runWith(async () => {
      throw new Error('planted')
    })
    expect(run).toMatchObject({ status: 'Failed', cause: 'error' })
    expect(log.error).toHaveBeenCalledWith(
      expect.objectContaining({ runId: run.runId, err: new Error('planted') }),
      expect.any(String),
    )
    expect(await planChecksum(ctx)).toBe(before)
  })

  it.each<[StopReason, object]>([
    ['cancel', { status: 'Cancelled', cause: 'cancelled' }],
    ['shutdown', { status: 'Failed', cause: 'serverStopped' }],
  ])('when it is stopped by %s, even though its plan is ready', async (reason, ended) => {
    const run = await runWith(async () => {
      stop.abort(reason)
      return planOf(operationIds)
    })
    expect(run).toMatchObject({ ...ended, changedOperations: 0 })
    expect(await listRunChanges(ctx, run)).toEqual([])
    expect(await planChecksum(ctx)).toBe(before)
  })

  it('when the disk is nearly full: the plan stays unchanged', async () => {
    const { assertRoom } = house.app.db
    const run = await runWith(async () => {
      Object.assign(house.app.db, {
        assertRoom: () => {
          throw new StorageFullError()
        },
      })
      return planOf(operationIds)
    }).finally(() => Object.assign(house.app.db, { assertRoom }))
    expect(run).toMatchObject({ status: 'Failed', cause: 'error' })
    expect(await planChecksum(ctx)).toBe(before)
  })

  it('when the whole shop changes during each of its three computations', async () => {
    const changed = async () => {
      await touch()
      return planOf(operationIds)
    }
    expect(await runWith(changed, changed, changed)).toMatchObject({ status: 'Failed', cause: 'dataChanged' })
    expect(await planChecksum(ctx)).toBe(before)
  })
})

describe('a run that is saved', () => {
  it('stores only the plan that it computed after the whole shop changed, and reports no further progress', async () => {
    const [first = '', second = ''] = operationIds
    const [begun, ended] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')]
    const run = await runWith(
      async () => {
        await touch()
        return planOf([first, second])
      },
      async () => planOf([second]),
    )
    expect(run).toMatchObject({ status: 'Succeeded', percent: 100, changedOperations: 1, lateProjects: 0 })
    expect((await listRunChanges(ctx, run)).map(({ operationId }) => operationId)).toEqual([second])
    expect(begun).toHaveBeenCalled()
    for (const { value } of begun.mock.results) expect(ended).toHaveBeenCalledWith(value)
    for (const spy of [begun, ended]) spy.mockRestore()
    expect(log.error).not.toHaveBeenCalled()
  })

  it('is compared with the plan that it replaces', async () => {
    await runWith(async () => planOf(operationIds, 1_890_000_000_000))
    computePlan.mockReset()
    const run = await runWith(async () => planOf(operationIds))
    const starts = (await listRunChanges(ctx, run)).map(({ startBefore }) => Date.parse(startBefore ?? ''))
    expect(starts).toEqual([1_890_000_000_000, 1_890_000_000_000])
  })

  it('does not change the version of an operation that only has new reasons', async () => {
    const stored = async () => {
      const { rows } = await house.app.db.withTenant(ctx, (tx) =>
        tx.execute<{ version: number; by: string; placement: Uint8Array }>(
          sql`select version, modified_by as by, placement from ${operationsInForce(ctx.tenantId)}`,
        ),
      )
      return rows.map(({ placement, ...row }) => ({ ...row, warnings: decodePlacement(placement).warnings }))
    }
    await runWith(async () => planOf(operationIds))
    const moved = await stored()
    expect(moved).toEqual(Array(2).fill({ version: 2, by: 'Rae Runner', warnings: [] }))
    const why = { code: 'startsInClosedTime' } as const
    computePlan.mockReset()
    const run = await runWith(async () => planOf(operationIds, undefined, [why]))
    expect(run).toMatchObject({ status: 'Succeeded', changedOperations: 0, canRevert: false })
    expect(await stored()).toEqual(moved.map((row) => ({ ...row, warnings: [why] })))
    computePlan.mockReset()
    const same = await runWith(async () => planOf(operationIds, undefined, [why]))
    const its = sql`select from plans where plan_id = ${same.runId}`
    expect((await house.app.db.withTenant(ctx, (tx) => tx.execute(its))).rows).toHaveLength(0)
  })
})
