import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OperationInput } from '#contract/operations.ts'
import { planChecksum, runTestShop, runUntil } from '#testing/run-test-shop.ts'
import { testRunner } from '#testing/test-runner.ts'
import type { TenantContext } from '../context.ts'
import { noteShopChange } from '../db/shop-changes.ts'
import { operationForecasts } from '../db/tables/forecasts.table.ts'
import { revertRun } from '../services/changes/revert-run.ts'
import { keepForecast } from '../services/forecasts/current-forecast.ts'
import { createHoliday } from '../services/holidays/write-holidays.ts'
import { getOperation } from '../services/operations/read-operations.ts'
import { removeOperation } from '../services/operations/remove-operation.ts'
import { changeOperation, createOperation, moveOperations } from '../services/operations/write-operations.ts'
import { deleteProject } from '../services/projects/write-projects.ts'
import { loadShop } from '../services/scheduling/load-shop.ts'
import * as computing from '../services/scheduling-runs/compute-plan.ts'
import { listRunChanges } from '../services/scheduling-runs/list-run-changes.ts'
import * as committing from '../services/scheduling-runs/may-still-apply.ts'
import { startRun } from '../services/scheduling-runs/start-run.ts'

const { computePlan } = computing
const { mayStillApply } = committing
const computed = vi.spyOn(computing, 'computePlan')
const asked = vi.spyOn(committing, 'mayStillApply')
afterAll(() => {
  computed.mockRestore()
  asked.mockRestore()
})
const house = testRunner()
let ctx: TenantContext
beforeEach(async () => {
  ctx = await runTestShop(house.app)
  house.start()
  computed.mockReset().mockImplementation(computePlan)
  asked.mockReset().mockImplementation(mayStillApply)
})

type Edit = () => Promise<unknown>

const shop = async () => (await loadShop(ctx, house.app.now().getTime())).snapshot
const operationsOfShop = async () => (await shop()).projects.flatMap(({ operations }) => operations)
const run = async (projectId: string | null = null, preview = false) =>
  runUntil(ctx, (await startRun(ctx, { projectId, options: { preview } })).runId)

/** Does this once a run has computed its first plan. */
const afterComputing = (edit: Edit): void => {
  computed.mockImplementationOnce(async (...call) => {
    const plan = await computePlan(...call)
    await edit()
    return plan
  })
}
/** Does this once a run has written its plan, just before it is put in force. */
const beforeCommit = (edit: Edit): void => {
  asked.mockImplementationOnce(async (...call) => {
    await edit()
    return mayStillApply(...call)
  })
}
const moments = [
  ['computes', afterComputing],
  ['writes its plan', beforeCommit],
] as const

/** The last operation of the first project, and the others. */
const someOperation = async () => {
  const [project, ...others] = (await shop()).projects
  const { projectId = '', operations = [] } = project ?? {}
  return { projectId, operationId: operations.at(-1)?.operationId ?? '', operations, others }
}
const hourOn = (day: string) => ({
  scheduledStartDate: `2027-06-${day}T14:00:00.000Z`,
  scheduledEndDate: `2027-06-${day}T15:00:00.000Z`,
})

const twoCenters = async (): Promise<string[]> => {
  const { rows } = await ctx.app.db.withTenant(ctx, (tx) =>
    tx.execute<{ id: string }>(sql`select category_id as id from categories order by sequence limit 2`),
  )
  return rows.map(({ id }) => id)
}

