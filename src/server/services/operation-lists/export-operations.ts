import type { OperationListRow } from '#contract/operation-lists.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/transaction.ts'
import { csvByteOrderMark, csvLine } from '../admin/csv.ts'
import { rowPresenter } from './present-row.ts'
import { type OperationDetails, readDetails } from './read-details.ts'
import { readHeldTime } from './read-held-time.ts'
import { type OperationSelection, selectOperationsList } from './select-operations-list.ts'

const rowsPerRead = 1_000
/** Few, so that the file begins at once. */
const firstRows = 100

type Column = [head: string, value: (row: OperationListRow, details: OperationDetails) => unknown]

const columns: readonly Column[] = [
  ['Project number', (row) => row.projectNumber],
  ['Project', (row) => row.projectName],
  ['Customer', (row) => row.customerName],
  ['Operation', (row) => row.name],
  ['Work center', (row) => row.categoryName],
  ['Status', (row) => row.status],
  ['Progress %', (row) => row.progressPercentage],
  ['Duration h', (row) => row.durationHours],
  ['Hours left', (row) => row.hoursLeft],
  ['Planned start', (row) => row.scheduledStartDate],
  ['Planned end', (row) => row.scheduledEndDate],
  ['Actual start', (row) => row.actualStartDate],
  ['Actual end', (row) => row.actualEndDate],
  ['Due', (row) => row.dueDate],
  ['Standing', (row) => row.standing],
  ['Days overdue', (row) => row.daysOverdue],
  ['Severity', (row) => row.severity],
  ['Projected completion', (row) => row.projectedCompletionDate],
  ['Project lateness days', (row) => row.latenessDays],
  ['Slack working days', (row) => row.slackDays],
  ['Cause', (row) => row.cause.code],
  ['Remedy', (row) => row.remedy.code],
  ['Priority', (row) => row.priority],
  ['Phase', (row) => row.phase],
  ['On hold', (row) => row.onHold],
  ['Blocked', (row) => row.blocked],
  ['Snoozed until', (row) => row.snooze?.until],
  ['Snooze reason', (row) => row.snooze?.reason],
  ['Waits for', (row) => row.predecessors.map(({ name }) => name).join('; ')],
  ['Notes', (_, details) => details.notes],
  ['Operation id', (row) => row.operationId],
  ['Project id', (row) => row.projectId],
]

/** All operations that match as CSV, in the order of the list, read and handed on in parts; instants are UTC. */
export async function* exportOperations(ctx: TenantContext, selection: OperationSelection): AsyncGenerator<string> {
  yield csvByteOrderMark + csvLine(columns.map(([head]) => head))
  const selected = await selectOperationsList(ctx, selection)
  const present = rowPresenter(selected)
  const idOf = (row: number): string => selected.book.plan.ids[row] as string
  const read = (rows: Int32Array) => {
    const details = readTenant(
      ctx,
      async (tx) =>
        [
          await readDetails(tx, ctx.tenantId, [...rows].map(idOf)),
          await readHeldTime(tx, ctx.tenantId, selected.book, [...rows], selected.nowMs),
        ] as const,
    )
    // Who asked may be gone before it is looked at.
    details.catch(() => undefined)
    return details
  }
  let part = selected.rows.subarray(0, firstRows)
  let reading = read(part)
  for (let next = part.length; part.length > 0; ) {
    const rows = part
    const [details, held] = await reading
    part = selected.rows.subarray(next, next + rowsPerRead)
    next += part.length
    // The database reads the next part while this one is written.
    if (part.length > 0) reading = read(part)
    let text = ''
    for (const row of rows) {
      const found = details.get(idOf(row))
      if (!found) continue
      const shown = present(row, found, held.get(row))
      text += csvLine(columns.map(([, value]) => value(shown, found)))
    }
    yield text
  }
}
