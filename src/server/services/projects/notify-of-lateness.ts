import { and, eq, inArray, sql } from 'drizzle-orm'
import type { MainCause } from '#contract/notifications.ts'
import type { Project } from '#contract/projects.ts'
import { onTimeStates } from '#domain/odds/chance-bands.ts'
import { localDate } from '#domain/time/zone-dates.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readJson } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import type { StoredLatePart } from '../../db/tables/forecasts.table.ts'
import { notifiedLateness } from '../../db/tables/notifications.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { keepForecast } from '../forecasts/current-forecast.ts'
import { nameVerdicts } from '../forecasts/name-verdicts.ts'
import { type Recorder, writeTenant } from '../records/write-tenant.ts'
import { listProjects } from './read-projects.ts'

/** Organizations whose plan or day has changed since the last notifications about lateness. */
export const findUnevaluated = async (app: AppServices): Promise<string[]> => {
  const rows = await app.db.readSystem((tx) =>
    tx
      .select({
        tenantId: tenants.tenantId,
        timeZone: tenants.timeZone,
        planVersion: tenants.planVersion,
        notifiedPlanVersion: tenants.notifiedPlanVersion,
        notifiedDay: tenants.notifiedDay,
      })
      .from(tenants)
      .where(eq(tenants.status, 'Active')),
  )
  const nowMs = app.now().getTime()
  return rows
    .filter((row) => row.planVersion !== row.notifiedPlanVersion || row.notifiedDay !== localDate(nowMs, row.timeZone))
    .map(({ tenantId }) => tenantId)
}

type Lateness = (typeof notifiedLateness.$inferSelect)['lateness']

/** `late` (as stored) = past due, `projectedLate` = late but not past due, null = neither. */
const latenessOf = ({ state, pastDueDays }: Project): Lateness | null => {
  if (state === 'complete' || state === 'onHold' || state === 'cancelled') return null
  if (pastDueDays !== null) return 'late'
  return state === 'late' ? 'projectedLate' : null
}
const isOnTime: ReadonlySet<Project['state']> = new Set(onTimeStates)

interface MainRow {
  readonly projectId: string
  readonly part: StoredLatePart
  /** Of its operation. */
  readonly name: string | null
}

