import { sql } from 'drizzle-orm'
import type { OperationCause, OperationRemedy } from '#contract/operation-lists.ts'
import { type CauseVerdict, nothingToExplain, type Verdict } from '#domain/forecast/operation-cause.ts'
import type { Tx } from '../../db/database.ts'
import { readJson } from '../../db/read-json.ts'

type OperationNames = NonNullable<OperationCause['operation']>
type WorkCenterNames = NonNullable<OperationCause['workCenter']>

const tenth = (value: number | undefined): number | null => (value === undefined ? null : Math.round(value * 10) / 10)

/** Adds names to verdicts, which store only ids. Reads the present names. */
export const nameVerdicts = async (
  tx: Tx,
  tenantId: string,
  verdicts: readonly (CauseVerdict | null)[],
): Promise<(verdict: CauseVerdict | null) => { cause: OperationCause; remedy: OperationRemedy }> => {
  const all = verdicts.flatMap((of) => (of ? [of.cause, of.remedy] : []))
  const ids = (pick: (verdict: Verdict<string>) => string | null | undefined): string[] => [
    ...new Set(all.flatMap((verdict) => pick(verdict) ?? [])),
  ]
  const operations = await readJson<OperationNames>(
    tx,
    sql`select json_build_object('operationId', operation_id, 'projectId', project_id, 'projectNumber', project_number, 'name', name) as r
      from unnest(${sql.param(ids(({ operationId }) => operationId))}::uuid[]) as wanted(id)
      cross join lateral (select * from operations where tenant_id = ${tenantId} and operation_id = wanted.id offset 0) o
      cross join lateral (select project_number from projects p
        where p.tenant_id = ${tenantId} and p.project_id = o.project_id offset 0) p`,
  )
  const centers = await readJson<WorkCenterNames>(
    tx,
    // A work center outside is known by its supplier.
    sql`select json_build_object('categoryId', category_id,
        'name', case when kind = 'outside' and supplier <> '' then supplier else name end) as r from categories
      where tenant_id = ${tenantId} and category_id = any(${sql.param(ids(({ categoryId }) => categoryId))}::uuid[])`,
  )
  const operationOf = new Map(operations.map((of) => [of.operationId, of]))
  const centerOf = new Map(centers.map((of) => [of.categoryId, of]))
  const named = ({ operationId, categoryId }: Verdict<string>) => ({
    operation: operationOf.get(operationId ?? '') ?? null,
    workCenter: centerOf.get(categoryId ?? '') ?? null,
  })
  return (verdict) => {
    const { cause, remedy } = verdict ?? nothingToExplain
    return {
      cause: {
        code: cause.code,
        ...named(cause),
        holiday: cause.holiday ?? null,
        hours: tenth(cause.hours),
        days: tenth(cause.days),
        until: cause.untilMs === undefined ? null : new Date(cause.untilMs).toISOString(),
      },
      remedy: { code: remedy.code, ...named(remedy) },
    }
  }
}
