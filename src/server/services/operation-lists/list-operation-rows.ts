import { maxWindowRows } from '#contract/operation-filter.ts'
import type { OperationList } from '#contract/operation-lists.ts'
import { isRowBlocked } from '#domain/operation-lists/filter-operations.ts'
import { severityOf } from '#domain/overdue/overdue-thresholds.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/transaction.ts'
import { rowPresenter } from './present-row.ts'
import { readDetails } from './read-details.ts'
import { readHeldTime } from './read-held-time.ts'
import { type OperationSelection, type SelectedOperations, selectOperationsList } from './select-operations-list.ts'

const defaultWindowRows = 100
const overdue = 0

/** What the rows that match add up to. */
const metricsOf = ({ rows, judged }: SelectedOperations): OperationList['metrics'] => {
  const { plan, facts, judgement } = judged
  const severities = { critical: 0, high: 0, medium: 0, low: 0 }
  const projects = new Uint8Array(plan.projects.length)
  let [hoursLeft, days, late, blocked, projectCount] = [0, 0, 0, 0, 0]
  for (const row of rows) {
    const project = plan.project[row] as number
    if (!projects[project]) projectCount++
    projects[project] = 1
    hoursLeft += facts.hoursLeft[row] as number
    if (isRowBlocked(judged, row)) blocked++
    if (judgement.standing[row] !== overdue) continue
    late++
    days += judgement.daysOverdue[row] as number
    severities[severityOf(judgement.daysOverdue[row] as number)]++
  }
  return {
    projects: projectCount,
    hoursLeft: Math.round(hoursLeft * 100) / 100,
    averageDaysOverdue: late === 0 ? 0 : Math.round((days / late) * 10) / 10,
    blocked,
    severities,
  }
}

/** A window of the operations that match, with the counts of every tab. */
export const listOperationRows = async (
  ctx: TenantContext,
  query: OperationSelection & { readonly offset?: number | undefined; readonly limit?: number | undefined },
): Promise<OperationList> => {
  const { offset = 0, limit = defaultWindowRows, ...selection } = query
  const selected = await selectOperationsList(ctx, selection)
  const window = [...selected.rows.subarray(offset, offset + Math.min(limit, maxWindowRows))]
  const ids = window.map((row) => selected.book.plan.ids[row] as string)
  const [details, held] = await readTenant(ctx, (tx) =>
    Promise.all([
      readDetails(tx, ctx.tenantId, ids),
      readHeldTime(tx, ctx.tenantId, selected.book, window, selected.nowMs),
    ]),
  )
  const { filtered } = selected
  const present = rowPresenter(selected)
  return {
    now: new Date(selected.nowMs).toISOString(),
    total: selected.rows.length,
    tabs: filtered.tabs,
    snoozed: filtered.snoozed,
    newSinceYesterday: filtered.newSinceYesterday,
    recovered: filtered.recovered,
    comparedWith: new Date(selected.comparedWithMs).toISOString(),
    metrics: metricsOf(selected),
    offset,
    rows: window.flatMap((row, index) => {
      const found = details.get(ids[index] as string)
      return found ? present(row, found, held.get(row)) : []
    }),
  }
}
