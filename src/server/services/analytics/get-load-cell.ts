import { eq, inArray, sql } from 'drizzle-orm'
import { type LoadCell, maxLoadOperations } from '#contract/analytics.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { roundTwo } from '#domain/analytics/figures.ts'
import { addLoad, openHours, workAt } from '#domain/analytics/load-matrix.ts'
import { weekBounds, weekOf } from '#domain/analytics/weeks.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'
import { leftHours, plannedWork } from './planned-work.ts'
import { epochMs, instantOf, preferHashes, readJson } from './read-json.ts'
import { readOrganisation } from './resolve-range.ts'
import { readCalendars } from './work-centre-calendars.ts'

type WorkRow = [
  operationId: string,
  name: string,
  projectId: string,
  startMs: number,
  endMs: number | null,
  left: number,
]

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
    const calendars = await readCalendars(ctx, tx, organisation, Math.min(nowMs, bounds[0] ?? nowMs))
    const own = calendars.find(({ centre }) => centre.categoryId === query.categoryId)
    if (!own) throw new NotFoundError()
    const boundsWork = workAt(own.calendar, bounds, nowMs)
    await preferHashes(tx)
    const work = await readJson<WorkRow>(
      tx,
      [
        sql`operation_id`,
        sql`name`,
        sql`project_id`,
        epochMs(sql`scheduled_start_date`),
        epochMs(sql`scheduled_end_date`),
        leftHours,
      ],
      plannedWork(ctx, { ...query, before: instantOf(bounds[1] ?? nowMs) }),
    )
    const inWeek = work
      .map((row) => {
        const hours = [0]
        addLoad(hours, own.calendar, boundsWork, nowMs, { startMs: row[3], leftHours: row[5] })
        return { row, hours: hours[0] ?? 0 }
      })
      .filter(({ hours }) => hours > 0)
      .sort((a, b) => b.hours - a.hours || a.row[3] - b.row[3] || (a.row[0] < b.row[0] ? -1 : 1))
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
      openHours: roundTwo(openHours(boundsWork, own.centre.capacity)[0] ?? 0),
      total: inWeek.length,
      operations: listed.map(({ row: [operationId, name, projectId, startMs, endMs], hours }) => ({
        operationId,
        name,
        projectId,
        projectNumber: names.get(projectId)?.number ?? '',
        projectName: names.get(projectId)?.name ?? '',
        scheduledStartDate: new Date(startMs).toISOString(),
        scheduledEndDate: endMs === null ? null : new Date(endMs).toISOString(),
        hours: roundTwo(hours),
      })),
    }
  })
