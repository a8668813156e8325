import type { Project } from '#contract/projects.ts'
import { byShipDate } from '#domain/projects/by-ship-date.ts'
import { localDay } from '#domain/projects/local-day.ts'
import type { TenantContext } from '../../context.ts'
import { HeldRows } from '../../db/held-rows.ts'
import { presentProject } from './present-project.ts'
import { selectProjects, selectTimeZone } from './select-projects.ts'

/** About a kilobyte each. Days past due are counted to today in the organization's zone. */
const lists = new HeldRows<Project, number>({
  read: async (ctx, tx, projectIds) => {
    const zone = await selectTimeZone(ctx, tx)
    const nowMs = ctx.app.now().getTime()
    const rows = await selectProjects(ctx, tx, projectIds)
    return new Map(rows.map((row) => [row.project.projectId, presentProject(row, zone, nowMs)]))
  },
  stampOf: async (ctx, tx) => localDay(ctx.app.now().getTime(), await selectTimeZone(ctx, tx)),
  sizeOf: () => 1,
  most: 30_000,
})

/** The projects of an organization by ship date, or those that changed since a change number; `day` is today (`localDay`). */
export const projectsSince = async (ctx: TenantContext, since?: number) => {
  const { rows, stamp, ...state } = await lists.since(ctx, since)
  return { ...state, day: stamp, projects: rows.sort(byShipDate) }
}
