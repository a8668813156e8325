import type { ProjectsAnswer } from '#contract/projects.ts'
import { packProjects } from '#domain/projects/pack-projects.ts'
import type { TenantContext } from '../../context.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { projectsSince } from './held-projects.ts'

/** Every project of the organisation as columns, or what changed since a change number. */
export const listProjectColumns = async (
  ctx: TenantContext,
  { since }: { readonly since?: number | undefined } = {},
): Promise<ProjectsAnswer> => {
  await awaitForecast(ctx)
  const { projects, ...state } = await projectsSince(ctx, since)
  return { ...state, rows: packProjects(projects) }
}
