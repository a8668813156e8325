import { sql } from 'drizzle-orm'
import { onTimeStates, recoveredFrom, unlikelyBelow } from '#domain/odds/chance-bands.ts'
import type { Tx } from '../../db/database.ts'

const isOnTimeBelow = (chance: number) =>
  sql`(state in (${sql.join(
    onTimeStates.map((state) => sql`${state}`),
    sql`, `,
  )}) and on_time_chance < ${chance})`

/**
 * True for a project that is on time in the forecast but unlikely to ship on time, where the columns of `project_forecasts` and
 * `project_odds` are joined.
 */
export const isUnlikely = isOnTimeBelow(unlikelyBelow)

/** The same for a project that has not recovered since it was unlikely. */
const isHardlyLikely = isOnTimeBelow(recoveredFrom)

/**
 * Notes since when projects are unlikely to ship on time although their forecast is, until they have recovered. Returns the projects that
 * became so, or are no longer.
 */
export const noteUnlikely = async (tx: Tx, tenantId: string, sinceMs: number): Promise<string[]> => {
  const since = new Date(sinceMs).toISOString()
  const { rows } = await tx.execute<{ id: string }>(sql`
    update project_odds o set unlikely_since = case when n.is_unlikely then ${since}::timestamptz end
    from (select project_id,
        coalesce(case when unlikely_since is null then ${isUnlikely} else ${isHardlyLikely} end, false) as is_unlikely
      from project_odds left join project_forecasts using (tenant_id, project_id) where tenant_id = ${tenantId}) n
    where o.tenant_id = ${tenantId} and o.project_id = n.project_id and (o.unlikely_since is not null) <> n.is_unlikely
    returning o.project_id as id`)
  return rows.map(({ id }) => id)
}
