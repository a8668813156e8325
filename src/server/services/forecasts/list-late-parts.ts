import { sql } from 'drizzle-orm'
import type { LatePart, ProjectLateness } from '#contract/late-parts.ts'
import { dayMs } from '#domain/time/units.ts'
import type { TenantContext } from '../../context.ts'
import { readJson } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import type { StoredLatePart } from '../../db/tables/forecasts.table.ts'
import { NotFoundError } from '../../errors.ts'
import { awaitForecast } from './current-forecast.ts'
import { nameVerdicts } from './name-verdicts.ts'

interface LateRow {
  readonly latenessDays: number | null
  /** null = the project is not late. */
  readonly parts: StoredLatePart[] | null
  /** By operation id. */
  readonly names: Record<string, string>
}

/** The time of a part in whole milliseconds, which it had before it was stored in days. */
const lateMsOf = ({ days }: StoredLatePart): number => Math.round(days * dayMs)

/** Parts as answers have them. `names` has the names of their operations by id. */
export const presentPart =
  (named: Awaited<ReturnType<typeof nameVerdicts>>) =>
  (part: StoredLatePart, names: Readonly<Record<string, string>>): LatePart => {
    const { operationId } = part
    const name = operationId === null ? undefined : names[operationId]
    const operation = operationId === null || name === undefined ? null : { operationId, name }
    return { operation, lateMs: lateMsOf(part), ...named(part) }
  }

/** The causes of the lateness of a project, from the forecast. No parts if it is not late. 404 for an unknown project. */
export const listLateParts = async (
  ctx: TenantContext,
  { projectId }: { readonly projectId: string },
): Promise<ProjectLateness> => {
  await awaitForecast(ctx)
  return readTenant(ctx, async (tx) => {
    const [row] = await readJson<LateRow>(
      tx,
      sql`select json_build_object('latenessDays', lateness_days,
          'parts', case when state = 'late' then parts end,
          'names', (select coalesce(json_object_agg(operation_id, name), '{}') from operations o
            where o.tenant_id = p.tenant_id and o.project_id = p.project_id)) as r
        from projects p left join project_forecasts using (tenant_id, project_id)
        where tenant_id = ${ctx.tenantId} and project_id = ${projectId}`,
    )
    if (!row) throw new NotFoundError()
    const { latenessDays, names } = row
    const parts = row.parts ?? []
    const present = presentPart(await nameVerdicts(tx, ctx.tenantId, parts))
    return {
      latenessDays,
      lateMs: parts.reduce((sum, part) => sum + lateMsOf(part), 0),
      parts: parts.map((part) => present(part, names)),
    }
  })
}
