import { followOperation, type WorkState } from '#domain/work-time/follow-operation.ts'
import type { Write } from '../records/write-tenant.ts'
import { asWorkInterval, newInterval, storeWithHours } from './record-work.ts'
import { type IntervalWrite, selectIntervals } from './store-intervals.ts'

interface Worked {
  readonly operationId: string
  readonly projectId: string
  readonly categoryId: string | null
  readonly actualStartDate: Date | null
  readonly actualEndDate: Date | null
  readonly onHold: boolean
}

/** An operation before and after a change. */
export interface WorkedChange {
  readonly before: Worked
  readonly after: Worked
}

const stateOf = ({ actualStartDate, actualEndDate, onHold }: Worked): WorkState => ({
  startMs: actualStartDate?.getTime() ?? null,
  endMs: actualEndDate?.getTime() ?? null,
  onHold,
})

const isOther = (a: WorkState, b: WorkState): boolean =>
  a.startMs !== b.startMs || a.endMs !== b.endMs || a.onHold !== b.onHold

/**
 * Begins and ends the intervals of operations that were started, held, finished or corrected. Every write of operations calls it. An undo
 * restores the intervals themselves.
 */
export const followOperations = async (write: Write, changes: readonly WorkedChange[]): Promise<void> => {
  const { ctx, tx } = write
  if (ctx.source === 'undo') return
  const worked = changes.filter(({ before, after }) => isOther(stateOf(before), stateOf(after)))
  if (worked.length === 0) return
  const stored = await selectIntervals(
    ctx,
    tx,
    worked.map(({ after }) => after.operationId),
  )
  const ofOperation = Map.groupBy(stored, ({ operationId }) => operationId)
  const writes = worked.flatMap(({ before, after }): IntervalWrite[] => {
    const rows = ofOperation.get(after.operationId) ?? []
    const { changed, openedMs } = followOperation(rows.map(asWorkInterval), {
      before: stateOf(before),
      after: stateOf(after),
      nowMs: ctx.app.now().getTime(),
    })
    const followed = changed.flatMap(({ intervalId, span }): IntervalWrite[] => {
      const row = rows.find((one) => one.intervalId === intervalId)
      if (!row) return []
      const endedAt = span && span.endMs !== null ? new Date(span.endMs) : null
      return [{ before: row, after: span && { ...row, startedAt: new Date(span.startMs), endedAt } }]
    })
    if (openedMs === null) return followed
    const span = { startedAt: new Date(openedMs), endedAt: null }
    return [...followed, { before: null, after: newInterval(write, { operation: after, person: null }, span) }]
  })
  if (writes.length > 0) await storeWithHours(write, writes)
}
