import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runTestShop, untilSettled } from '#testing/run-test-shop.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import { startRunner } from '../../jobs/start-runner.ts'
import { seedContext } from '../../seed/seed-context.ts'
import { listOperationRows } from '../operation-lists/list-operation-rows.ts'
import { listOperations } from '../operations/list-operations.ts'
import { moveOperations } from '../operations/move-operations.ts'
import { listProjects } from '../projects/list-projects.ts'
import { getPlacement } from '../schedule/get-placement.ts'
import { getSchedule } from '../schedule/get-schedule.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import { claimRun } from './claim-run.ts'
import { commitPlan } from './commit-plan.ts'
import { findUnsettledRuns } from './find-unsettled-runs.ts'
import { operationsInForce } from './operations-in-force.ts'
import { revertRun } from './revert-run.ts'
import { settlePlan } from './settle-plan.ts'
import { stagePlan } from './stage-plan.ts'
import { startRun } from './start-run.ts'

const hourMs = 3_600_000
const startMs = Date.parse('2026-12-01T08:00:00Z')
let database: TestDatabase
let app: AppServices
let ctx: TenantContext

beforeAll(async () => {
  database = await openTestDatabase()
  app = { db: database.db, now: () => new Date('2026-11-18T16:24:00Z') }
})
afterAll(() => database.close())
beforeEach(async () => {
  ctx = await runTestShop(app, { projects: 60, operations: 20 })
})

const reading = <T>(work: Parameters<AppServices['db']['withTenant']>[1]) => app.db.withTenant(ctx, work) as Promise<T>
const planned = (from: 'table' | 'force') =>
  reading<number>(async (tx) => {
    const source = from === 'table' ? sql`operations` : operationsInForce(ctx.tenantId)
    const { rows } = await tx.execute<{ n: number }>(
      sql`select count(scheduled_start_date)::int as n from ${source} where tenant_id = ${ctx.tenantId}`,
    )
    return rows[0]?.n ?? -1
  })

/** Not who made the shop: a plan is the work of whoever started its run. */
const colleague = () => seedContext(app, ctx.tenantId, randomUUID(), 'Robin Runner')

/** A server that has read nothing of the organisation yet. */
const newProcess = () => seedContext({ ...app, db: { ...database.db, close: () => database.db.close() } }, ctx.tenantId)

/** Everything a planner can see of the plan. */
const seen = async () => {
  const { snapshot } = await loadShop(ctx, startMs)
  const [first] = snapshot.projects
  const projectId = first?.projectId ?? ''
  const operationId = first?.operations[3]?.operationId ?? ''
  return {
    snapshot,
    schedule: await getSchedule(ctx),
    projects: await listProjects(ctx),
    operations: await listOperations(ctx, { projectId }),
    placement: await getPlacement(ctx, { operationId }),
    list: await listOperationRows(newProcess(), { groupBy: 'project', limit: 30 }),
  }
}

/** Switches to a plan in which every operation has another hour, and leaves it unsettled, as a killed server would. */
const switchOnly = async () => {
  const { snapshot, planVersion } = await loadShop(ctx, startMs)
  const run = await startRun(colleague(), { projectId: null })
  const claim = await claimRun(app, 'a server that was killed')
  if (claim?.runId !== run.runId) throw new Error('Nothing to claim')
  const rows = snapshot.projects
    .flatMap(({ operations }) => operations)
    .map(({ operationId: o }, index) => {
      const s = startMs + index * hourMs
      return {
        o,
        s,
        e: s + hourMs,
        p: { factors: [{ code: 'now', at: s, binding: true }], unplaced: null, warnings: [] },
      }
    })
  const moved = await stagePlan(ctx, run.runId, JSON.stringify(rows))
  expect(await commitPlan(ctx, claim, planVersion, { changedOperations: moved })).toBe('committed')
  const project = snapshot.projects[0]
  return { runId: run.runId, moved, project: { ...project, projectId: project?.projectId ?? '' } }
}

describe('a plan that is in force but not yet written into its operations', () => {
  it('is the whole new plan for every reader, and settling it changes nothing they see', async () => {
    expect(await planned('force')).toBe(0)
    const { moved } = await switchOnly()
    expect(moved).toBe(1_200)
    expect(await planned('table')).toBe(0)
    expect(await planned('force')).toBe(1_200)
    const before = await seen()
    expect(before.operations.every(({ version, modifiedBy }) => version === 2 && modifiedBy === 'Robin Runner')).toBe(
      true,
    )
    expect(before.list.rows[0]).toMatchObject({ version: 2, pinned: false, scheduledStartDate: expect.any(String) })
    expect(before.placement.placement?.factors).toMatchObject([{ code: 'now' }])
    let settled = false
    const settling = settlePlan(ctx).then(() => {
      settled = true
    })
    const during: number[] = []
    while (!settled) during.push(await planned('force'))
    await settling
    expect(new Set(during)).toEqual(new Set([1_200]))
    expect(await planned('table')).toBe(1_200)
    expect(await seen()).toEqual(before)
    expect(await findUnsettledRuns(app)).not.toContainEqual(expect.objectContaining({ tenantId: ctx.tenantId }))
  })

  it('takes an edit, which settling leaves alone', async () => {
    const { project } = await switchOnly()
    const operationId = project.operations?.[2]?.operationId ?? ''
    const scheduledStartDate = '2027-01-04T15:00:00.000Z'
    const move = { operationId, scheduledStartDate, scheduledEndDate: '2027-01-04T17:00:00.000Z', pinned: true }
    const call = (expectedVersion: number) =>
      moveOperations(ctx, { projectId: project.projectId, moves: [{ ...move, expectedVersion }] })
    await expect(call(1)).rejects.toMatchObject({ code: 'stale' })
    const [edited] = await call(2)
    expect(edited).toMatchObject({ scheduledStartDate, version: 3, placement: { factors: [{ code: 'pinned' }] } })
    const before = await seen()
    await settlePlan(ctx)
    expect(await seen()).toEqual(before)
    const found = before.operations.find((one) => one.operationId === operationId)
    expect({ ...found, outlook: null }).toEqual({ ...edited, outlook: null })
  })

  it('can be taken back', async () => {
    const { runId } = await switchOnly()
    expect(await revertRun(ctx, { runId })).toMatchObject({ reverted: 1_200, left: 0 })
    expect([await planned('table'), await planned('force')]).toEqual([0, 0])
  })

  it('is settled by the next server', async () => {
    const { runId } = await switchOnly()
    expect(await findUnsettledRuns(app)).toContainEqual(expect.objectContaining({ tenantId: ctx.tenantId, runId }))
    const errors: object[] = []
    const runner = startRunner(app, { info: () => undefined, error: (facts) => void errors.push(facts) })
    await untilSettled(ctx)
    await runner.close()
    expect(errors).toEqual([])
    expect(await planned('table')).toBe(1_200)
  })
})