describe.each(moments)('while a run %s', (_, during) => {
  it('an operation that is moved and pinned stays where it was moved', async () => {
    const { projectId, operationId } = await someOperation()
    during(() => changeOperation(ctx, { projectId, operationId, input: { ...hourOn('01'), pinned: true } }))
    expect(await run()).toMatchObject({ status: 'Succeeded', unplacedOperations: 0 })
    expect(computed).toHaveBeenCalledTimes(1)
    expect(await getOperation(ctx, { projectId, operationId })).toMatchObject({ ...hourOn('01'), pinned: true })
    const starts = (await operationsOfShop()).map(({ scheduledStartMs }) => scheduledStartMs)
    expect(starts, 'the run has placed all others').not.toContain(null)
  })

  it('an operation that is made longer keeps its hours, and the forecast moves what comes after it', async () => {
    const project = (await shop()).projects.find(({ operations }) => operations.length > 1)
    const { projectId = '', operations: [first] = [] } = project ?? {}
    const longer = { projectId, operationId: first?.operationId ?? '' }
    during(() => changeOperation(ctx, { ...longer, input: { durationHours: 400 } }))
    expect(await run()).toMatchObject({ status: 'Succeeded', changedOperations: 72 })
    expect(computed).toHaveBeenCalledTimes(1)
    expect(await getOperation(ctx, longer)).toMatchObject({ durationHours: 400 })
    await keepForecast(ctx)
    const rows = await ctx.app.db.withTenant(ctx, (tx) =>
      tx.select().from(operationForecasts).where(eq(operationForecasts.tenantId, ctx.tenantId)),
    )
    const forecast = new Map(rows.map((row) => [row.operationId, row]))
    const links = (await operationsOfShop()).flatMap(({ operationId, dependencies }) =>
      dependencies.map((before) => [forecast.get(before.operationId), forecast.get(operationId)] as const),
    )
    expect(links.length).toBeGreaterThan(10)
    for (const [before, after] of links) {
      expect(after?.forecastStart?.getTime()).toBeGreaterThanOrEqual(before?.forecastEnd?.getTime() ?? Infinity)
    }
  })

  it('an operation or a project that is removed stays removed, and the rest is planned', async () => {
    const { projectId, operationId, others } = await someOperation()
    const gone = others[0]?.projectId ?? ''
    during(async () => {
      await removeOperation(ctx, { projectId, operationId })
      await deleteProject(ctx, { projectId: gone })
    })
    const { runId, status } = await run()
    expect([status, computed.mock.calls.length]).toEqual(['Succeeded', 1])
    const left = await operationsOfShop()
    expect(left).toHaveLength(65)
    expect(left.map(({ scheduledStartMs }) => scheduledStartMs)).not.toContain(null)
    expect(await revertRun(ctx, { runId })).toMatchObject({ reverted: 65 })
  })

  it('operations that are added with dates keep them', async () => {
    const { projectId } = await someOperation()
    const added: string[] = []
    during(async () => {
      for (const day of ['01', '02']) {
        const input = { name: day, durationHours: 1, ...hourOn(day) }
        added.push((await createOperation(ctx, { projectId, input })).operationId)
      }
    })
    expect(await run()).toMatchObject({ status: 'Succeeded' })
    expect(computed).toHaveBeenCalledTimes(1)
    const found = await Promise.all(added.map((operationId) => getOperation(ctx, { projectId, operationId })))
    expect(found).toMatchObject([hourOn('01'), hourOn('02')])
  })

  it('a run of few operations that is reverted stays reverted', async () => {
    await run()
    const { projectId, operationId } = await someOperation()
    await changeOperation(ctx, { projectId, operationId, input: { ...hourOn('01'), pinned: false } })
    const small = await run(projectId)
    expect(await getOperation(ctx, { projectId, operationId })).not.toMatchObject(hourOn('01'))
    house.nowMs += 3_600_000
    during(async () => expect((await revertRun(ctx, small)).reverted).toBe(1))
    expect(await run()).toMatchObject({ status: 'Succeeded' })
    expect(await getOperation(ctx, { projectId, operationId })).toMatchObject(hourOn('01'))
  })

  it.each<[string, (last: { readonly runId: string }) => Promise<unknown>]>([
    ['a day is closed', () => createHoliday(ctx, { input: { name: 'Fair', date: '2026-11-20' } })],
    ['another plan comes in force', (last) => revertRun(ctx, last)],
  ])('%s: the run computes once more, on what holds now', async (_change, change) => {
    const last = await run()
    house.nowMs += 3_600_000
    computed.mockClear()
    during(() => change(last))
    expect(await run()).toMatchObject({ status: 'Succeeded', unplacedOperations: 0 })
    expect(computed).toHaveBeenCalledTimes(2)
    const starts = (await operationsOfShop()).map(({ scheduledStartMs }) => scheduledStartMs)
    expect(starts).not.toContain(null)
  })

  it('an edit changes neither the moves that a preview lists, nor the preview the plan', async () => {
    const { projectId, operationId, operations } = await someOperation()
    const other = operations[0]?.operationId ?? ''
    during(() => changeOperation(ctx, { projectId, operationId, input: { ...hourOn('01'), pinned: true } }))
    const ended = await run(null, true)
    expect(ended).toMatchObject({ status: 'Succeeded', changedOperations: 72 })
    const moves = await listRunChanges(ctx, ended)
    expect(moves).toHaveLength(72)
    expect(moves.map(({ startAfter }) => startAfter)).not.toContain(null)
    expect(await getOperation(ctx, { projectId, operationId })).toMatchObject(hourOn('01'))
    expect(await getOperation(ctx, { projectId, operationId: other })).toMatchObject({ scheduledStartDate: null })
  })
})

