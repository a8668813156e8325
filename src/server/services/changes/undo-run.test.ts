import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { runTestShop, runUntil } from '#testing/run-test-shop.ts'
import { testRunner } from '#testing/test-runner.ts'
import { shopState } from '#testing/undo/shop-state.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { getOperation } from '../operations/read-operations.ts'
import { removeOperation } from '../operations/remove-operation.ts'
import { moveOperations } from '../operations/write-operations.ts'
import { listRunChanges } from '../scheduling-runs/list-run-changes.ts'
import { startRun } from '../scheduling-runs/start-run.ts'
import { listChanges } from './list-changes.ts'
import { revertRun } from './revert-run.ts'
import { undoChange } from './undo-change.ts'
import { undoLast } from './undo-last.ts'

const shop = testRunner()
beforeEach(() => shop.start())

const asked = (ctx: TenantContext): TenantContext => withFacts(ctx, { requestId: randomUUID(), source: 'screen' })
const runAll = async (ctx: TenantContext): Promise<string> => {
  const { runId } = await startRun(asked(ctx), { projectId: null })
  await runUntil(ctx, runId)
  return runId
}

describe('a run', () => {
  it('can be undone, redone and undone again, with the dates and their reasons', async () => {
    const pat = await runTestShop(shop.app)
    const before = await shopState(pat)
    const runId = await runAll(pat)
    const planned = await shopState(pat)
    expect(planned).not.toEqual(before)
    const [change] = await listChanges(pat)
    expect(change).toMatchObject({ changeId: `run-${runId}`, source: 'run', canUndo: true, userName: 'Pat Planner' })
    expect(await undoLast(asked(pat), { verb: 'undo' })).toMatchObject({
      done: { of: `run-${runId}`, restored: 72, leftCount: 0 },
      skipped: null,
    })
    expect(await shopState(pat)).toEqual(before)
    expect(await listChanges(pat)).toMatchObject([{ canUndo: false, undoRefusal: 'undone', canRedo: true }])
    expect(await undoLast(asked(pat), { verb: 'redo' })).toMatchObject({ done: { restored: 72 } })
    expect(await shopState(pat)).toEqual(planned)
    // Reverting the run undoes the same change set.
    await revertRun(asked(pat), { runId })
    expect(await shopState(pat)).toEqual(before)
    expect(await listChanges(pat)).toMatchObject([{ canUndo: false, canRedo: true }])
  })

  it('is not undone by the undo key, which asks a question instead', async () => {
    const pat = await runTestShop(shop.app)
    const runId = await runAll(pat)
    const planned = await shopState(pat)
    expect(await undoLast(asked(pat), { verb: 'undo', asksBeforeRun: true })).toEqual({
      done: null,
      question: {
        changeId: `run-${runId}`,
        startedAt: expect.any(String),
        scope: 'all',
        projectNumber: null,
        changedOperations: (await listRunChanges(pat, { runId })).length,
      },
      skipped: null,
    })
    expect(await shopState(pat)).toEqual(planned)
    expect(await listChanges(pat)).toMatchObject([{ canUndo: true }])
    // A change made after the run is undone without a question.
    const [moved] = await listRunChanges(pat, { runId })
    if (!moved) throw new Error('The run moved nothing')
    const { operationId } = moved
    const dates = { scheduledStartDate: '2027-02-01T14:00:00.000Z', scheduledEndDate: '2027-02-01T20:00:00.000Z' }
    await moveOperations(asked(pat), { moves: [{ operationId, ...dates }] })
    expect(await undoLast(asked(pat), { verb: 'undo', asksBeforeRun: true })).toMatchObject({
      done: { restored: 1 },
      question: null,
    })
    expect(await shopState(pat)).toEqual(planned)
  })

  it('is also undone for an operation that was removed and restored, and the version of the operation still grows', async () => {
    const pat = await runTestShop(shop.app)
    const before = await shopState(pat)
    const runId = await runAll(pat)
    const [moved] = await listRunChanges(pat, { runId })
    if (!moved) throw new Error('The run moved nothing')
    const { operationId, projectId } = moved
    const { version } = await getOperation(pat, { projectId, operationId })
    await removeOperation(asked(pat), { projectId, operationId })
    await undoLast(asked(pat), { verb: 'undo' })
    expect(await getOperation(pat, { projectId, operationId })).toMatchObject({
      version: version + 1,
      scheduledStartDate: moved.startAfter,
    })
    await revertRun(asked(pat), { runId })
    expect(await shopState(pat)).toEqual(before)
  })

  it('can be undone without touching operations that somebody moved since, and the answer names that person', async () => {
    const pat = await runTestShop(shop.app)
    const runId = await runAll(pat)
    const [moved] = await listRunChanges(pat, { runId })
    if (!moved) throw new Error('The run moved nothing')
    const ben: TenantContext = withFacts(asked(pat), { userId: randomUUID(), userName: 'Ben' })
    const { operationId, projectId } = moved
    const dates = { scheduledStartDate: '2027-02-01T14:00:00.000Z', scheduledEndDate: '2027-02-01T20:00:00.000Z' }
    await moveOperations(ben, { moves: [{ operationId, ...dates }] })
    const answer = await undoChange(asked(pat), { changeId: `run-${runId}`, verb: 'undo' })
    expect(answer).toMatchObject({
      restored: 71,
      leftCount: 1,
      left: [{ entityId: operationId, by: 'Ben', reason: 'changed' }],
    })
    expect(await getOperation(pat, { projectId, operationId })).toMatchObject({ ...dates, pinned: true })
    // Undoing the drag restores the placement of the run, not an earlier one.
    await undoLast(asked(ben), { verb: 'undo' })
    expect(await getOperation(pat, { projectId, operationId })).toMatchObject({
      scheduledStartDate: moved.startAfter,
      pinned: false,
    })
  })
})
