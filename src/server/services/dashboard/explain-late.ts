import { sql } from 'drizzle-orm'
import type { LateProject } from '#contract/dashboard.ts'
import { defaultRiskDays } from '#contract/operation-filter.ts'
import type { Placement } from '#contract/placement.ts'
import { decidingOperation } from '#domain/overdue/deciding-operation.ts'
import { judgePlan } from '#domain/overdue/judge-plan.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { presentVerdict, verdictOfRow } from '../operation-lists/explain-row.ts'
import type { PlanBook } from '../operation-lists/plan-book.ts'
import { operationsOfIds, readJson } from '../operation-lists/plan-rows.ts'
import { readHeldTime } from '../operation-lists/read-held-time.ts'

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

/** What makes some projects (by index) late, by the same rule as the rows of the overdue lists, and what would help first. */
export const explainLate = async (
  ctx: TenantContext,
  tx: Tx,
  book: PlanBook,
  projects: readonly number[],
): Promise<Map<number, LateProject['decidedBy']>> => {
  if (projects.length === 0) return new Map()
  const { plan, facts, calendars } = book
  const nowMs = ctx.app.now().getTime()
  const placements = await readPlacements(ctx, tx, book, projects)
  const rows = projects.flatMap((project) => rowsOf(plan, project))
  const held = await readHeldTime(tx, ctx.tenantId, book, rows, nowMs)
  const judgement = judgePlan(plan, facts, calendars, { nowMs, riskDays: defaultRiskDays }, projects)
  const verdictOf = (row: number) =>
    verdictOfRow(book, row, {
      standing: judgement.standing[row] as number,
      placement: placements.get(plan.ids[row] as string) ?? null,
      held: held.get(row),
      nowMs,
    })
  return new Map(
    projects.map((project) => {
      const found = decidingOperation(plan, judgement, project, { verdictOf, rowOf: (id) => plan.rowOf.get(id) })
      if (!found) return [project, null]
      const { row, verdict } = found
      const operation = { operationId: plan.ids[row] as string, name: plan.names[row] as string }
      return [project, { ...operation, ...presentVerdict(book, verdict) }]
    }),
  )
}