describe('a run during which people edit', () => {
  it('leaves the last of several moves, and a revert leaves what people moved', async () => {
    const { projectId, operationId } = await someOperation()
    const move = (day: string) => moveOperations(ctx, { moves: [{ operationId, ...hourOn(day) }] })
    afterComputing(() => move('01'))
    let version = 0
    beforeCommit(async () => {
      version = (await move('02'))[0]?.version ?? 0
    })
    const ended = await run()
    expect(ended).toMatchObject({ status: 'Succeeded', unplacedOperations: 0 })
    expect(await getOperation(ctx, { projectId, operationId })).toMatchObject({ ...hourOn('02'), version })
    // The run still knows its own dates for the operation.
    const change = (await listRunChanges(ctx, ended)).find((one) => one.operationId === operationId)
    expect(Date.parse(change?.startAfter ?? '')).toBeLessThan(Date.parse('2027-06-01'))
    expect(await revertRun(ctx, ended)).toMatchObject({ left: 1 })
    expect(await getOperation(ctx, { projectId, operationId })).toMatchObject(hourOn('02'))
  })

  it('computes its plan only once, however many projects a forecast touches meanwhile', async () => {
    const { projectId, operationId } = await someOperation()
    const touched = Array.from({ length: 1_500 }, () => crypto.randomUUID())
    afterComputing(async () => {
      await changeOperation(ctx, { projectId, operationId, input: { progressPercentage: 10 } })
      await ctx.app.db.withTenant(ctx, (tx) =>
        noteShopChange(tx, { ...ctx, now: ctx.app.now() }, { change: { projectIds: touched }, planTouched: false }),
      )
    })
    expect(await run()).toMatchObject({ status: 'Succeeded', changedOperations: 72 })
    expect(computed).toHaveBeenCalledTimes(1)
    const found = await getOperation(ctx, { projectId, operationId })
    expect(found).toMatchObject({ progressPercentage: 10, scheduledStartDate: expect.any(String) })
  })

  it('places work that may run at two work centers, although it was edited just before and not moved', async () => {
    const { projectId, operationId, operations } = await someOperation()
    const [first, second = ''] = await twoCenters()
    const alternatives = [{ categoryId: second, durationHours: 3 }]
    const input = { categoryId: first, durationHours: 3, alternatives }
    await changeOperation(ctx, { projectId, operationId, input })
    house.nowMs += 60_000
    const edited = { projectId, operationId: operations[0]?.operationId ?? '' }
    afterComputing(() => changeOperation(ctx, { ...edited, input: { progressPercentage: 10 } }))
    expect(await run()).toMatchObject({ status: 'Succeeded' })
    expect(await getOperation(ctx, { projectId, operationId })).toMatchObject({
      scheduledStartDate: expect.any(String),
    })
  })

  it.each<[string, OperationInput]>([
    ['at which a planner fixes it', { categoryFixed: true }],
    ['at which it begins', { actualStartDate: '2026-11-18T15:00:00.000Z' }],
  ])('leaves work at the work center %s meanwhile, although another one is faster', async (_what, input) => {
    const { projectId, operationId } = await someOperation()
    const [first, second = ''] = await twoCenters()
    const slow = { categoryId: first, durationHours: 30, alternatives: [{ categoryId: second, durationHours: 1 }] }
    await changeOperation(ctx, { projectId, operationId, input: slow })
    beforeCommit(() => changeOperation(ctx, { projectId, operationId, input }))
    expect(await run()).toMatchObject({ status: 'Succeeded' })
    expect(await getOperation(ctx, { projectId, operationId })).toMatchObject({ categoryId: first, durationHours: 30 })
  })

  it('leaves work at the work center to which a planner moves it meanwhile', async () => {
    const { projectId, operationId } = await someOperation()
    const [first, second = ''] = await twoCenters()
    const fast = { categoryId: first, durationHours: 1, alternatives: [{ categoryId: second, durationHours: 30 }] }
    await changeOperation(ctx, { projectId, operationId, input: fast })
    beforeCommit(() => changeOperation(ctx, { projectId, operationId, input: { categoryId: second } }))
    expect(await run()).toMatchObject({ status: 'Succeeded' })
    expect(await getOperation(ctx, { projectId, operationId })).toMatchObject({ categoryId: second, durationHours: 30 })
  })

  it('changes nothing when it has nothing to change, and leaves a move made meanwhile', async () => {
    await run()
    const { projectId, operationId } = await someOperation()
    afterComputing(() => moveOperations(ctx, { moves: [{ operationId, ...hourOn('01') }] }))
    const before = await planChecksum(ctx)
    expect(await run()).toMatchObject({ status: 'Succeeded' })
    expect(await getOperation(ctx, { projectId, operationId })).toMatchObject(hourOn('01'))
    expect(await planChecksum(ctx)).not.toBe(before)
  })
})
