import { sql } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'

/** Organisations whose people were here within the last `withinMs`, the latest first. */
export const findBusyTenants = async (app: AppServices, most: number, withinMs: number): Promise<string[]> => {
  const since = new Date(app.now().getTime() - withinMs).toISOString()
  const { rows } = await app.db.readSystem((tx) =>
    tx.execute<{ id: string }>(sql`
      select m.tenant_id as id from memberships m
        join tenants t on t.tenant_id = m.tenant_id and t.status = 'Active'
        join users u on u.user_id = m.user_id left join sessions s on s.user_id = m.user_id
      where greatest(s.last_seen_at, u.last_sign_in_at) > ${since}::timestamptz
      group by 1 order by max(greatest(s.last_seen_at, u.last_sign_in_at)) desc limit ${most}`),
  )
  return rows.map(({ id }) => id)
}
