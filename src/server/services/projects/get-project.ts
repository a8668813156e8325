import type { Project } from '#contract/projects.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { presentProject } from './present-project.ts'
import { selectProjects, selectTimeZone } from './select-projects.ts'

/** One project inside a transaction; 404 when the organisation has none with this id. */
export const readProject = async (ctx: TenantContext, tx: Tx, projectId: string): Promise<Project> => {
  const [row] = await selectProjects(ctx, tx, [projectId])
  if (!row) throw new NotFoundError()
  return presentProject(row, await selectTimeZone(ctx, tx), ctx.app.now().getTime())
}

/** One project with its figures. */
export const getProject = async (ctx: TenantContext, { projectId }: { projectId: string }): Promise<Project> => {
  await awaitForecast(ctx)
  return readTenant(ctx, (tx) => readProject(ctx, tx, projectId))
}
