import type { OperationListRow } from '#contract/operation-lists.ts'
import { hourMs } from '#domain/time/units.ts'

type Planned = Pick<OperationListRow, 'scheduledStartDate' | 'scheduledEndDate' | 'durationHours'>
type Dates = { scheduledStartDate: string; scheduledEndDate: string }

const iso = (ms: number) => new Date(ms).toISOString()

/**
 * Both planned dates after one of them was set to `at`. A new start moves the end too; a new end leaves the start.
 * Without dates, the span is the duration. Null if the end would be before the start.
 */
export function movedDates(row: Planned, edge: 'start' | 'end', at: string): Dates | null {
  const atMs = Date.parse(at)
  const lengthMs =
    row.scheduledStartDate && row.scheduledEndDate
      ? Date.parse(row.scheduledEndDate) - Date.parse(row.scheduledStartDate)
      : row.durationHours * hourMs
  if (edge === 'start') return { scheduledStartDate: iso(atMs), scheduledEndDate: iso(atMs + lengthMs) }
  const startMs = row.scheduledStartDate ? Date.parse(row.scheduledStartDate) : atMs - lengthMs
  return startMs <= atMs ? { scheduledStartDate: iso(startMs), scheduledEndDate: iso(atMs) } : null
}
