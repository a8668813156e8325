import { followOperation, notBegun, type WorkState } from '#domain/work-time/follow-operation.ts'
import type { Write } from '../records/write-tenant.ts'
import { asWorkInterval, newInterval, storeWithHours } from './record-work.ts'
import { splitMoved } from './split-moved.ts'
import { type IntervalWrite, selectIntervals } from './store-intervals.ts'

interface Worked {
  readonly operationId: string
  readonly projectId: string
  readonly categoryId: string | null
  readonly actualStartDate: Date | null
  readonly actualEndDate: Date | null
  readonly onHold: boolean
}

/** An operation before (null = it is new) and after a change. */
export interface WorkedChange {
  readonly before: Worked | null
  readonly after: Worked
}

const stateOf = (worked: Worked | null): WorkState =>
  worked === null
    ? notBegun
    : {
        startMs: worked.actualStartDate?.getTime() ?? null,
        endMs: worked.actualEndDate?.getTime() ?? null,
        onHold: worked.onHold,
      }

/** Whether the change can begin, end or move an interval. Most changes cannot, and cost nothing. */
const matters = ({ before, after }: WorkedChange): boolean => {
  const [a, b] = [stateOf(before), stateOf(after)]
  return a.startMs !== b.startMs || (b.startMs !== null && (a.endMs !== b.endMs || a.onHold !== b.onHold))
}

/** What the changes make of the intervals. Each operation is looked at once. */
const followedWrites = async (write: Write, worked: readonly WorkedChange[]): Promise<IntervalWrite[]> => {
  const { ctx, tx } = write
  const known = worked.flatMap(({ before }) => before?.operationId ?? [])
  const ofOperation = Map.groupBy(
    known.length > 0 ? await selectIntervals(ctx, tx, known) : [],
    ({ operationId }) => operationId,
  )
  return worked.flatMap(({ before, after }): IntervalWrite[] => {
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
}

/**
 * Begins, ends and splits the intervals of operations that were created, started, held, finished, corrected or moved to another work
 * center. Every write of operations calls it. An undo restores the intervals themselves.
 */
export const followOperations = async (write: Write, changes: readonly WorkedChange[]): Promise<void> => {
  if (write.ctx.source === 'undo') return
  const worked = changes.filter(matters)
  if (worked.length > 0) {
    const writes = await followedWrites(write, worked)
    if (writes.length > 0) await storeWithHours(write, writes)
  }
  const moved = changes.filter(({ before, after }) => before?.actualStartDate && before.categoryId !== after.categoryId)
  await splitMoved(
    write,
    moved.map(({ after }) => after.operationId),
  )
}
