import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { LateCause } from '#contract/analytics.ts'
import type { NextStep } from '#contract/operation-lists.ts'
import type { ProjectRemedy } from '#contract/remedies.ts'
import type { ComputedRemedy } from '#domain/remedies/project-remedies.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { instantOf, readJson } from '../../db/read-json.ts'
import { projectForecasts, projectRemedies } from '../../db/tables/forecasts.table.ts'
import { writeTenant } from '../records/write-tenant.ts'
import type { FoundRemedies } from './find-remedies.ts'
import { nameVerdicts } from './name-verdicts.ts'

/** Older remedies are not shown any more: what is still to do moves as time passes. */
const shownForMs = 3_600_000

interface AsOf {
  readonly tenantId: string
  readonly nowMs: number
}

/** What was tried in the present version of the plan, not long ago. */
const areCurrent = (tenantId: string, nowMs: number) =>
  sql`project_remedies.tenant_id = ${tenantId} and project_remedies.computed_at > ${instantOf(nowMs - shownForMs)}
    and project_remedies.plan_version = (select plan_version from tenants where tenant_id = ${tenantId})`

const noNames = { cause: { code: 'none' }, remedy: { code: 'none' } } as const

type ProjectName = [projectId: string, projectNumber: string, projectName: string]

/** Remedies with the present names. */
export const nameRemedies = async (
  tx: Tx,
  tenantId: string,
  remedies: readonly ComputedRemedy[],
): Promise<ProjectRemedy[]> => {
  const verdictOf = ({ operationId, categoryId }: ComputedRemedy) => ({
    ...noNames,
    cause: { code: 'none' as const, operationId, categoryId },
  })
  const named = await nameVerdicts(tx, tenantId, remedies.map(verdictOf))
  const delayedIds = [...new Set(remedies.flatMap(({ delayed }) => delayed.map(({ projectId }) => projectId)))]
  const names = await readJson<ProjectName>(
    tx,
    sql`select json_build_array(project_id, project_number, project_name) as r from projects
      where tenant_id = ${tenantId} and project_id = any(${sql.param(delayedIds)}::uuid[])`,
  )
  const nameOf = new Map(names.map((name) => [name[0], name]))
  return remedies.map((remedy) => {
    const { operationId: _, categoryId: __, changes, completionMs, delayed, ...figures } = remedy
    const { operation, workCenter } = named(verdictOf(remedy)).cause
    return {
      ...figures,
      operation,
      workCenter,
      changes: [...changes],
      completionDate: new Date(completionMs).toISOString(),
      delayed: delayed.map((other) => {
        const [, projectNumber = '', projectName = ''] = nameOf.get(other.projectId) ?? []
        return { ...other, projectNumber, projectName }
      }),
    }
  })
}

/** The stored remedies of a project; null = none are stored for the present plan. */
export const readRemedies = async (
  tx: Tx,
  { tenantId, nowMs }: AsOf,
  projectId: string,
): Promise<ProjectRemedy[] | null> => {
  const [remedies] = await readJson<ComputedRemedy[]>(
    tx,
    sql`select remedies as r from project_remedies
      where ${areCurrent(tenantId, nowMs)} and project_id = ${projectId}`,
  )
  return remedies ? nameRemedies(tx, tenantId, remedies) : null
}

