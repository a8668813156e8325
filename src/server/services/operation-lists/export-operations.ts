import type { OperationListRow } from '#contract/operation-lists.ts'
import { csvByteOrderMark, csvLine } from '#domain/csv.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import type { OperationSelection } from './operation-query.ts'
import { readWindow } from './operation-window.ts'
import { readOperationRows } from './read-operation-rows.ts'
import { querySelection } from './select-operations-list.ts'

const rowsPerRead = 1_000
/** A small first part, so that the download starts at once. */
const firstRows = 100

type Column = [head: string, value: (row: OperationListRow, notes: string) => unknown]

const columns: readonly Column[] = [
  ['Project number', (row) => row.projectNumber],
  ['Project', (row) => row.projectName],
  ['Customer', (row) => row.customerName],
  ['Operation', (row) => row.name],
  ['Work center', (row) => row.categoryName],
  ['Also needs', (row) => row.poolName],
  ['Status', (row) => row.status],
  ['Progress %', (row) => row.progressPercentage],
  ['Duration h', (row) => row.durationHours],
  ['Hours left', (row) => row.hoursLeft],
  ['Planned start', (row) => row.scheduledStartDate],
  ['Planned end', (row) => row.scheduledEndDate],
  ['Actual start', (row) => row.actualStartDate],
  ['Actual end', (row) => row.actualEndDate],
  ['Due', (row) => row.dueDate],
  ['Forecast start', (row) => row.forecastStartDate],
  ['Forecast end', (row) => row.forecastEndDate],
  ['Need by', (row) => row.needByDate],
  ['State', (row) => row.state],
  ['Behind plan', (row) => row.behindPlan],
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
  ['Material ready', (row) => row.materialReadyDate],
  ['Material', (row) => row.materialNote],
  ['Notes', (_, notes) => notes],
  ['Operation id', (row) => row.operationId],
  ['Project id', (row) => row.projectId],
]

/** All matching operations as CSV, in the order of the list, read and sent in parts. Instants are in UTC. */
export async function* exportOperations(ctx: TenantContext, selection: OperationSelection): AsyncGenerator<string> {
  yield csvByteOrderMark + csvLine(columns.map(([head]) => head))
  const { ids, facts } = await querySelection(ctx, selection, async (tx, found) => ({
    facts: found,
    ids: await readWindow(tx, selection, found, { offset: 0, limit: null }),
  }))
  const read = (part: readonly string[]) => {
    const rows = readTenant(ctx, (tx) => readOperationRows(tx, facts, part, selection.riskDays))
    // The reader may have left before the rows are used, so a failure must not stay unhandled.
    rows.catch(() => undefined)
    return rows
  }
  let part = ids.slice(0, firstRows)
  let reading = read(part)
  for (let next = part.length; part.length > 0; ) {
    const rows = await reading
    part = ids.slice(next, next + rowsPerRead)
    next += part.length
    // The database reads the next part while this part is written.
    if (part.length > 0) reading = read(part)
    yield rows.map(({ row, notes }) => csvLine(columns.map(([, value]) => value(row, notes)))).join('')
  }
}
