import type { Project } from '#contract/projects.ts'
import type { TenantContext } from '../../context.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { readProjects } from './read-projects.ts'

/** Every project of the organisation with its figures, by ship date. */
export const listProjects = async (ctx: TenantContext): Promise<Project[]> => {
  await awaitForecast(ctx)
  return (await readProjects(ctx)).projects
}
