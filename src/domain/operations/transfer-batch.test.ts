import { describe, expect, it } from 'vitest'
import type { ProposalChange } from '#contract/proposals.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { at, behind, dates, run } from '#testing/plan-by-hand.ts'
import { applyChanges } from '../proposals/apply-changes.ts'
import { checkSchedule } from '../scheduling/check-schedule.ts'
import type { ShopSnapshot, SnapshotOperation } from '../scheduling/shop-snapshot.ts'
import { firstBatchPercent, withTransferBatches } from './transfer-batch.ts'

describe('the first transfer batch', () => {
  it.each([
    ['is done with its share of the pieces', { quantity: 10, transferBatch: 2 }, 20],
    ['is done after the setup and its share of the rest', { quantity: 8, transferBatch: 2, setupHours: 1 }, 40],
    ['is done in whole percent, rounded up', { quantity: 3, transferBatch: 1 }, 34],
    ['is done after one percent where it is a smaller share', { quantity: 1000, transferBatch: 1 }, 1],
    ['is the whole quantity where no batch is named', { quantity: 10 }, null],
    ['is the whole quantity where the batch is as large', { quantity: 10, transferBatch: 10 }, null],
    ['is nothing of an unknown quantity', { transferBatch: 2 }, null],
    ['is everything where hardly a piece is left after it', { quantity: 1000, transferBatch: 999 }, null],
    ['is everything where the work is setup alone', { quantity: 10, transferBatch: 2, setupHours: 5 }, null],
  ])('%s', (_, work, percent) => {
    expect(firstBatchPercent({ durationHours: 5, ...work })).toBe(percent)
  })
})

const inBatches = { durationHours: 5, quantity: 10, transferBatch: 2 }

/** Five hours of cutting 10 pieces, which go on by 2, and the welding after it. */
const pair = (weld: Partial<SnapshotOperation>): ShopSnapshot =>
  shop([
    project(
      'p',
      withTransferBatches([
        operation('cut', inBatches),
        operation('weld', { categoryId: 'weld', sequence: 20, dependencies: behind('cut'), ...weld }),
      ]),
    ),
  ])

describe('an operation after one with transfer batches', () => {
  it.each([
    // A fifth of five hours, and a fifth of its own work is left when cutting ends at 13:00.
    ['starts after the first of five', { durationHours: 5 }, '16T09:00', '16T14:00'],
    ['starts so late that it has the last batch to do when that comes', { durationHours: 1 }, '16T12:12', '16T13:12'],
    [
      'starts after the share that its own link names',
      { durationHours: 5, dependencies: [{ operationId: 'cut', lagHours: 0, overlapPercent: 50 }] },
      '16T10:30',
      '16T15:30',
    ],
  ])('%s', (_, weld, start, end) => {
    const result = run(pair(weld))
    expect(dates(result, 'weld')).toEqual([at(start), at(end)])
  })

  it('the checker reports a successor that starts before the first batch is done', () => {
    const snapshot = pair({ durationHours: 5 })
    const result = run(snapshot)
    for (const one of result.operations) {
      if (one.operationId !== 'weld' || one.startMs === null || one.endMs === null) continue
      one.startMs -= 60_000
      one.endMs -= 60_000
    }
    expect(checkSchedule(snapshot, result, { scope: 'all' }).map(({ code }) => code)).toContain('beforeShare')
  })
})

describe('a proposal about transfer batches', () => {
  const changed = (
    snapshot: ShopSnapshot,
    operationId: string,
    fields: Extract<ProposalChange, { kind: 'operation' }>['fields'],
  ) => {
    const after = applyChanges(snapshot, [{ kind: 'operation', projectId: 'p', operationId, fields }])
    if (!after.ok) throw new Error(after.reason)
    return after.snapshot
  }
  const overlapOf = (snapshot: ShopSnapshot) =>
    snapshot.projects[0]?.operations.find(({ operationId }) => operationId === 'weld')?.dependencies[0]
      ?.overlapPercent ?? null

  it('changes when the next operation may start', () => {
    expect(overlapOf(changed(pair({}), 'cut', { transferBatch: 5 }))).toBe(50)
    expect(overlapOf(changed(pair({}), 'cut', { quantity: 20 }))).toBe(10)
    expect(overlapOf(changed(pair({}), 'cut', { transferBatch: null }))).toBeNull()
  })

  it('another change of a link leaves the overlap to the batch', () => {
    const lagged = changed(pair({}), 'weld', { dependencyLagHours: { cut: 1 } })
    expect(overlapOf(lagged)).toBe(20)
    expect(overlapOf(changed(lagged, 'cut', { transferBatch: null }))).toBeNull()
  })
})
