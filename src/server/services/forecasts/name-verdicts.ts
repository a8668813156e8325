import { sql } from 'drizzle-orm'
import type { OperationCause, OperationRemedy } from '#contract/operation-lists.ts'
import { type CauseVerdict, nothingToExplain, type Verdict } from '#domain/forecast/operation-cause.ts'
import type { Tx } from '../../db/database.ts'
import { epochMs, readJson } from '../../db/read-json.ts'

type OperationNames = NonNullable<OperationCause['operation']>
type WorkCenterNames = NonNullable<OperationCause['workCenter']>

/** A time in which a work center or a pool has another capacity. */
interface Absence {
  readonly categoryId: string
  readonly startMs: number
  readonly name: string
}

const availableOf = (
  { categoryId, available }: Verdict<string>,
  absences: readonly Absence[],
): OperationCause['available'] => {
  if (!available) return null
  const { units, usual, fromMs } = available
  const absence = absences.find((one) => one.categoryId === categoryId && one.startMs === fromMs)
  return { units, usual, name: absence?.name || null }
}

const hundredth = (value: number | undefined): number | null =>
  value === undefined ? null : Math.round(value * 100) / 100
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
  const operations = await readJson<[OperationNames, number]>(
    tx,
    sql`select json_build_array(json_build_object('operationId', operation_id, 'projectId', project_id,
        'projectNumber', project_number, 'name', name), priority) as r
      from unnest(${sql.param(ids(({ operationId }) => operationId))}::uuid[]) as wanted(id)
      cross join lateral (select * from operations where tenant_id = ${tenantId} and operation_id = wanted.id offset 0) o
      cross join lateral (select project_number, priority from projects p
        where p.tenant_id = ${tenantId} and p.project_id = o.project_id offset 0) p`,
  )
  const centers = await readJson<WorkCenterNames>(
    tx,
    // A work center outside is known by its supplier.
    sql`select json_build_object('categoryId', category_id, 'kind', kind,
        'name', case when kind = 'outside' and supplier <> '' then supplier else name end) as r from categories
      where tenant_id = ${tenantId} and category_id = any(${sql.param(ids(({ categoryId }) => categoryId))}::uuid[])`,
  )
  const reduced = all.flatMap(({ categoryId, available }) =>
    categoryId && available ? [{ categoryId, available }] : [],
  )
  const absences = await readJson<Absence>(
    tx,
    sql`select json_build_object('categoryId', category_id, 'startMs', ${epochMs(sql`starts_at`)}, 'name', name) as r
      from calendar_exceptions where tenant_id = ${tenantId} and kind = 'capacity'
        and category_id = any(${sql.param([...new Set(reduced.map(({ categoryId }) => categoryId))])}::uuid[])`,
  )
  const operationOf = new Map(operations.map(([of]) => [of.operationId, of]))
  const priorityOf = new Map(operations.map(([{ operationId }, priority]) => [operationId, priority]))
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
        available: availableOf(cause, absences),
        hours: hundredth(cause.hours),
        days: tenth(cause.days),
        until: cause.untilMs === undefined ? null : new Date(cause.untilMs).toISOString(),
        ...(cause.sinceMs !== undefined && { since: new Date(cause.sinceMs).toISOString() }),
        ...(cause.factor !== undefined && { factor: cause.factor }),
        ...(cause.plannedBy && { plannedBy: cause.plannedBy }),
        ...(cause.more && { more: cause.more }),
        ...(cause.own && { own: true }),
        ...(cause.code === 'workCentreBusy' &&
          priorityOf.has(cause.operationId ?? '') && { priority: priorityOf.get(cause.operationId ?? '') }),
      },
      remedy: { code: remedy.code, ...named(remedy) },
    }
  }
}