/** The first of the stored remedies of some late projects, by their id: the next step that every screen shows. */
export const readNextSteps = async (
  tx: Tx,
  { tenantId, nowMs }: AsOf,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, NextStep>> => {
  if (projectIds.length === 0) return new Map()
  const rows = await readJson<[projectId: string, first: ComputedRemedy]>(
    tx,
    sql`select json_build_array(project_id, remedies -> 0) as r
      from project_remedies join project_forecasts using (tenant_id, project_id)
      where ${areCurrent(tenantId, nowMs)} and state = 'late' and remedies -> 0 is not null
        and project_id = any(${sql.param([...new Set(projectIds)])}::uuid[])`,
  )
  const named = await nameRemedies(
    tx,
    tenantId,
    rows.map(([, first]) => ({ ...first, changes: [], delayed: [] })),
  )
  return new Map(
    rows.flatMap(([projectId], row) => {
      const remedy = named[row]
      if (!remedy) return []
      const { code, operation, workCenter, method, latenessDays, gainMs } = remedy
      return [[projectId, { code, operation, workCenter, again: method === 'optimize', latenessDays, gainMs }] as const]
    }),
  )
}

/** What helps against the causes of lateness that are no queue. Against the others, no remedy is tried. */
const remediesAgainst: Partial<Record<LateCause, readonly ComputedRemedy['code'][]>> = {
  planned: ['scheduleAgain', 'reschedule'],
  pinned: ['unpin'],
  material: ['materialSooner'],
  longerThanEstimated: ['finishNow'],
  startedLate: ['finishNow'],
}

/** The stored remedies of some kinds that save late days: the best of each kind, the best first. Null = of any work center. */
const readSavers = async (
  tx: Tx,
  { tenantId, nowMs }: AsOf,
  codes: readonly ComputedRemedy['code'][],
  categoryId: string | null,
): Promise<ProjectRemedy[]> => {
  const all = await readJson<ComputedRemedy>(
    tx,
    sql`select remedy as r from project_remedies
      cross join lateral jsonb_array_elements(remedies) as listed(remedy)
      where ${areCurrent(tenantId, nowMs)} and remedy ->> 'code' = any(${sql.param([...codes])}::text[])
        ${categoryId === null ? sql`` : sql`and remedy ->> 'categoryId' = ${categoryId}`}`,
  )
  const gains = all
    .filter(({ lateDays, lateDaysBefore }) => lateDays < lateDaysBefore)
    .sort((a, b) => a.lateDays - b.lateDays || a.changes.length - b.changes.length)
  const best = [...Map.groupBy(gains, ({ code }) => code).values()].flatMap(([first]) => first ?? [])
  return nameRemedies(tx, tenantId, best)
}

/** What gives a work center more capacity or overtime and saves late days. */
export const readLevers = (tx: Tx, asOf: AsOf, categoryId: string): Promise<ProjectRemedy[]> =>
  readSavers(tx, asOf, ['addCapacity', 'addOvertime'], categoryId)

/** What saves late days against a cause that is no queue. */
export const readCauseLevers = async (tx: Tx, asOf: AsOf, cause: LateCause): Promise<ProjectRemedy[]> => {
  const codes = remediesAgainst[cause]
  return codes ? readSavers(tx, asOf, codes, null) : []
}

type LateRow = [projectId: string, parts: (typeof projectForecasts.$inferSelect)['parts'], isKept: boolean]

/** The late projects, the latest first, and whether remedies that are young enough are stored for each. */
export const listLateProjects = (tx: Tx, tenantId: string, freshAfterMs: number): Promise<LateRow[]> =>
  readJson<LateRow>(
    tx,
    sql`select json_build_array(f.project_id, f.parts, coalesce(
        r.computed_at > ${instantOf(freshAfterMs)} and r.plan_version = t.plan_version, false)) as r
      from project_forecasts f join tenants t using (tenant_id)
      left join project_remedies r on r.tenant_id = f.tenant_id and r.project_id = f.project_id
      where f.tenant_id = ${tenantId} and f.state = 'late' and f.parts is not null
      order by f.lateness_days desc, f.project_id`,
  )

interface Stamp {
  /** Of the shop in which they were tried. */
  readonly planVersion: number
  readonly nowMs: number
}

/** Stores what was found with time enough, deletes what is not late any more, and tells browsers what to read again. */
export const storeRemedies = async (
  ctx: TenantContext,
  found: FoundRemedies['projects'],
  { planVersion, nowMs }: Stamp,
): Promise<void> => {
  const { tenantId } = ctx
  const whole = found.filter(({ isWhole }) => isWhole)
  await writeTenant(ctx, async ({ tx, record }) => {
    const late = await tx
      .select({ projectId: projectForecasts.projectId })
      .from(projectForecasts)
      .where(and(eq(projectForecasts.tenantId, tenantId), eq(projectForecasts.state, 'late')))
    const lateIds = late.map(({ projectId }) => projectId)
    const ofTenant = eq(projectRemedies.tenantId, tenantId)
    await tx.delete(projectRemedies).where(and(ofTenant, notInArray(projectRemedies.projectId, lateIds)))
    const stored = whole.filter(({ projectId }) => lateIds.includes(projectId))
    for (const { projectId, remedies } of stored) {
      const row = { planVersion, computedAt: new Date(nowMs), remedies: [...remedies] }
      await tx
        .insert(projectRemedies)
        .values({ tenantId, projectId, ...row })
        .onConflictDoUpdate({ target: [projectRemedies.tenantId, projectRemedies.projectId], set: row })
    }
    if (stored.length > 0) record.changed('forecast')
  })
}
