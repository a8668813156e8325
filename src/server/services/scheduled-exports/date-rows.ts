import { sql } from 'drizzle-orm'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { Project } from '#contract/projects.ts'
import { isProjectOpen } from '#domain/forecast/project-words.ts'
import { operationStateWords, projectStateWords } from '#domain/forecast/state-words.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { lastInstant } from '#domain/time/last-instant.ts'
import { localDate } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import { readJsonArrays } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { operationParts } from '../operation-lists/operation-parts.ts'
import { listProjects } from '../projects/read-projects.ts'
import { timeZoneOf } from '../records/tenant-row.ts'

/** null = empty. Instants are ISO texts in UTC, days 'yyyy-MM-dd' in the zone of the organization. */
export type DateValue = string | number | null

export interface DateColumn {
  /** Its name in JSON. */
  readonly key: string
  /** Its name in a table. */
  readonly title: string
  readonly kind: 'text' | 'number' | 'day' | 'instant'
}

/** The dates of a plan, a part at a time. */
export interface DateRows {
  readonly columns: readonly DateColumn[]
  readonly timeZone: string
  readonly parts: AsyncIterable<readonly (readonly DateValue[])[]>
}

interface Listed<Row> extends DateColumn {
  readonly of: (row: Row, zone: string) => DateValue
}

interface ListedProject {
  readonly project: Project
  readonly externalId: string | null
}

const day = (iso: string | null, zone: string): string | null =>
  iso === null ? null : localDate(Date.parse(iso), zone)
/** The day of an end: one at midnight belongs to the day before. */
const dayOfEnd = (iso: string | null | undefined, zone: string): string | null =>
  iso ? localDate(lastInstant(Date.parse(iso)), zone) : null

const projectColumns: readonly Listed<ListedProject>[] = [
  { key: 'externalId', title: 'Project ID', kind: 'text', of: ({ externalId }) => externalId },
  { key: 'number', title: 'Project number', kind: 'text', of: ({ project }) => project.projectNumber },
  { key: 'name', title: 'Project', kind: 'text', of: ({ project }) => project.projectName },
  { key: 'customer', title: 'Customer', kind: 'text', of: ({ project }) => project.customerName },
  {
    key: 'plannedShipDate',
    title: 'Planned ship date',
    kind: 'day',
    of: ({ project }, zone) => day(project.plannedShipDate, zone),
  },
  {
    key: 'forecastEnd',
    title: 'Forecast end',
    kind: 'day',
    of: ({ project }, zone) => dayOfEnd(project.forecastCompletionDate, zone),
  },
  { key: 'state', title: 'State', kind: 'text', of: ({ project }) => projectStateWords[project.state] },
  { key: 'daysLate', title: 'Days late', kind: 'number', of: ({ project }) => project.latenessDays },
  { key: 'date80', title: '80 % date', kind: 'day', of: ({ project }, zone) => dayOfEnd(project.odds?.p80, zone) },
]

interface ListedOperation {
  readonly row: OperationListRow
  readonly externalId: string | null
  readonly projectExternalId: string | null
}

const operationColumns: readonly Listed<ListedOperation>[] = [
  { key: 'projectExternalId', title: 'Project ID', kind: 'text', of: (own) => own.projectExternalId },
  { key: 'externalId', title: 'Operation ID', kind: 'text', of: ({ externalId }) => externalId },
  { key: 'projectNumber', title: 'Project number', kind: 'text', of: ({ row }) => row.projectNumber },
  { key: 'sequence', title: 'Sequence', kind: 'number', of: ({ row }) => row.sequence },
  { key: 'name', title: 'Operation', kind: 'text', of: ({ row }) => row.name },
  { key: 'workCenter', title: 'Work center', kind: 'text', of: ({ row }) => row.categoryName },
  { key: 'plannedStart', title: 'Planned start', kind: 'instant', of: ({ row }) => row.scheduledStartDate },
  { key: 'plannedEnd', title: 'Planned end', kind: 'instant', of: ({ row }) => row.scheduledEndDate },
  { key: 'forecastStart', title: 'Forecast start', kind: 'instant', of: ({ row }) => row.forecastStartDate },
  { key: 'forecastEnd', title: 'Forecast end', kind: 'instant', of: ({ row }) => row.forecastEndDate },
  { key: 'state', title: 'State', kind: 'text', of: ({ row }) => operationStateWords[row.state] },
  { key: 'progress', title: 'Progress %', kind: 'number', of: ({ row }) => row.progressPercentage },
  { key: 'hoursLeft', title: 'Hours left', kind: 'number', of: ({ row }) => row.hoursLeft },
]

