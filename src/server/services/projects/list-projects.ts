import type { Project } from '#contract/projects.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/transaction.ts'
import { presentProject } from './present-project.ts'
import { selectProjects, selectTimeZone } from './select-projects.ts'

/** Every project of the organisation with its figures, by ship date. */
export const listProjects = async (ctx: TenantContext): Promise<Project[]> => {
  const read = async (tx: Tx) => ({ zone: await selectTimeZone(ctx, tx), rows: await selectProjects(ctx, tx) })
  const { rows, zone } = await readTenant(ctx, read, 'long')
  const nowMs = ctx.app.now().getTime()
  return rows.map((row) => presentProject(row, zone, nowMs))
}
