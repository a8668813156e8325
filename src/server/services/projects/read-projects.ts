import { defaultRiskDays } from '#contract/operation-filter.ts'
import type { Project, ProjectsAnswer } from '#contract/projects.ts'
import type { SinceQuery } from '#contract/since.ts'
import { isProjectOpen, latenessDays, pastDueDays, projectState } from '#domain/forecast/project-words.ts'
import { byShipDate } from '#domain/projects/by-ship-date.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { localDay } from '#domain/projects/local-day.ts'
import { writeProjects } from '#domain/projects/wire-projects.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { HeldRows } from '../../db/held-rows.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { NotFoundError } from '../../errors.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { presentStamp } from '../records/record-fields.ts'
import { timeZoneOf } from '../records/tenant-row.ts'
import { presentProjectFields } from './project-fields.ts'
import { type SelectedProject, selectProjects } from './select-projects.ts'

/** Rounds away floating-point errors (0.1 + 0.2). Two decimals are enough for hours and percent. */
const round = (value: number): number => Math.round(value * 100) / 100

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

type Figures = NonNullable<SelectedProject['figures']>

/** Finished hours as a part of planned hours. Without hours the mean of the operations, without operations the typed value. */
const progressOf = (typedPercent: number, figures: Figures | null): number => {
  if (!figures?.operationCount) return typedPercent
  return round(figures.hoursPlanned > 0 ? (figures.hoursDone / figures.hoursPlanned) * 100 : figures.meanPercent)
}

/** The last end of scheduled and completed operations. null if the project has open work and none of it is scheduled. */
const scheduledEndOf = (figures: Figures | null): number | null => {
  if (!figures?.operationCount) return null
  const open = figures.operationCount > figures.completedCount
  if (open && figures.openEndMs === null) return null
  const ends = [figures.openEndMs, figures.completedEndMs].filter((end) => end !== null)
  return ends.length === 0 ? null : Math.max(...ends)
}

/** Stored odds as those of the contract. */
export const presentOdds = (odds: SelectedProject['odds']): Project['odds'] => {
  if (odds === null) return null
  const { p50Ms, p80Ms, p90Ms, onTimeChance } = odds
  const iso = (ms: number): string => new Date(ms).toISOString()
  return { p50: iso(p50Ms), p80: iso(p80Ms), p90: iso(p90Ms), onTimeChance }
}

/** A selected row as the project of the contract, evaluated at `nowMs` in the organization's `zone`. */
const presentProject = (
  { project, forecast, figures, current, odds, oddsGap }: SelectedProject,
  zone: string,
  nowMs: number,
): Project => {
  const phase = effectivePhase(project)
  const plannedShipMs = project.plannedShipDate?.getTime() ?? null
  const dueMs = plannedShipMs === null ? null : endOfDayMs(plannedShipMs, zone)
  const scheduledEndMs = scheduledEndOf(figures)
  const projectedMs = scheduledEndMs ?? plannedShipMs
  // A changed project shows its own fields at once. The new forecast follows later.
  const completionMs = forecast?.completionMs ?? null
  const words = { phase, dueMs, completionMs, slackDays: forecast?.slackDays ?? null }
  const hasForecast = isProjectOpen(phase) && completionMs !== null
  return {
    projectId: project.projectId,
    ...presentProjectFields(project),
    progressPercentage: progressOf(project.progressPercentage, figures),
    operationCount: figures?.operationCount ?? 0,
    completedOperationCount: figures?.completedCount ?? 0,
    heldOperationCount: figures?.heldCount ?? 0,
    hoursPlanned: round(figures?.hoursPlanned ?? 0),
    hoursLeft: round(figures?.hoursLeft ?? 0),
    projectedCompletionDate: isoOf(projectedMs),
    projectedFrom: projectedMs === null ? 'none' : scheduledEndMs === null ? 'shipDate' : 'schedule',
    forecastCompletionDate: isProjectOpen(phase) ? isoOf(completionMs) : null,
    latenessDays: latenessDays(words, zone),
    pastDueDays: pastDueDays(words, zone, nowMs),
    state: projectState(words, zone, defaultRiskDays),
    odds: hasForecast ? presentOdds(odds) : null,
    oddsGap: hasForecast && odds === null ? oddsGap : null,
    currentOperation: current,
    ...presentStamp(project),
  }
}

/** Cached rows, about a kilobyte per project. Days past due are counted up to today in the organization's zone. */
const lists = new HeldRows<Project, number>({
  read: async (ctx, tx, projectIds) => {
    const zone = await timeZoneOf(tx, ctx.tenantId)
    const nowMs = ctx.app.now().getTime()
    const rows = await selectProjects(ctx, tx, projectIds)
    return new Map(rows.map((row) => [row.project.projectId, presentProject(row, zone, nowMs)]))
  },
  stampOf: async (ctx, tx) => localDay(ctx.app.now().getTime(), await timeZoneOf(tx, ctx.tenantId)),
  sizeOf: () => 1,
  most: 30_000,
})

/** The projects of an organization by ship date, or those that changed since a change number; `day` is today (`localDay`). */
const projectsSince = async (ctx: TenantContext, asked: SinceQuery) => {
  const { rows, stamp, ...state } = await lists.since(ctx, asked)
  return { ...state, day: stamp, projects: rows.sort(byShipDate) }
}

/** Every project of the organization with its figures, by ship date. */
export const listProjects = async (ctx: TenantContext): Promise<Project[]> => {
  await awaitForecast(ctx)
  return (await projectsSince(ctx, {})).projects
}

/** Every project of the organization as columns, or what changed since a change number. */
export const listProjectColumns = async (ctx: TenantContext, asked: SinceQuery = {}): Promise<ProjectsAnswer> => {
  await awaitForecast(ctx)
  const { projects, ...state } = await projectsSince(ctx, asked)
  return { ...state, rows: writeProjects(projects) }
}

/** One project inside a transaction; 404 when the organization has none with this id. */
export const readProject = async (ctx: TenantContext, tx: Tx, projectId: string): Promise<Project> => {
  const [row] = await selectProjects(ctx, tx, [projectId])
  if (!row) throw new NotFoundError()
  return presentProject(row, await timeZoneOf(tx, ctx.tenantId), ctx.app.now().getTime())
}

/** One project with its figures. */
export const getProject = async (ctx: TenantContext, { projectId }: { projectId: string }): Promise<Project> => {
  await awaitForecast(ctx)
  return readTenant(ctx, (tx) => readProject(ctx, tx, projectId))
}
