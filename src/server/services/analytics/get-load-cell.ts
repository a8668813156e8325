import { eq, inArray, sql } from 'drizzle-orm'
import { type LoadCell, maxLoadOperations } from '#contract/analytics.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { roundTwo } from '#domain/analytics/figures.ts'
import { addDone, addLoad, openHours, workAt } from '#domain/analytics/load-matrix.ts'
import { weekBounds, weekOf } from '#domain/analytics/weeks.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'
import { loadCalendarStart } from './get-load-matrix.ts'
import { begunAt, doneHours, doneWork, leftHours, plannedWork } from './planned-work.ts'
import { epochMs, instantOf, preferHashes, readJson } from './read-json.ts'
import { readOrganisation } from './resolve-range.ts'
import { readCalendars } from './work-centre-calendars.ts'

type OperationRow = [
  id: string,
  name: string,
  projectId: string,
  plannedStartMs: number | null,
  plannedEndMs: number | null,
]
type PlannedRow = [...OperationRow, left: number]
type DoneRow = [...OperationRow, startMs: number, endMs: number | null, done: number]

const columns = [
  sql`operation_id`,
  sql`name`,
  sql`project_id`,
  epochMs(sql`scheduled_start_date`),
  epochMs(sql`scheduled_end_date`),
]

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const namesOf = async (ctx: TenantContext, tx: Tx, projectIds: readonly string[]) => {
  const rows = await tx
    .select({ id: projects.projectId, number: projects.projectNumber, name: projects.projectName })
    .from(projects)
    .where(sql`${eq(projects.tenantId, ctx.tenantId)} and ${inArray(projects.projectId, [...projectIds])}`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The operations behind one cell of the load matrix: the same rows, the same hours. 404 for an unknown work centre. */
export const getLoadCell = (
  ctx: TenantContext,
  query: { readonly categoryId: string; readonly week: string; readonly phase?: ProjectPhase | undefined },
): Promise<LoadCell> =>
  readTenant(ctx, async (tx) => {
    const nowMs = ctx.app.now().getTime()
    const organisation = await readOrganisation(ctx, tx)
    const { timeZone, weekStartsOn } = organisation
    const week = weekOf(query.week, weekStartsOn)
    const bounds = weekBounds(week, 1, timeZone)
    const calendars = await readCalendars(ctx, tx, organisation, loadCalendarStart(bounds, nowMs))
    const own = calendars.find(({ centre }) => centre.categoryId === query.categoryId)
    if (!own) throw new NotFoundError()
    const boundsWork = workAt(own.calendar, bounds)
    await preferHashes(tx)
    const [after, before] = [instantOf(bounds[0] ?? nowMs), instantOf(bounds[1] ?? nowMs)]
    const shares = new Map<string, { row: OperationRow; hours: number }>()
    const add = ([id, name, projectId, startMs, endMs]: PlannedRow | DoneRow, hours: number): number => {
      const share = shares.get(id) ?? { row: [id, name, projectId, startMs, endMs], hours: 0 }
      share.hours += hours
      if (share.hours > 0) shares.set(id, share)
      return hours
    }
    let doneInWeek = 0
    const done = [...columns, epochMs(begunAt), epochMs(sql`actual_end_date`), doneHours]
    for (const row of await readJson<DoneRow>(tx, done, doneWork(ctx, { ...query, after, before }))) {
      const [, , , , , startMs, endMs, hours] = row
      const into = [0]
      addDone(into, own.calendar, boundsWork, { startMs, untilMs: endMs ?? nowMs, doneHours: hours })
      doneInWeek += add(row, into[0] ?? 0)
    }
    for (const row of await readJson<PlannedRow>(tx, [...columns, leftHours], plannedWork(ctx, { ...query, before }))) {
      const into = [0]
      addLoad(into, own.calendar, boundsWork, nowMs, { startMs: row[3] ?? nowMs, leftHours: row[5] })
      add(row, into[0] ?? 0)
    }
    const startOf = ({ row }: { row: OperationRow }): number => row[3] ?? 0
    const inWeek = [...shares.values()].sort(
      (a, b) => b.hours - a.hours || startOf(a) - startOf(b) || (a.row[0] < b.row[0] ? -1 : 1),
    )
    const listed = inWeek.slice(0, maxLoadOperations)
    const names = await namesOf(
      ctx,
      tx,
      listed.map(({ row }) => row[2]),
    )
    return {
      categoryId: query.categoryId,
      week,
      loadHours: roundTwo(inWeek.reduce((sum, { hours }) => sum + hours, 0)),
      doneHours: roundTwo(doneInWeek),
      openHours: roundTwo(openHours(boundsWork, own.centre.capacity)[0] ?? 0),
      total: inWeek.length,
      operations: listed.map(({ row: [operationId, name, projectId, startMs, endMs], hours }) => ({
        operationId,
        name,
        projectId,
        projectNumber: names.get(projectId)?.number ?? '',
        projectName: names.get(projectId)?.name ?? '',
        scheduledStartDate: iso(startMs),
        scheduledEndDate: iso(endMs),
        hours: roundTwo(hours),
      })),
    }
  })
