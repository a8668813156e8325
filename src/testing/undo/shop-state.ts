import { sql } from 'drizzle-orm'
import type { TenantContext } from '#server/context.ts'
import { operationsInForce } from '#server/db/operations-in-force.ts'

const tables = [
  'projects',
  'operation_dependencies',
  'work_intervals',
  'categories',
  'shifts',
  'holidays',
  'holiday_templates',
  'calendar_exceptions',
  'tenants',
]
/** Columns with only time, author or computed values, which an undo does not restore. */
const stamps = [
  'version',
  'modified_at',
  'modified_by',
  'plan_version',
  'change_number',
  'plan_outdated',
  'last_project_number',
  'import_columns',
  'plan_id',
]

/** Every row of an organization that an undo may affect, without stamps, as sorted text with one line per row. */
export const shopState = (ctx: TenantContext): Promise<string[]> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const without = sql.raw(`array['${stamps.join("','")}']`)
    const { rows } = await tx.execute<{ line: string }>(
      sql`select line from (select 'operations ' || (to_jsonb(operations) - ${without})::text as line from ${operationsInForce(ctx.tenantId)}
        union all ${sql.join(
          tables.map(
            (table) => sql`select ${table} || ' ' || (to_jsonb(t) - ${without})::text as line
          from ${sql.identifier(table)} t where t.tenant_id = ${ctx.tenantId}`,
          ),
          sql` union all `,
        )}) s order by line`,
    )
    return rows.map(({ line }) => line)
  })