/** The main causes of projects that are forecast late, by project, with the present names. */
export const readMainCauses = async (
  ctx: TenantContext,
  tx: Tx,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, MainCause>> => {
  if (projectIds.length === 0) return new Map()
  const rows = await readJson<MainRow>(
    tx,
    sql`select json_build_object('projectId', project_id, 'part', parts -> 0, 'name', (select name from operations o
        where o.tenant_id = f.tenant_id and o.operation_id = (parts -> 0 ->> 'operationId')::uuid)) as r
      from project_forecasts f where tenant_id = ${ctx.tenantId} and state = 'late' and parts -> 0 is not null
        and project_id = any(${sql.param([...projectIds])}::uuid[])`,
  )
  const named = await nameVerdicts(
    tx,
    ctx.tenantId,
    rows.map(({ part }) => part),
  )
  return new Map(
    rows.map(({ projectId, part, name: operationName }) => {
      const { code, operation, workCenter } = named(part).cause
      const names = { operationName, waitsFor: operation?.name ?? null, workCentre: workCenter?.name ?? null }
      return [projectId, { code, ...names, days: Math.round(part.days * 10) / 10 }]
    }),
  )
}

/** Notifies people if the lateness of a project has changed since the last notification. */
const notify = (
  record: Recorder,
  project: Project,
  notified: Lateness | null,
  mainCauses: ReadonlyMap<string, MainCause>,
): void => {
  const { projectId, projectNumber, projectName, state, latenessDays, plannedShipDate } = project
  const now = latenessOf(project)
  if (now === notified) return
  const key = `late:${projectId}`
  const about = { projectId, projectNumber, projectName, latenessDays, plannedShipDate }
  const news = { to: 'members', subject: { kind: 'project', projectId }, key } as const
  if (now !== null) {
    const mainCause = mainCauses.get(projectId) ?? null
    record.notify({ ...news, cause: { code: 'projectLate', ...about, overdue: now === 'late', mainCause } })
  } else if (isOnTime.has(state)) record.notify({ ...news, cause: { code: 'projectRecovered', ...about } })
  // A completed, held, cancelled or unscheduled project has not recovered, so only the old notification is removed.
  else record.withdraw({ key })
}

const storeNotified = async (
  ctx: TenantContext,
  tx: Tx,
  projects: readonly Project[],
  notified: ReadonlyMap<string, Lateness>,
): Promise<void> => {
  const latenessRows = projects.map((project) => ({ projectId: project.projectId, lateness: latenessOf(project) }))
  const changed = latenessRows.filter(({ projectId, lateness }) => lateness !== (notified.get(projectId) ?? null))
  if (changed.length === 0) return
  const ids = changed.map(({ projectId }) => projectId)
  await tx
    .delete(notifiedLateness)
    .where(and(eq(notifiedLateness.tenantId, ctx.tenantId), inArray(notifiedLateness.projectId, ids)))
  const late = changed.flatMap(({ projectId, lateness }) =>
    lateness === null ? [] : [{ tenantId: ctx.tenantId, projectId, lateness, notifiedAt: ctx.app.now() }],
  )
  if (late.length > 0) await tx.insert(notifiedLateness).values(late)
}

const readNotified = async (ctx: TenantContext, tx: Tx) => {
  const [tenant] = await tx.select().from(tenants).where(eq(tenants.tenantId, ctx.tenantId))
  if (!tenant) return null
  const { planVersion, changeNumber, notifiedPlanVersion, notifiedDay, timeZone } = tenant
  const today = localDate(ctx.app.now().getTime(), timeZone)
  return { planVersion, changeNumber, today, isNotified: notifiedPlanVersion === planVersion && notifiedDay === today }
}

/** With many people at work, each try may meet another write. Then the next round notifies. */
const tries = 3

/** Notifies of all differences, unless something was written during the reading. Returns true when nothing is left to notify. */
const notifyDifference = async (ctx: TenantContext, planVersion: number): Promise<boolean> => {
  const seen = await readTenant(ctx, (tx) => readNotified(ctx, tx))
  const projects = await listProjects(ctx)
  return writeTenant(ctx, async ({ tx, record }) => {
    const current = await readNotified(ctx, tx)
    if (!seen || !current || current.planVersion !== planVersion || current.isNotified) return true
    if (current.changeNumber !== seen.changeNumber) return false
    const stored = await tx.select().from(notifiedLateness).where(eq(notifiedLateness.tenantId, ctx.tenantId))
    const notified = new Map(stored.map(({ projectId, lateness }) => [projectId, lateness]))
    const before = ({ projectId }: Project): Lateness | null => notified.get(projectId) ?? null
    const newlyLate = projects.filter(
      (project) => latenessOf(project) !== before(project) && latenessOf(project) !== null,
    )
    const ids = newlyLate.map(({ projectId }) => projectId)
    const mainCauses = await readMainCauses(ctx, tx, ids)
    for (const project of projects) notify(record, project, before(project), mainCauses)
    await storeNotified(ctx, tx, projects, notified)
    await tx
      .update(tenants)
      .set({ notifiedPlanVersion: planVersion, notifiedDay: seen.today })
      .where(eq(tenants.tenantId, ctx.tenantId))
    return true
  })
}

/**
 * Compares the lateness of every project with the last notification, and notifies people of projects that became late or
 * recovered. Many at once become one summary. Reads without locks and writes in one short transaction. Does nothing if a
 * server has notified already, or if the plan changed meanwhile (a later round notifies of that).
 */
export const evaluateLateness = async (ctx: TenantContext): Promise<void> => {
  const seen = await readTenant(ctx, (tx) => readNotified(ctx, tx))
  if (!seen || seen.isNotified) return
  await keepForecast(ctx)
  for (let left = tries; left > 0; left--) if (await notifyDifference(ctx, seen.planVersion)) return
}
