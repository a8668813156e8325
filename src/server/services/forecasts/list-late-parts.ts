import { sql } from 'drizzle-orm'
import type { ProjectLateness } from '#contract/late-parts.ts'
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

const unexplained = { cause: { code: 'noSlack' }, remedy: { code: 'none' } } as const

/** Adds a part for the days that no operation explains, because the work does not fit before the ship date. */
export const withUnexplained = (latenessDays: number, parts: readonly StoredLatePart[]): StoredLatePart[] => {
  const days = latenessDays - parts.reduce((sum, part) => sum + part.days, 0)
  return days < 0.005 ? [...parts] : [...parts, { operationId: '', days, waitingDays: 0, ...unexplained }]
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
          'parts', case when state = 'late' then coalesce(parts, '[]') end,
          'names', (select coalesce(json_object_agg(operation_id, name), '{}') from operations o
            where o.tenant_id = p.tenant_id and o.project_id = p.project_id)) as r
        from projects p left join project_forecasts using (tenant_id, project_id)
        where tenant_id = ${ctx.tenantId} and project_id = ${projectId}`,
    )
    if (!row) throw new NotFoundError()
    const { latenessDays, names } = row
    const parts = row.parts === null ? [] : withUnexplained(latenessDays ?? 0, row.parts)
    const named = await nameVerdicts(tx, ctx.tenantId, parts)
    return {
      latenessDays,
      parts: parts
        .filter(({ days }) => days > 0)
        .map((part) => {
          const name = names[part.operationId]
          const operation = name === undefined ? null : { operationId: part.operationId, name }
          return { operation, days: part.days, ...named(part) }
        }),
    }
  })
}
