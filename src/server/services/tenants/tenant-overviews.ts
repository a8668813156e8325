import { sql } from 'drizzle-orm'
import type { TenantOverview } from '#contract/tenant-administration.ts'
import type { SessionContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { NotFoundError } from '../../errors.ts'

interface Row {
  readonly tenantId: string
  readonly name: string
  readonly status: TenantOverview['status']
  readonly timeZone: string
  readonly people: number
  readonly admins: number
  readonly projects: number
  readonly operations: number
  readonly lastActivityAt: string | null
  readonly createdAt: string
  readonly version: number
}

const iso = (value: string | Date): string => new Date(value).toISOString()

const select = async (tx: Tx, tenantId: string | null): Promise<TenantOverview[]> => {
  const { rows } = await tx.execute(sql`
    select t.tenant_id as "tenantId", t.name, t.status, t.time_zone as "timeZone", t.version, t.created_at as "createdAt",
      (select count(*)::int from memberships m where m.tenant_id = t.tenant_id) as people,
      (select count(*)::int from memberships m where m.tenant_id = t.tenant_id and m.is_admin) as admins,
      (select count(*)::int from projects p where p.tenant_id = t.tenant_id) as projects,
      (select count(*)::int from operations o where o.tenant_id = t.tenant_id) as operations,
      (select h.at from history_entries h where h.tenant_id = t.tenant_id order by h.at desc limit 1) as "lastActivityAt"
    from tenants t where ${tenantId === null ? sql`true` : sql`t.tenant_id = ${tenantId}`} order by t.name, t.tenant_id`)
  return (rows as unknown as Row[]).map((row) => ({
    ...row,
    createdAt: iso(row.createdAt),
    lastActivityAt: row.lastActivityAt && iso(row.lastActivityAt),
  }))
}

/** Every organisation with its figures, by name; archived ones too. */
export const listTenantOverviews = (ctx: SessionContext): Promise<TenantOverview[]> =>
  ctx.app.db.readSystem((tx) => select(tx, null))

/** One of them; throws 404. */
export const findTenantOverview = async (tx: Tx, tenantId: string): Promise<TenantOverview> => {
  const [found] = await select(tx, tenantId)
  if (!found) throw new NotFoundError()
  return found
}
