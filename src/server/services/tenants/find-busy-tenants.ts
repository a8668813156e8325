import { sql } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'

/** Organisations whose people were here within the last `withinMs`, the latest first. */
export const findBusyTenants = async (app: AppServices, most: number, withinMs: number): Promise<string[]> => {
  const since = new Date(app.now().getTime() - withinMs).toISOString()
  const { rows } = await app.db.readSystem((tx) =>
    tx.execute<{ id: string }>(sql`
      select m.tenant_id as id from sessions s join memberships m on m.user_id = s.user_id
        join tenants t on t.tenant_id = m.tenant_id and t.status = 'Active'
      where s.last_seen_at > ${since}::timestamptz
      group by 1 order by max(s.last_seen_at) desc limit ${most}`),
  )
  return rows.map(({ id }) => id)
}
