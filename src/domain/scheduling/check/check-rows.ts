import type { ScheduledOperation } from '../schedule-result.ts'
import type { ShopSnapshot, SnapshotOperation } from '../shop-snapshot.ts'
import type { Violation } from './violation.ts'

/** Scheduled dates of an operation as a plan stores them; null = none. */
export interface StoredDates {
  readonly operationId: string
  readonly startMs: number | null
  readonly endMs: number | null
}

/** The earlier of two instants; null = none. */
const earliest = (one: number | null, other: number | null): number | null => {
  if (one === null || other === null) return other
  return one < other ? one : other
}

const expectedRow = (
  { actualStartMs, actualEndMs, progressPercentage, scheduledStartMs, scheduledEndMs }: SnapshotOperation,
  { startMs, endMs }: Pick<StoredDates, 'startMs' | 'endMs'>,
): Pick<StoredDates, 'startMs' | 'endMs'> => {
  if (actualEndMs !== null || progressPercentage >= 100) return { startMs: scheduledStartMs, endMs: scheduledEndMs }
  const isBegun = actualStartMs !== null || progressPercentage > 0
  return { startMs: isBegun ? earliest(scheduledStartMs, startMs) : startMs, endMs }
}

/**
 * Checks the rows that a plan is about to store against its result. They differ: finished work keeps its scheduled dates, and started work
 * its scheduled start. Shares no code with the function that creates the rows. Empty = no violation.
 */
export const checkRows = (
  { projects }: ShopSnapshot,
  result: { readonly operations: readonly ScheduledOperation[] },
  rows: readonly StoredDates[],
): Violation[] => {
  const sources = new Map(projects.flatMap(({ operations }) => operations.map((of) => [of.operationId, of])))
  const placed = new Map(result.operations.map((of) => [of.operationId, of]))
  return rows.flatMap(({ operationId, startMs, endMs }): Violation[] => {
    const [source, of] = [sources.get(operationId), placed.get(operationId)]
    if (!source || !of) return [{ code: 'unknown', operationId }]
    if (startMs !== null && endMs !== null && !(endMs >= startMs)) return [{ code: 'wrongDates', operationId }]
    const expected = expectedRow(source, of)
    const isRight = expected.startMs === startMs && expected.endMs === endMs
    return isRight ? [] : [{ code: 'storedOtherwise', operationId }]
  })
}
