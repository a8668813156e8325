import { sql } from 'drizzle-orm'
import type { LateCause } from '#contract/analytics.ts'
import type { LateProject } from '#contract/dashboard.ts'
import { defaultRiskDays } from '#contract/operation-filter.ts'
import type { Placement } from '#contract/placement.ts'
import { judgePlan, type PlanJudgement } from '#domain/overdue/judge-plan.ts'
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

/** Projects (by index) judged now; `placementRows` = the operations whose verdict needs the reasons of the plan. */
const judgeLate = async (
  ctx: TenantContext,
  tx: Tx,
  book: PlanBook,
  projects: readonly number[],
  placementRows: (judgement: PlanJudgement, rows: readonly number[]) => readonly number[],
) => {
  const { plan, facts, calendars } = book
  const nowMs = ctx.app.now().getTime()
  const judgement = judgePlan(plan, facts, calendars, { nowMs, riskDays: defaultRiskDays }, projects)
  const rows = projects.flatMap((project) => rowsOf(plan, project))
  const placements = await readPlacements(ctx, tx, book, placementRows(judgement, rows))
  const held = await readHeldTime(tx, ctx.tenantId, book, rows, nowMs)
  const placementOf = (row: number) => placements.get(plan.ids[row] as string) ?? null
  const verdictOf = (row: number) =>
    verdictOfRow(book, row, {
      standing: judgement.standing[row] as number,
      placement: placementOf(row),
      held: held.get(row),
      nowMs,
    })
  return { judgement, placementOf, verdictOf, nowMs }
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
  const { judgement, placementOf, verdictOf, nowMs } = await judgeLate(ctx, tx, book, projects, (_, rows) => rows)
  const chainFacts = {
    lateDaysOf: (project: number) => projectOutlook(book, project, nowMs).latenessDays ?? 0,
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
  let starts: number[] = []
  const { judgement, verdictOf } = await judgeLate(ctx, tx, book, projects, (judged) => {
    starts = projects.map((project) => waitingBegins(plan, judged, project, facts))
    return starts.filter((row) => row >= 0)
  })
  return new Map(
    projects.map((project, at) => [
      project,
      restCause(plan, judgement, project, { start: starts[at] as number, verdictOf }),
    ]),
  )
}
