import { sql } from 'drizzle-orm'
import type { LateProject } from '#contract/dashboard.ts'
import { roundTwo } from '#domain/analytics/figures.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { openWithQueues } from '../analytics/get-late-causes.ts'
import { readJson } from '../analytics/read-json.ts'

/** The work centre in whose queue each project's open operations stand longest. */
export const selectWaits = async (
  ctx: TenantContext,
  tx: Tx,
  projectIds: readonly string[],
): Promise<Map<string, LateProject['waitsFor']>> => {
  if (projectIds.length === 0) return new Map()
  const rows = await readJson<[projectId: string, categoryId: string, name: string, days: number]>(
    tx,
    [sql`q.project_id`, sql`q.category_id`, sql`c.name`, sql`q.days`],
    sql`(select project_id, category_id, sum(queue_days) as days
        from ${openWithQueues(ctx, sql`project_id = any(${`{${projectIds.join(',')}}`}::uuid[])`)} o
        where queue_days > 0 group by 1, 2) q
      join categories c on c.tenant_id = ${ctx.tenantId} and c.category_id = q.category_id`,
  )
  const longest = new Map<string, NonNullable<LateProject['waitsFor']>>()
  for (const [projectId, categoryId, name, days] of rows) {
    if (days > (longest.get(projectId)?.days ?? 0)) longest.set(projectId, { categoryId, name, days: roundTwo(days) })
  }
  return longest
}
