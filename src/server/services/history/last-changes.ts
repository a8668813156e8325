import { type SQL, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { epochMs, readJson } from '../analytics/read-json.ts'

const uuids = (ids: readonly string[]): SQL => sql`${`{${ids.join(',')}}`}::uuid[]`

/** When each of these records last had one of `fields` changed, by history (epoch ms by id). */
export const lastChanges = async (
  ctx: TenantContext,
  tx: Tx,
  entity: 'operation' | 'project',
  fields: readonly string[],
  ids: readonly string[],
): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const names = sql.join(
    fields.map((field) => sql`changes @> ${JSON.stringify([{ field }])}::jsonb`),
    sql` or `,
  )
  return new Map(
    await readJson<[string, number]>(
      tx,
      [sql`entity_id`, epochMs(sql`at`)],
      sql`(select entity_id, max(at) as at from history_entries where tenant_id = ${ctx.tenantId}
        and entity = ${entity} and entity_id = any(${uuids(ids)}) and (${names}) group by 1) h`,
    ),
  )
}
