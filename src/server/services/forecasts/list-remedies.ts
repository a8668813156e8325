import { sql } from 'drizzle-orm'
import type { ProjectRemedy } from '#contract/remedies.ts'
import type { ComputedRemedy } from '#domain/remedies/project-remedies.ts'
import type { TenantContext } from '../../context.ts'
import { readJson } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import type { StoredLatePart } from '../../db/tables/forecasts.table.ts'
import { NotFoundError } from '../../errors.ts'
import { awaitForecast } from './current-forecast.ts'
import { nameVerdicts } from './name-verdicts.ts'
import { computeRemedies } from './refresh-forecast.ts'

/** Somebody waits, and must have an answer before `mostAnswerMs`, also where a shop is so large that a single plan takes seconds. */
const askedSearchMs = 8_000

/** null = the project is not late. */
type PartsRow = [parts: StoredLatePart[] | null]
type ProjectName = [projectId: string, projectNumber: string, projectName: string]

const withNames = (ctx: TenantContext, remedies: readonly ComputedRemedy[]): Promise<ProjectRemedy[]> =>
  readTenant(ctx, async (tx) => {
    const named = await nameVerdicts(
      tx,
      ctx.tenantId,
      remedies.map(({ operationId, categoryId }) => ({
        cause: { code: 'none', operationId, categoryId },
        remedy: { code: 'none' },
      })),
    )
    const delayedIds = [...new Set(remedies.flatMap(({ delayed }) => delayed.map(({ projectId }) => projectId)))]
    const names = await readJson<ProjectName>(
      tx,
      sql`select json_build_array(project_id, project_number, project_name) as r from projects
        where tenant_id = ${ctx.tenantId} and project_id = any(${sql.param(delayedIds)}::uuid[])`,
    )
    const nameOf = new Map(names.map((name) => [name[0], name]))
    return remedies.map(({ operationId, categoryId, changes, completionMs, delayed, ...figures }) => {
      const { cause } = named({ cause: { code: 'none', operationId, categoryId }, remedy: { code: 'none' } })
      return {
        ...figures,
        operation: cause.operation,
        workCenter: cause.workCenter,
        changes: [...changes],
        completionDate: new Date(completionMs).toISOString(),
        delayed: delayed.map((other) => {
          const [, projectNumber = '', projectName = ''] = nameOf.get(other.projectId) ?? []
          return { ...other, projectNumber, projectName }
        }),
      }
    })
  })

/** What would help a late project, best first, computed now. Empty if it is not late. 404 for an unknown project. */
export const listRemedies = async (
  ctx: TenantContext,
  { projectId }: { readonly projectId: string },
): Promise<ProjectRemedy[]> => {
  await awaitForecast(ctx)
  const [row] = await readTenant(ctx, (tx) =>
    readJson<PartsRow>(
      tx,
      sql`select json_build_array(case when state = 'late' then parts end) as r
        from projects left join project_forecasts using (tenant_id, project_id)
        where tenant_id = ${ctx.tenantId} and project_id = ${projectId}`,
    ),
  )
  if (!row) throw new NotFoundError()
  const [parts] = row
  if (!parts) return []
  const { answer } = await computeRemedies(ctx, { projects: [{ projectId, parts }], searchForMs: askedSearchMs })
  return withNames(
    ctx,
    answer.projects.flatMap(({ remedies }) => remedies),
  )
}
