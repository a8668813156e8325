import type { ProjectsAnswer } from '#contract/projects.ts'
import { packProjects } from '#domain/projects/pack-projects.ts'
import type { TenantContext } from '../../context.ts'
import { readSince } from '../../db/shop-changes.ts'
import { readTenant } from '../../db/transaction.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { allProjects } from './held-projects.ts'
import { readProjects } from './read-projects.ts'

/** Every project of the organisation as columns, or what changed since a change number. */
export const listProjectColumns = async (
  ctx: TenantContext,
  { since }: { readonly since?: number | undefined } = {},
): Promise<ProjectsAnswer> => {
  await awaitForecast(ctx)
  const { touched } = await readTenant(ctx, (tx) => readSince(tx, ctx.tenantId, since))
  const { projects, ...state } = touched ? await readProjects(ctx, since) : await allProjects(ctx)
  return { ...state, rows: packProjects(projects) }
}