const valuesOf = <Row>(columns: readonly Listed<Row>[], rows: readonly Row[], zone: string): DateValue[][] =>
  rows.map((row) => columns.map(({ of }) => of(row, zone)))

const rowsPerPart = 1_000

/** The open projects by ship date, with the figures of the list of projects. */
const projectRows = async (ctx: TenantContext, importedOnly: boolean): Promise<DateRows> => {
  const projects = (await listProjects(ctx)).filter((project) => isProjectOpen(effectivePhase(project)))
  const { ids, timeZone } = await readTenant(ctx, async (tx) => ({
    timeZone: await timeZoneOf(tx, ctx.tenantId),
    ids: await readJsonArrays<[string, string]>(
      tx,
      [sql`project_id`, sql`external_id`],
      sql`projects where tenant_id = ${ctx.tenantId} and external_id is not null`,
    ),
  }))
  const externalIds = new Map(ids)
  const listed = projects.map((project) => ({ project, externalId: externalIds.get(project.projectId) ?? null }))
  const chosen = importedOnly ? listed.filter(({ externalId }) => externalId !== null) : listed
  async function* parts() {
    for (let from = 0; from < chosen.length; from += rowsPerPart) {
      yield valuesOf(projectColumns, chosen.slice(from, from + rowsPerPart), timeZone)
    }
  }
  return { columns: projectColumns, timeZone, parts: parts() }
}

/** External ids of some operations and their projects. */
const externalIdsOf = async (ctx: TenantContext, operationIds: readonly string[]) => {
  const rows = await readTenant(ctx, (tx) =>
    readJsonArrays<[string, string | null, string | null]>(
      tx,
      [sql`o.operation_id`, sql`o.external_id`, sql`p.external_id`],
      // One lookup by key for each. With a plain condition on the ids all rows would be read.
      sql`unnest(${sql.param([...operationIds])}::uuid[]) as wanted(id)
        cross join lateral (select * from operations where tenant_id = ${ctx.tenantId} and operation_id = wanted.id offset 0) o
        cross join lateral (select * from projects where tenant_id = ${ctx.tenantId} and project_id = o.project_id offset 0) p`,
    ),
  )
  return new Map(rows.map(([id, externalId, projectExternalId]) => [id, { externalId, projectExternalId }]))
}

/** The open operations by project, with the figures of the list of operations. */
const operationRows = async (ctx: TenantContext, importedOnly: boolean): Promise<DateRows> => {
  const timeZone = await readTenant(ctx, (tx) => timeZoneOf(tx, ctx.tenantId))
  async function* parts() {
    for await (const { rows } of operationParts(ctx, { work: 'open', sortBy: 'shipDate' })) {
      const ids = await externalIdsOf(
        ctx,
        rows.map(({ row }) => row.operationId),
      )
      const listed = rows.map(({ row }) => ({
        row,
        ...(ids.get(row.operationId) ?? { externalId: null, projectExternalId: null }),
      }))
      const chosen = importedOnly ? listed.filter(({ externalId }) => externalId !== null) : listed
      yield valuesOf(operationColumns, chosen, timeZone)
    }
  }
  return { columns: operationColumns, timeZone, parts: parts() }
}

/** The dates of open projects, or of open operations. `importedOnly` leaves out those without an external id. */
export const dateRows = (
  ctx: TenantContext,
  { datesOf, importedOnly }: { readonly datesOf: 'projects' | 'operations'; readonly importedOnly: boolean },
): Promise<DateRows> => (datesOf === 'projects' ? projectRows(ctx, importedOnly) : operationRows(ctx, importedOnly))
