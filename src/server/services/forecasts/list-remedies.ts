import { sql } from 'drizzle-orm'
import type { ProjectRemedy } from '#contract/remedies.ts'
import type { TenantContext } from '../../context.ts'
import { readJson } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { storeIfPossible } from '../../db/store-if-possible.ts'
import type { StoredLatePart } from '../../db/tables/forecasts.table.ts'
import { NotFoundError } from '../../errors.ts'
import { awaitForecast } from './current-forecast.ts'
import { nameRemedies, readRemedies, storeRemedies } from './kept-remedies.ts'
import { computeRemedies } from './refresh-forecast.ts'

/** A person waits, and must have an answer before `mostAnswerMs`, also where a shop is so large that a single plan takes seconds. */
const askedSearchMs = 8_000

/** null = the project is not late. */
type PartsRow = [parts: StoredLatePart[] | null]

/**
 * What would help a late project, what helps most first: as it is stored for the present plan, or else computed now, and stored if there
 * was time enough. Empty if it is not late. 404 for an unknown project.
 */
export const listRemedies = async (
  ctx: TenantContext,
  { projectId }: { readonly projectId: string },
): Promise<ProjectRemedy[]> => {
  await awaitForecast(ctx)
  const { tenantId } = ctx
  const { row, kept } = await readTenant(ctx, async (tx) => {
    const [row] = await readJson<PartsRow>(
      tx,
      sql`select json_build_array(case when state = 'late' then parts end) as r
        from projects left join project_forecasts using (tenant_id, project_id)
        where tenant_id = ${tenantId} and project_id = ${projectId}`,
    )
    const isLate = row?.[0] != null
    const kept = isLate ? await readRemedies(tx, { tenantId, nowMs: ctx.app.now().getTime() }, projectId) : null
    return { row, kept }
  })
  if (!row) throw new NotFoundError()
  const [parts] = row
  if (!parts || kept) return kept ?? []
  const { answer, ...asOf } = await computeRemedies(ctx, {
    projects: [{ projectId, parts }],
    searchForMs: askedSearchMs,
  })
  await storeIfPossible(() => storeRemedies(ctx, answer.projects, asOf))
  const remedies = answer.projects.flatMap((found) => found.remedies)
  return readTenant(ctx, (tx) => nameRemedies(tx, tenantId, remedies))
}
