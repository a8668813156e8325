import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'

/**
 * The projects whose phase was last changed by someone other than the source. Where the history is no longer kept, the last
 * change is old, and the source decides.
 */
export const selectMovedSince = async (
  tx: Tx,
  {
    tenantId,
    sourceId,
    projectIds,
  }: { readonly tenantId: string; readonly sourceId: string; readonly projectIds: readonly string[] },
): Promise<ReadonlySet<string>> => {
  if (projectIds.length === 0) return new Set()
  const { rows } = await tx.execute<{ projectId: string }>(sql`
    select entity_id as "projectId" from (
      select distinct on (entity_id) entity_id, user_id from history_entries
      where tenant_id = ${tenantId} and entity = 'project' and entity_id = any(${sql.param([...projectIds])}::uuid[])
        and changes @> '[{"field":"currentPhase"}]'::jsonb
      order by entity_id, history_id desc) newest
    where user_id is distinct from ${sourceId}::uuid`)
  return new Set(rows.map(({ projectId }) => projectId))
}
