import { and, eq, sql } from 'drizzle-orm'
import type { BulkAction, BulkTarget, MovePreview } from '#contract/bulk-operations.ts'
import { forecastShop, type ProjectForecast } from '#domain/forecast/forecast-shop.ts'
import { daysBehind } from '#domain/projects/local-day.ts'
import type { ShopSnapshot, SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operations } from '../../db/tables/operations.table.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import { selectProjects } from '../projects/select-projects.ts'
import { isoOrNull } from '../records/record-fields.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import { readTarget, type TargetRow } from './bulk-target.ts'
import { presentBasis } from './plan-basis.ts'
import { tryBulk } from './try-bulk.ts'

/** The projects that the operations belong to. */
const selectProjectIds = async (ctx: TenantContext, tx: Tx, wanted: readonly TargetRow[]): Promise<string[]> => {
  const ids = wanted.map(({ operationId }) => operationId)
  const rows = await tx
    .selectDistinct({ projectId: operations.projectId })
    .from(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), sql`${operations.operationId} = any(${sql.param(ids)}::uuid[])`))
  return rows.map(({ projectId }) => projectId)
}

const isoOf = (ms: number): string => new Date(ms).toISOString()

const outlook = ({ state, latenessDays, completionMs }: ProjectForecast) => ({
  forecastCompletionDate: completionMs === null ? null : isoOf(completionMs),
  latenessDays,
  state,
})

const daysLater = (before: ProjectForecast, after: ProjectForecast, zone: string): number | null =>
  before.completionMs === null || after.completionMs === null
    ? null
    : daysBehind(before.completionMs, after.completionMs, zone)

/** The shop with other planned dates for some operations. */
const withDates = (snapshot: ShopSnapshot, writes: readonly { readonly after: LinkedOperation }[]): ShopSnapshot => {
  const rowOf = new Map(writes.map(({ after: { row } }) => [row.operationId, row]))
  const moved = (operation: SnapshotOperation): SnapshotOperation => {
    const row = rowOf.get(operation.operationId)
    if (!row) return operation
    const { scheduledStartDate, scheduledEndDate, pinned } = row
    const [scheduledStartMs, scheduledEndMs] = [
      scheduledStartDate?.getTime() ?? null,
      scheduledEndDate?.getTime() ?? null,
    ]
    return { ...operation, scheduledStartMs, scheduledEndMs, pinned }
  }
  return {
    ...snapshot,
    projects: snapshot.projects.map((project) => ({ ...project, operations: project.operations.map(moved) })),
  }
}

/** Compares the forecasts before and after: the moved projects, and all projects whose completion changes. */
const compareForecasts = (
  snapshot: ShopSnapshot,
  writes: readonly { readonly after: LinkedOperation }[],
): MovePreview['projects'] => {
  const [before, after] = [forecastShop(snapshot), forecastShop(withDates(snapshot, writes))]
  const moved = new Set(writes.map(({ after: { row } }) => row.projectId))
  return before.projects
    .flatMap((was, index) => {
      const is = after.projects[index]
      const { projectId, projectNumber, projectName } = was.project
      if (!is || (!moved.has(projectId) && is.completionMs === was.completionMs)) return []
      const days = daysLater(was, is, snapshot.timeZone)
      return { projectId, projectNumber, projectName, before: outlook(was), after: outlook(is), daysLater: days }
    })
    .sort((a, b) => (b.daysLater ?? 0) - (a.daysLater ?? 0) || a.projectNumber.localeCompare(b.projectNumber))
}

const projectNumbers = async (ctx: TenantContext, tx: Tx, wanted: readonly TargetRow[]) => {
  const rows = await selectProjects(ctx, tx, await selectProjectIds(ctx, tx, wanted))
  return new Map(rows.map(({ project: { projectId, projectNumber } }) => [projectId, projectNumber]))
}

const datesOf = ({ row }: LinkedOperation) => ({
  startDate: isoOrNull(row.scheduledStartDate),
  endDate: isoOrNull(row.scheduledEndDate),
})

/**
 * Shows what a move would store and its effect on projects. It runs the real move and rolls it back, so that there are no
 * separate rules for previews. Nothing is stored or announced. 409 and 422 as `readTarget`.
 */
export const previewMove = async (
  ctx: TenantContext,
  { target, action }: { readonly target: BulkTarget; readonly action: BulkAction },
): Promise<MovePreview> => {
  const wanted = await readTarget(ctx, target)
  const now = ctx.app.now()
  const { writes, ...preview } = await tryBulk(ctx, { wanted, action, now }, async ({ tx }, { answer, writes }) => {
    const numberOf = await projectNumbers(ctx, tx, wanted)
    return {
      basis: { ...(await presentBasis(ctx, tx)), at: now.toISOString() },
      operations: writes.map(({ before: from, after: to }) => ({
        operationId: to.row.operationId,
        name: to.row.name,
        projectId: to.row.projectId,
        projectNumber: numberOf.get(to.row.projectId) ?? '',
        from: from === null ? { startDate: null, endDate: null } : datesOf(from),
        to: datesOf(to),
      })),
      unchanged: answer.unchanged,
      failures: answer.failures,
      writes,
    }
  })
  const { snapshot } = await loadShop(ctx, now.getTime())
  return { ...preview, projects: compareForecasts(snapshot, writes) }
}
