import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { runTestShop, runUntil } from '#testing/run-test-shop.ts'
import { testRunner } from '#testing/test-runner.ts'
import type { TenantContext } from '../context.ts'
import { noteShopChange } from '../db/shop-changes.ts'
import { revertRun } from '../services/changes/revert-run.ts'
import { createHoliday } from '../services/holidays/write-holidays.ts'
import { getOperation } from '../services/operations/read-operations.ts'
import { removeOperation } from '../services/operations/remove-operation.ts'
import { changeOperation, createOperation, moveOperations } from '../services/operations/write-operations.ts'
import { loadShop } from '../services/scheduling/load-shop.ts'
import * as computing from '../services/scheduling-runs/compute-plan.ts'
import { listRunChanges } from '../services/scheduling-runs/list-run-changes.ts'
import { startRun } from '../services/scheduling-runs/start-run.ts'

const { computePlan } = computing
const computed = vi.spyOn(computing, 'computePlan')
afterAll(() => computed.mockRestore())
const house = testRunner()
let ctx: TenantContext
beforeEach(async () => {
  ctx = await runTestShop(house.app)
  computed.mockReset()
})

const shop = async () => (await loadShop(ctx, house.app.now().getTime())).snapshot

/** Executes a run during which somebody makes this edit; returns the run and the method of each computation. */
const runDuring = async (edit: () => Promise<unknown>) => {
  computed.mockImplementation(computePlan)
  computed.mockImplementationOnce(async (...call) => {
    const plan = await computePlan(...call)
    await edit()
    return plan
  })
  house.start()
  const run = await runUntil(ctx, (await startRun(ctx, { projectId: null })).runId)
  return { run, methods: computed.mock.calls.map(([, job]) => job.method ?? 'optimize') }
}

