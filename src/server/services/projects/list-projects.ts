import type { Project } from '#contract/projects.ts'
import type { TenantContext } from '../../context.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { readInParts } from '../scheduling-runs/read-in-parts.ts'
import { presentProject } from './present-project.ts'
import { selectFigures, selectProjectRows, selectTimeZone, withFigures } from './select-projects.ts'

/** Every project of the organisation with its figures, by ship date. */
export const listProjects = async (ctx: TenantContext): Promise<Project[]> => {
  await awaitForecast(ctx)
  const { head, parts } = await readInParts(ctx, {
    head: async (tx) => {
      const rows = await selectProjectRows(ctx, tx)
      return { rows, zone: await selectTimeZone(ctx, tx), projectIds: rows.map(({ project }) => project.projectId) }
    },
    part: (tx, range) => selectFigures(ctx, tx, range),
  })
  const nowMs = ctx.app.now().getTime()
  return withFigures(head.rows, parts).map((row) => presentProject(row, head.zone, nowMs))
}
