import type { OperationListRow } from '#contract/operation-lists.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/transaction.ts'
import { csvByteOrderMark, csvLine } from '../admin/csv.ts'
import { rowPresenter } from './present-row.ts'
import { type OperationDetails, readDetails } from './read-details.ts'
import { type OperationSelection, selectOperationsList } from './select-operations-list.ts'

const rowsPerRead = 1_000

type Column = [head: string, value: (row: OperationListRow, details: OperationDetails) => unknown]

const columns: readonly Column[] = [
  ['Project number', (row) => row.projectNumber],
  ['Project', (row) => row.projectName],
  ['Customer', (row) => row.customerName],
  ['Operation', (row) => row.name],
  ['Work centre', (row) => row.categoryName],
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
  for (let from = 0; from < selected.rows.length; from += rowsPerRead) {
    const rows = [...selected.rows.subarray(from, from + rowsPerRead)]
    const ids = rows.map((row) => selected.book.plan.ids[row] as string)
    const details = await readTenant(ctx, (tx) => readDetails(tx, ctx.tenantId, ids))
    yield rows
      .flatMap((row, index) => {
        const found = details.get(ids[index] as string)
        if (!found) return []
        const shown = present(row, found)
        return csvLine(columns.map(([, value]) => value(shown, found)))
      })
      .join('')
  }
}
