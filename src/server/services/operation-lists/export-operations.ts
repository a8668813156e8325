import type { OperationListRow } from '#contract/operation-lists.ts'
import { csvByteOrderMark, csvLine } from '#domain/csv.ts'
import { instantText } from '#domain/import/instant-text.ts'
import { listedFields, operationFields } from '#domain/operations/fields.ts'
import { lastInstant } from '#domain/time/last-instant.ts'
import { localDate } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import { operationParts } from './operation-parts.ts'
import type { OperationSelection } from './operation-query.ts'

/** Instants as text in the zone of the organization: with their time, or as the day of an end. */
const clockOf = (zone: string) => {
  const of = (write: (atMs: number) => string) => (iso: string | null | undefined) =>
    iso ? write(Date.parse(iso)) : null
  return { time: of((atMs) => instantText(atMs, zone)), day: of((atMs) => localDate(lastInstant(atMs), zone)) }
}

type Column = [
  head: string,
  value: (row: OperationListRow, notes: string, clock: ReturnType<typeof clockOf>) => unknown,
]

const columns: readonly Column[] = [
  ['Project number', (row) => row.projectNumber],
  ['Project', (row) => row.projectName],
  ['Customer', (row) => row.customerName],
  ['Operation', (row) => row.name],
  ...listedFields.map((name): Column => [operationFields[name].title, (row) => row[name]]),
  ['Work center', (row) => row.categoryName],
  ['Also needs', (row) => row.poolName],
  ['Status', (row) => row.status],
  ['Progress %', (row) => row.progressPercentage],
  ['Duration h', (row) => row.durationHours],
  ['Hours left', (row) => row.hoursLeft],
  ['Actual hours', (row) => row.actualHours],
  ['Actual hours include waiting', (row) => row.actualIncludesWaiting],
  ['Not worked on since', (row, _, { time }) => time(row.idleSince)],
  ['Scheduled start', (row, _, { time }) => time(row.scheduledStartDate)],
  ['Scheduled end', (row, _, { time }) => time(row.scheduledEndDate)],
  ['Actual start', (row, _, { time }) => time(row.actualStartDate)],
  ['Actual end', (row, _, { time }) => time(row.actualEndDate)],
  ['Due', (row, _, { day }) => day(row.dueDate)],
  ['Forecast start', (row, _, { time }) => time(row.forecastStartDate)],
  ['Forecast end', (row, _, { time }) => time(row.forecastEndDate)],
  ['Need by', (row, _, { time }) => time(row.needByDate)],
  ['80 % date', (row, _, { time }) => time(row.odds?.p80)],
  ['Chance %', (row) => (row.odds?.needByChance == null ? null : Math.round(row.odds.needByChance * 100))],
  ['State', (row) => row.state],
  ['Behind plan', (row) => row.behindPlan],
  ['Days overdue', (row) => row.daysOverdue],
  ['Severity', (row) => row.severity],
  ['Projected completion', (row, _, { time }) => time(row.projectedCompletionDate)],
  ['Project lateness days', (row) => row.latenessDays],
  ['Slack working days', (row) => row.slackDays],
  ['Cause', (row) => row.cause.code],
  ['Remedy', (row) => row.remedy.code],
  ['Priority', (row) => row.priority],
  ['Phase', (row) => row.phase],
  ['On hold', (row) => row.onHold],
  ['Blocked', (row) => row.blocked],
  ['Snoozed until', (row, _, { time }) => time(row.snooze?.until)],
  ['Snooze reason', (row) => row.snooze?.reason],
  ['Waits for', (row) => row.predecessors.map(({ name }) => name).join('; ')],
  ['Material ready', (row, _, { time }) => time(row.materialReadyDate)],
  ['Material', (row) => row.materialNote],
  ['Notes', (_, notes) => notes],
  ['Operation id', (row) => row.operationId],
  ['Project id', (row) => row.projectId],
]

/** All matching operations as CSV, in the order of the list, read and sent in parts. Times are in the zone of the organization. */
export async function* exportOperations(ctx: TenantContext, selection: OperationSelection): AsyncGenerator<string> {
  yield csvByteOrderMark + csvLine(columns.map(([head]) => head))
  for await (const { rows, timeZone } of operationParts(ctx, selection)) {
    const clock = clockOf(timeZone)
    yield rows.map(({ row, notes }) => csvLine(columns.map(([, value]) => value(row, notes, clock)))).join('')
  }
}
