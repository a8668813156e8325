import { sql } from 'drizzle-orm'
import type { LateProject } from '#contract/dashboard.ts'
import { defaultRiskDays } from '#contract/operation-filter.ts'
import type { Placement } from '#contract/placement.ts'
import { judgePlan } from '#domain/overdue/judge-plan.ts'
import { decidingLink, type LateLink, lateChain, queueDays } from '#domain/overdue/late-chain.ts'
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

/** Why the plan has each open operation of some projects where it is. */
const readPlacements = async (
  ctx: TenantContext,
  tx: Tx,
  { plan }: PlanBook,
  projects: readonly number[],
): Promise<Map<string, Placement | null>> => {
  const open = projects.flatMap((project) => rowsOf(plan, project)).filter((row) => !plan.completed[row])
  const ids = open.map((row) => plan.ids[row] as string)
  return new Map(
    await readJson<[string, Placement | null]>(
      tx,
      sql`select json_build_array(operation_id, placement) as r from ${operationsOfIds(ctx.tenantId, ids)}`,
    ),
  )
}

/** What holds some projects (by index) up, judged by the same rule as the rows of the overdue lists. */
export const readLateChains = async (
  ctx: TenantContext,
  tx: Tx,
  book: PlanBook,
  projects: readonly number[],
): Promise<Map<number, LateLink[]>> => {
  if (projects.length === 0) return new Map()
  const { plan, facts, calendars } = book
  const nowMs = ctx.app.now().getTime()
  const placements = await readPlacements(ctx, tx, book, projects)
  const rows = projects.flatMap((project) => rowsOf(plan, project))
  const held = await readHeldTime(tx, ctx.tenantId, book, rows, nowMs)
  const judgement = judgePlan(plan, facts, calendars, { nowMs, riskDays: defaultRiskDays }, projects)
  const placementOf = (row: number) => placements.get(plan.ids[row] as string) ?? null
  const chainFacts = {
    lateDaysOf: (project: number) => projectOutlook(book, project, nowMs).latenessDays ?? 0,
    verdictOf: (row: number) =>
      verdictOfRow(book, row, {
        standing: judgement.standing[row] as number,
        placement: placementOf(row),
        held: held.get(row),
        nowMs,
      }),
    queueDaysOf: (row: number) => queueDays(placementOf(row), plan.scheduledStartMs[row] as number),
    openPredecessor: facts.openPredecessor,
    rowOf: (id: string) => plan.rowOf.get(id),
  }
  return new Map(projects.map((project) => [project, lateChain(plan, judgement, project, chainFacts)]))
}

/** What makes some projects (by index) late, and what would help first. */
export const explainLate = async (
  ctx: TenantContext,
  tx: Tx,
  book: PlanBook,
  projects: readonly number[],
): Promise<Map<number, LateProject['decidedBy']>> => {
  const { plan } = book
  const explained = (chain: readonly LateLink[]): LateProject['decidedBy'] => {
    const link = decidingLink(chain)
    if (!link) return null
    const operation = { operationId: plan.ids[link.row] as string, name: plan.names[link.row] as string }
    return { ...operation, ...presentVerdict(book, link.verdict) }
  }
  const chains = await readLateChains(ctx, tx, book, projects)
  return new Map([...chains].map(([project, chain]) => [project, explained(chain)]))
}
