import { and, eq, inArray } from 'drizzle-orm'
import type { Project } from '#contract/projects.ts'
import { localDate } from '#domain/time/zone-dates.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { toldStandings } from '../../db/tables/notifications.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { keepForecast } from '../forecasts/current-forecast.ts'
import { lockOrganisation } from '../records/organisation-row.ts'
import { type Recorder, writeTenant } from '../records/write-tenant.ts'
import { listProjects } from './read-projects.ts'

/** Organisations whose plan has changed since people were last told, or whose day has. */
export const findUnjudged = async (app: AppServices): Promise<string[]> => {
  const rows = await app.db.readSystem((tx) =>
    tx
      .select({
        tenantId: tenants.tenantId,
        timeZone: tenants.timeZone,
        planVersion: tenants.planVersion,
        toldPlanVersion: tenants.toldPlanVersion,
        toldDay: tenants.toldDay,
      })
      .from(tenants)
      .where(eq(tenants.status, 'Active')),
  )
  const nowMs = app.now().getTime()
  return rows
    .filter((row) => row.planVersion !== row.toldPlanVersion || row.toldDay !== localDate(nowMs, row.timeZone))
    .map(({ tenantId }) => tenantId)
}

type Told = (typeof toldStandings.$inferSelect)['standing']

/** Past due (`late`, as stored), or late without that (`projectedLate`); null = neither. */
const toldOf = ({ state, pastDueDays }: Project): Told | null => {
  if (state === 'complete' || state === 'onHold' || state === 'cancelled') return null
  if (pastDueDays !== null) return 'late'
  return state === 'late' ? 'projectedLate' : null
}
const onTimeStates: ReadonlySet<Project['state']> = new Set(['onTime', 'atRisk'])

/** Says what has changed since people were last told; nothing while it stays as it is. */
const tell = (record: Recorder, project: Project, told: Told | null): void => {
  const { projectId, projectNumber, projectName, state, latenessDays, plannedShipDate } = project
  const now = toldOf(project)
  if (now === told) return
  const key = `late:${projectId}`
  const about = { projectId, projectNumber, projectName, latenessDays, plannedShipDate }
  const news = { to: 'members', subject: { kind: 'project', projectId }, key } as const
  if (now !== null) record.notify({ ...news, cause: { code: 'projectLate', ...about, overdue: now === 'late' } })
  else if (onTimeStates.has(state)) record.notify({ ...news, cause: { code: 'projectRecovered', ...about } })
  // Completed, held, cancelled or without a plan is no recovery: there is just nothing to be late any more.
  else record.withdraw({ key })
}

const keepTold = async (
  ctx: TenantContext,
  tx: Tx,
  projects: readonly Project[],
  told: ReadonlyMap<string, Told>,
): Promise<void> => {
  const standings = projects.map((project) => ({ projectId: project.projectId, standing: toldOf(project) }))
  const changed = standings.filter(({ projectId, standing }) => standing !== (told.get(projectId) ?? null))
  if (changed.length === 0) return
  const ids = changed.map(({ projectId }) => projectId)
  await tx
    .delete(toldStandings)
    .where(and(eq(toldStandings.tenantId, ctx.tenantId), inArray(toldStandings.projectId, ids)))
  const late = changed.flatMap(({ projectId, standing }) =>
    standing === null ? [] : [{ tenantId: ctx.tenantId, projectId, standing, toldAt: ctx.app.now() }],
  )
  if (late.length > 0) await tx.insert(toldStandings).values(late)
}

const standOf = async (ctx: TenantContext, tx: Tx) => {
  const [tenant] = await tx.select().from(tenants).where(eq(tenants.tenantId, ctx.tenantId))
  if (!tenant) return null
  const { planVersion, changeNumber, toldPlanVersion, toldDay, timeZone } = tenant
  const today = localDate(ctx.app.now().getTime(), timeZone)
  return { planVersion, changeNumber, today, isTold: toldPlanVersion === planVersion && toldDay === today }
}

/** Something else is written all the time where many work: then the next round tells. */
const tries = 3

/** Tells what differs from what was told, unless something was written while it was read; true = there is nothing more to tell. */
const tellDifference = async (ctx: TenantContext, planVersion: number): Promise<boolean> => {
  const seen = await readTenant(ctx, (tx) => standOf(ctx, tx))
  const projects = await listProjects(ctx)
  return writeTenant(ctx, async ({ tx, record }) => {
    await lockOrganisation(ctx, tx)
    const stand = await standOf(ctx, tx)
    if (!seen || !stand || stand.planVersion !== planVersion || stand.isTold) return true
    if (stand.changeNumber !== seen.changeNumber) return false
    const stored = await tx.select().from(toldStandings).where(eq(toldStandings.tenantId, ctx.tenantId))
    const told = new Map(stored.map(({ projectId, standing }) => [projectId, standing]))
    for (const project of projects) tell(record, project, told.get(project.projectId) ?? null)
    await keepTold(ctx, tx, projects, told)
    await tx
      .update(tenants)
      .set({ toldPlanVersion: planVersion, toldDay: seen.today })
      .where(eq(tenants.tenantId, ctx.tenantId))
    return true
  })
}

/**
 * Compares how every project stands with what people were told of it, and tells the difference: who became late, who
 * recovered. Many at once become one summary. Reads without holding anybody up and writes in one short transaction;
 * does nothing when it is told already, on whichever server, or when the plan changed meanwhile (which is told later).
 */
export const judgeLateness = async (ctx: TenantContext): Promise<void> => {
  const seen = await readTenant(ctx, (tx) => standOf(ctx, tx))
  if (!seen || seen.isTold) return
  await keepForecast(ctx)
  for (let left = tries; left > 0; left--) if (await tellDifference(ctx, seen.planVersion)) return
}
