import { sql } from 'drizzle-orm'
import type { TenantContext } from '#server/context.ts'

/** Everything that planning and administration store for an organization, without personal data of members. */
const tables = [
  'tenants',
  'memberships',
  'invitations',
  'projects',
  'operations',
  'operation_dependencies',
  'operation_snoozes',
  'work_intervals',
  'categories',
  'shifts',
  'holidays',
  'holiday_templates',
  'routing_templates',
  'calendar_exceptions',
  'scheduling_runs',
  'proposals',
  'webhooks',
  'scheduled_exports',
  'data_sources',
  'floor_devices',
] as const

export type StoredPlanning = Readonly<Record<(typeof tables)[number], readonly Readonly<Record<string, unknown>>[]>>

/** Counters and stamps derived from other changes. */
const followers = ['change_number', 'plan_version', 'told_plan_version', 'told_day', 'plan_outdated', 'last_seen_at']

/** The stored rows by table, without counters. */
export const storedPlanning = (ctx: TenantContext): Promise<StoredPlanning> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const entries: [string, unknown][] = []
    for (const table of tables) {
      const { rows } = await tx.execute<{ rows: Record<string, unknown>[] }>(
        sql`select coalesce(jsonb_agg(to_jsonb(r) order by to_jsonb(r)), '[]') as rows from ${sql.identifier(table)} r`,
      )
      const found = rows[0]?.rows ?? []
      for (const row of found) for (const name of followers) delete row[name]
      entries.push([table, found])
    }
    return Object.fromEntries(entries) as StoredPlanning
  })
