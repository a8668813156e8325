import { sql } from 'drizzle-orm'
import type { ProposalChange } from '#contract/proposals.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'

const anyId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** Present names of all records that some changes mention, and of the project that they are to help, by id: '#1042 Hydraulic press', '#1042 Cut', 'Welding'. */
export const changedNames = async (
  { tenantId }: TenantContext,
  tx: Tx,
  changes: readonly ProposalChange[],
  helpedId?: string | null,
): Promise<Record<string, string>> => {
  const ids = [...new Set(JSON.stringify([changes, helpedId]).match(anyId))]
  if (ids.length === 0) return {}
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    with wanted as (select unnest(${sql.param(ids)}::uuid[]) as id)
    select id, '#' || p.project_number || ' ' || p.project_name as name
      from wanted join projects p on p.tenant_id = ${tenantId} and p.project_id = id
    union all select id, '#' || p.project_number || ' ' || o.name
      from wanted join operations o on o.tenant_id = ${tenantId} and o.operation_id = id
      join projects p on p.tenant_id = o.tenant_id and p.project_id = o.project_id
    union all select id, name from wanted join categories on tenant_id = ${tenantId} and category_id = id
    union all select id, name from wanted join shifts on tenant_id = ${tenantId} and shift_id = id
    union all select id, name from wanted join holidays on tenant_id = ${tenantId} and holiday_id = id
    union all select id, name from wanted join calendar_exceptions on tenant_id = ${tenantId} and exception_id = id`)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}
