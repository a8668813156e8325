import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { NotificationCause } from '#contract/notifications.ts'
import { chanceWords } from '#domain/odds/chance-words.ts'
import { lastInstant } from '#domain/time/last-instant.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { projectForecasts } from '../../db/tables/forecasts.table.ts'
import { notifiedLateness } from '../../db/tables/notifications.table.ts'
import { projectOdds } from '../../db/tables/odds.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { isUnlikely } from '../forecasts/unlikely-projects.ts'
import { readMainCauses } from '../projects/notify-of-lateness.ts'

/** Projects that a digest names. It counts the others. */
export const mostLate = 50
export const mostUnlikely = 10

/** The time that a digest reports, without its first instant. */
export interface Span {
  readonly since: Date
  readonly until: Date
}

interface Odds {
  readonly p80: Date
  /** null = no ship date, or it has passed. */
  readonly onTimeChance: number | null
}

interface LateNews {
  readonly cause: Extract<NotificationCause, { code: 'projectLate' }>
  /** null = too little is known about how long its work takes. */
  readonly odds: Odds | null
}

interface UnlikelyNews {
  readonly projectId: string
  readonly projectNumber: string
  readonly projectName: string
  readonly plannedShipDate: Date | null
  readonly completion: Date | null
  readonly odds: Odds
}

/** What changed in a time and still holds. */
export interface DigestNews {
  /** The latest first. */
  readonly late: readonly LateNews[]
  /** On time in the forecast, the least likely first. */
  readonly unlikely: readonly UnlikelyNews[]
}

const becameLate = (tenantId: string, { since, until }: Span) =>
  and(
    eq(notifiedLateness.tenantId, tenantId),
    gt(notifiedLateness.notifiedAt, since),
    lte(notifiedLateness.notifiedAt, until),
  )

const becameUnlikely = (tenantId: string, { since, until }: Span) =>
  and(
    eq(projectOdds.tenantId, tenantId),
    gt(projectOdds.unlikelySince, since),
    lte(projectOdds.unlikelySince, until),
    isUnlikely,
  )

const forecastOf = (table: typeof projects | typeof projectOdds) =>
  and(eq(projectForecasts.tenantId, table.tenantId), eq(projectForecasts.projectId, table.projectId))

/** Whether anything changed in a time that a digest reports. */
export const hasNews = async (ctx: TenantContext, tx: Tx, span: Span): Promise<boolean> => {
  const count = { count: sql<number>`count(*)::int` }
  const [late] = await tx.select(count).from(notifiedLateness).where(becameLate(ctx.tenantId, span))
  const [unlikely] = await tx
    .select(count)
    .from(projectOdds)
    .innerJoin(projectForecasts, forecastOf(projectOdds))
    .where(becameUnlikely(ctx.tenantId, span))
  return (late?.count ?? 0) + (unlikely?.count ?? 0) > 0
}

const readLate = async (ctx: TenantContext, tx: Tx, span: Span): Promise<LateNews[]> => {
  const rows = await tx
    .select({
      projectId: projects.projectId,
      projectNumber: projects.projectNumber,
      projectName: projects.projectName,
      plannedShipDate: projects.plannedShipDate,
      latenessDays: projectForecasts.latenessDays,
      lateness: notifiedLateness.lateness,
      completion: projectForecasts.completion,
      p80: projectOdds.p80,
      onTimeChance: projectOdds.onTimeChance,
    })
    .from(notifiedLateness)
    .innerJoin(
      projects,
      and(eq(projects.tenantId, notifiedLateness.tenantId), eq(projects.projectId, notifiedLateness.projectId)),
    )
    .leftJoin(projectForecasts, forecastOf(projects))
    .leftJoin(
      projectOdds,
      and(eq(projectOdds.tenantId, projects.tenantId), eq(projectOdds.projectId, projects.projectId)),
    )
    .where(becameLate(ctx.tenantId, span))
    .orderBy(sql`${projectForecasts.latenessDays} desc nulls last`, asc(projects.projectNumber))
  const ids = rows.slice(0, mostLate).map(({ projectId }) => projectId)
  const causes = await readMainCauses(ctx, tx, ids)
  return rows.map(({ lateness, plannedShipDate, completion, p80, onTimeChance, ...project }) => {
    const overdue = lateness === 'late'
    return {
      cause: {
        code: 'projectLate',
        ...project,
        plannedShipDate: plannedShipDate?.toISOString() ?? null,
        overdue,
        mainCause: causes.get(project.projectId) ?? null,
      },
      odds: p80 && completion ? { p80, onTimeChance: overdue ? null : onTimeChance } : null,
    }
  })
}

const readUnlikely = async (ctx: TenantContext, tx: Tx, span: Span): Promise<UnlikelyNews[]> => {
  const rows = await tx
    .select({
      projectId: projects.projectId,
      projectNumber: projects.projectNumber,
      projectName: projects.projectName,
      plannedShipDate: projects.plannedShipDate,
      completion: projectForecasts.completion,
      p80: projectOdds.p80,
      onTimeChance: projectOdds.onTimeChance,
    })
    .from(projectOdds)
    .innerJoin(
      projects,
      and(eq(projects.tenantId, projectOdds.tenantId), eq(projects.projectId, projectOdds.projectId)),
    )
    .innerJoin(projectForecasts, forecastOf(projectOdds))
    .where(becameUnlikely(ctx.tenantId, span))
    .orderBy(asc(projectOdds.onTimeChance), asc(projects.projectNumber))
  return rows.map(({ p80, onTimeChance, ...project }) => ({ ...project, odds: { p80, onTimeChance } }))
}

/** The projects that became late or unlikely to ship on time, and still are. */
export const readNews = async (ctx: TenantContext, tx: Tx, span: Span): Promise<DigestNews> => ({
  late: await readLate(ctx, tx, span),
  unlikely: await readUnlikely(ctx, tx, span),
})

/** Shows the day of an instant as its reader wants it. */
export type ShowDate = (iso: string) => string

/** The day that ends with the work: work that ends at midnight is done on the day before. */
const dayOfEnd = (end: Date, showDate: ShowDate): string => showDate(new Date(lastInstant(end.getTime())).toISOString())

/** '80 % sure by 12/09/2026; 12 % chance to ship on time.'; empty without odds. */
export const oddsSentence = (odds: Odds | null, showDate: ShowDate): string => {
  if (odds === null) return ''
  const { p80, onTimeChance } = odds
  const chance = onTimeChance === null ? '' : `; ${chanceWords(onTimeChance)} chance to ship on time`
  return `80 % sure by ${dayOfEnd(p80, showDate)}${chance}.`
}

/** 'Its forecast is 12/01/2026, its ship date 12/02/2026. 80 % sure by ...' */
export const unlikelySentence = ({ plannedShipDate, completion, odds }: UnlikelyNews, showDate: ShowDate): string => {
  const forecast = completion && `Its forecast is ${dayOfEnd(completion, showDate)}`
  const ship = plannedShipDate && `its ship date ${showDate(plannedShipDate.toISOString())}`
  const dates = [forecast, ship].filter(Boolean).join(', ')
  return `${dates}. ${oddsSentence(odds, showDate)}`
}
