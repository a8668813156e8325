import { sql } from 'drizzle-orm'
import type { LateCause } from '#contract/analytics.ts'
import type { LateProject } from '#contract/dashboard.ts'
import { defaultRiskDays } from '#contract/operation-filter.ts'
import type { Placement } from '#contract/placement.ts'
import { judgePlan } from '#domain/overdue/judge-plan.ts'
import { decidingLink, lateChain, queueDays, restCause, waitingBegins } from '#domain/overdue/late-chain.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { presentVerdict, verdictOfRow } from './explain-row.ts'
import type { PlanBook } from './plan-book.ts'
import { operationsOfIds, readJson } from './plan-rows.ts'
import { projectOutlook } from './project-outlook.ts'
import { readHeldTime } from './read-held-time.ts'

const rowsOf = ({ firstRow }: PlanBook['plan'], project: number): number[] => {
  const first = firstRow[project] as number
  return Array.from({ length: (firstRow[project + 1] as number) - first }, (_, index) => first + index)
}

/** Why the plan has these operations where they are. */
const readPlacements = async (
  ctx: TenantContext,
  tx: Tx,
  { plan }: PlanBook,
  rows: readonly number[],
): Promise<Map<string, Placement | null>> => {
  const ids = rows.filter((row) => !plan.completed[row]).map((row) => plan.ids[row] as string)
  return new Map(
    await readJson<[string, Placement | null]>(
      tx,
      sql`select json_build_array(operation_id, placement) as r from ${operationsOfIds(ctx.tenantId, ids)}`,
    ),
  )
}

/** Some projects (by index), judged now. */
const judgeNow = (ctx: TenantContext, { plan, facts, calendars }: PlanBook, projects: readonly number[]) => {
  const nowMs = ctx.app.now().getTime()
  const judgement = judgePlan(plan, facts, calendars, { nowMs, riskDays: defaultRiskDays }, projects)
  return { judgement, rows: projects.flatMap((project) => rowsOf(plan, project)) }
}
type Judged = ReturnType<typeof judgeNow>

/** The verdicts on these projects' rows; only of `placed` ones with the reasons that the plan has. */
const readVerdicts = async (
  ctx: TenantContext,
  tx: Tx,
  book: PlanBook,
  { judgement, rows }: Judged,
  placed: readonly number[],
) => {
  const { nowMs, standing } = judgement
  const placements = await readPlacements(ctx, tx, book, placed)
  const held = await readHeldTime(tx, ctx.tenantId, book, rows, nowMs)
  const placementOf = (row: number) => placements.get(book.plan.ids[row] as string) ?? null
  const verdictOf = (row: number) =>
    verdictOfRow(book, row, {
      standing: standing[row] as number,
      placement: placementOf(row),
      held: held.get(row),
      nowMs,
    })
  return { placementOf, verdictOf }
}

/** What makes some projects (by index) late, by the same rule as the rows of the overdue lists, and what would help first. */
export const explainLate = async (
  ctx: TenantContext,
  tx: Tx,
  book: PlanBook,
  projects: readonly number[],
): Promise<Map<number, LateProject['decidedBy']>> => {
  if (projects.length === 0) return new Map()
  const { plan, facts } = book
  const judged = judgeNow(ctx, book, projects)
  const { judgement } = judged
  const { placementOf, verdictOf } = await readVerdicts(ctx, tx, book, judged, judged.rows)
  const chainFacts = {
    lateDaysOf: (project: number) => projectOutlook(book, project, judgement.nowMs).latenessDays ?? 0,
    verdictOf,
    queueDaysOf: (row: number) => queueDays(placementOf(row), plan.scheduledStartMs[row] as number),
    openPredecessor: facts.openPredecessor,
    rowOf: (id: string) => plan.rowOf.get(id),
  }
  return new Map(
    projects.map((project) => {
      const link = decidingLink(lateChain(plan, judgement, project, chainFacts))
      if (!link) return [project, null]
      const operation = { operationId: plan.ids[link.row] as string, name: plan.names[link.row] as string }
      return [project, { ...operation, ...presentVerdict(book, link.verdict) }]
    }),
  )
}

/** What makes some late projects (by index) late beside the queues they stand in. */
export const readRestCauses = async (
  ctx: TenantContext,
  tx: Tx,
  book: PlanBook,
  projects: readonly number[],
): Promise<Map<number, LateCause>> => {
  if (projects.length === 0) return new Map()
  const { plan, facts } = book
  const judged = judgeNow(ctx, book, projects)
  const { judgement } = judged
  const starts = new Map(projects.map((project) => [project, waitingBegins(plan, judgement, project, facts)]))
  const placed = [...starts.values()].filter((row) => row >= 0)
  const { verdictOf } = await readVerdicts(ctx, tx, book, judged, placed)
  return new Map(
    [...starts].map(([project, start]) => [project, restCause(plan, judgement, project, { start, verdictOf })]),
  )
}
