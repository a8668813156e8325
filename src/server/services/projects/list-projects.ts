import type { Project } from '#contract/projects.ts'
import type { TenantContext } from '../../context.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { projectsSince } from './held-projects.ts'

/** Every project of the organisation with its figures, by ship date. */
export const listProjects = async (ctx: TenantContext): Promise<Project[]> => {
  await awaitForecast(ctx)
  return (await projectsSince(ctx)).projects
}