describe('edits during a run', () => {
  it('a longer operation moves only the operations after it, without a new computation of the whole plan', async () => {
    const project = (await shop()).projects.find(({ operations }) => operations.length > 1)
    const [first] = project?.operations ?? []
    const { projectId = '' } = project ?? {}
    const operationId = first?.operationId ?? ''
    const { run, methods } = await runDuring(() =>
      changeOperation(ctx, { projectId, operationId, input: { durationHours: 40 } }),
    )
    expect(run).toMatchObject({ status: 'Succeeded', changedOperations: 72, unplacedOperations: 0 })
    expect(methods).toEqual(['optimize', 'keepSequence'])
    expect(await getOperation(ctx, { projectId, operationId })).toMatchObject({ durationHours: 40 })
    // The plan in force can be carried out with the longer operation.
    const operations = (await shop()).projects.flatMap((one) => one.operations)
    const ends = new Map(operations.map((operation) => [operation.operationId, operation.scheduledEndMs ?? 0]))
    for (const { dependencies, scheduledStartMs } of operations) {
      for (const { operationId: before } of dependencies) {
        expect(scheduledStartMs).toBeGreaterThanOrEqual(ends.get(before) ?? 0)
      }
    }
  })

  it('a moved operation stays where it was moved', async () => {
    const [project] = (await shop()).projects
    const { projectId = '' } = project ?? {}
    const operationId = project?.operations.at(-1)?.operationId ?? ''
    const dates = { scheduledStartDate: '2027-06-01T14:00:00.000Z', scheduledEndDate: '2027-06-01T20:00:00.000Z' }
    const { run, methods } = await runDuring(() =>
      changeOperation(ctx, { projectId, operationId, input: { ...dates, pinned: true } }),
    )
    expect(run).toMatchObject({ status: 'Succeeded' })
    expect(methods).toEqual(['optimize', 'keepSequence'])
    expect(await getOperation(ctx, { projectId, operationId })).toMatchObject({
      scheduledStartDate: dates.scheduledStartDate,
      pinned: true,
    })
  })

  it('an operation moved again while the first move is taken in stays at its last position', async () => {
    const [project] = (await shop()).projects
    const { projectId = '' } = project ?? {}
    const operationId = project?.operations.at(-1)?.operationId ?? ''
    const starts = ['2027-06-01T14:00:00.000Z', '2027-06-02T14:00:00.000Z', '2027-06-03T14:00:00.000Z']
    const moves: string[] = []
    computed.mockImplementation(async (...call) => {
      const plan = await computePlan(...call)
      const scheduledStartDate = starts[moves.length] ?? ''
      const scheduledEndDate = scheduledStartDate.replace('T14', 'T20')
      await moveOperations(ctx, { moves: [{ operationId, scheduledStartDate, scheduledEndDate }] })
      moves.push(scheduledStartDate)
      return plan
    })
    house.start()
    const run = await runUntil(ctx, (await startRun(ctx, { projectId: null })).runId)
    expect(run).toMatchObject({ status: 'Succeeded', unplacedOperations: 0 })
    expect(moves).toEqual(starts.slice(0, 2))
    const found = await getOperation(ctx, { projectId, operationId })
    expect(found).toMatchObject({ scheduledStartDate: starts[1], scheduledEndDate: '2027-06-02T20:00:00.000Z' })
    // The run still knows its own dates for the operation, but reverting the run leaves the dates that people set.
    const changes = await listRunChanges(ctx, run)
    expect(changes.find((change) => change.operationId === operationId)?.startAfter).toBe(starts[0])
    expect(await revertRun(ctx, run)).toMatchObject({ left: 1 })
    expect(await getOperation(ctx, { projectId, operationId })).toMatchObject({ scheduledStartDate: starts[1] })
  })

  it('the run takes in the first of many edits, and leaves the later ones as people made them', async () => {
    const { projects } = await shop()
    const [{ projectId = '', operations = [] } = {}] = projects
    const [worked, moved] = operations
    let hours = 0
    const added: string[] = []
    const editOn = async () => {
      hours += 1
      const start = Date.parse('2027-06-01T14:00:00.000Z') + hours * 3_600_000
      const dates = {
        scheduledStartDate: new Date(start).toISOString(),
        scheduledEndDate: new Date(start + 60_000).toISOString(),
      }
      await changeOperation(ctx, {
        projectId,
        operationId: worked?.operationId ?? '',
        input: { progressPercentage: hours },
      })
      await changeOperation(ctx, { projectId, operationId: moved?.operationId ?? '', input: dates })
      const { operationId } = await createOperation(ctx, {
        projectId,
        input: { name: `Added ${hours}`, durationHours: 1, ...dates },
      })
      added.push(operationId)
      return dates
    }
    let last: Awaited<ReturnType<typeof editOn>> | null = null
    computed.mockImplementation(async (...call) => {
      const plan = await computePlan(...call)
      last = await editOn()
      return plan
    })
    house.start()
    const run = await runUntil(ctx, (await startRun(ctx, { projectId: null })).runId)
    expect(run).toMatchObject({ status: 'Succeeded', unplacedOperations: 0 })
    expect(computed.mock.calls.map(([, job]) => job.method ?? 'optimize')).toEqual(['optimize', 'keepSequence'])
    const of = (operationId = '') => getOperation(ctx, { projectId, operationId })
    expect(await of(worked?.operationId)).toMatchObject({ progressPercentage: 2 })
    // The operation is as its last editor left it, and can be edited again.
    expect(await of(moved?.operationId)).toMatchObject(last ?? {})
    expect(await of(added.at(-1))).toMatchObject(last ?? {})
    // All other operations are where the run placed them.
    const planned = (await shop()).projects.flatMap((one) =>
      one.operations.map(({ scheduledStartMs }) => scheduledStartMs),
    )
    expect(planned).toHaveLength(74)
    expect(planned).not.toContain(null)
  })

  it('a small run that is reverted while an edit is taken in stays reverted', async () => {
    house.start()
    const runOver = async (projectId: string | null) => runUntil(ctx, (await startRun(ctx, { projectId })).runId)
    computed.mockImplementation(computePlan)
    await runOver(null)
    const [project, other] = (await shop()).projects
    const { projectId = '' } = project ?? {}
    const operationId = project?.operations.at(-1)?.operationId ?? ''
    const dates = { scheduledStartDate: '2027-06-01T14:00:00.000Z', scheduledEndDate: '2027-06-01T20:00:00.000Z' }
    await changeOperation(ctx, { projectId, operationId, input: { ...dates, pinned: false } })
    const small = await runOver(projectId)
    expect(await getOperation(ctx, { projectId, operationId })).not.toMatchObject(dates)
    house.nowMs += 3_600_000
    const edited = { projectId: other?.projectId ?? '', operationId: other?.operations.at(-1)?.operationId ?? '' }
    computed.mockImplementation(async (...call) => {
      const plan = await computePlan(...call)
      if (call[1].method === 'keepSequence') expect((await revertRun(ctx, small)).reverted).toBe(1)
      else await changeOperation(ctx, { ...edited, input: { progressPercentage: 5 } })
      return plan
    })
    expect(await runOver(null)).toMatchObject({ status: 'Succeeded' })
    expect(await getOperation(ctx, { projectId, operationId })).toMatchObject(dates)
  })

  it('an edit is taken in only once, however many projects a forecast touches meanwhile', async () => {
    const [project] = (await shop()).projects
    const { projectId = '' } = project ?? {}
    const operationId = project?.operations.at(-1)?.operationId ?? ''
    const touched = Array.from({ length: 1_500 }, () => crypto.randomUUID())
    let percent = 0
    computed.mockImplementation(async (...call) => {
      const plan = await computePlan(...call)
      percent += 1
      await changeOperation(ctx, { projectId, operationId, input: { progressPercentage: percent } })
      await ctx.app.db.withTenant(ctx, (tx) =>
        noteShopChange(tx, { ...ctx, now: ctx.app.now() }, { change: { projectIds: touched }, planTouched: false }),
      )
      return plan
    })
    house.start()
    const run = await runUntil(ctx, (await startRun(ctx, { projectId: null })).runId)
    expect(run).toMatchObject({ status: 'Succeeded' })
    expect(computed.mock.calls.map(([, job]) => job.method ?? 'optimize')).toEqual(['optimize', 'keepSequence'])
    expect(await getOperation(ctx, { projectId, operationId })).toMatchObject({ progressPercentage: 2 })
  })

  it.each([
    [
      'removing an operation',
      async () => {
        const [project] = (await shop()).projects
        const operationId = project?.operations.at(-1)?.operationId ?? ''
        await removeOperation(ctx, { projectId: project?.projectId ?? '', operationId })
      },
    ],
    ['closing a day', () => createHoliday(ctx, { input: { name: 'Fair', date: '2026-11-20' } })],
  ])('%s makes the run compute the whole plan again', async (_edit, edit) => {
    const { run, methods } = await runDuring(edit)
    expect(run).toMatchObject({ status: 'Succeeded' })
    expect(methods).toEqual(['optimize', 'optimize'])
  })
})
