import type { Project } from '#contract/projects.ts'
import { byShipDate } from '#domain/projects/by-ship-date.ts'
import { localDay } from '#domain/projects/local-day.ts'
import type { TenantContext } from '../../context.ts'
import { readSince } from '../../db/shop-changes.ts'
import { readInParts } from '../scheduling-runs/read-in-parts.ts'
import { presentProject } from './present-project.ts'
import { selectFigures, selectProjectRows, selectTimeZone, withFigures } from './select-projects.ts'

/** The projects of an organisation as of a change number, by ship date. */
export interface ReadProjects {
  readonly change: number
  /** Today in the organisation's zone (`localDay`), to which days past due are counted. */
  readonly day: number
  /** Those that changed since the number that was asked with, of which `projects` holds what is left; null = all. */
  readonly touched: string[] | null
  readonly projects: Project[]
}

/** All projects, or those touched since a change number. */
export const readProjects = async (ctx: TenantContext, since?: number): Promise<ReadProjects> => {
  const { head, parts } = await readInParts(ctx, {
    head: async (tx) => {
      // Before anything else: what is read after it may be newer than the number says, never older.
      const state = await readSince(tx, ctx.tenantId, since)
      const rows = await selectProjectRows(ctx, tx, state.touched)
      const projectIds = rows.map(({ project }) => project.projectId)
      return { state, rows, zone: await selectTimeZone(ctx, tx), projectIds }
    },
    part: (tx, range, { state, projectIds }) =>
      selectFigures(
        ctx,
        tx,
        range || state.touched ? projectIds.filter((id) => !range || (range.first <= id && id <= range.last)) : null,
      ),
  })
  const { state, rows, zone } = head
  const nowMs = ctx.app.now().getTime()
  const projects = withFigures(rows, parts).map((row) => presentProject(row, zone, nowMs))
  return { ...state, day: localDay(nowMs, zone), projects: projects.sort(byShipDate) }
}
