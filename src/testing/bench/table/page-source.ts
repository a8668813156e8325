import { OperationFilter, OperationOrder, OperationWindow } from '#contract/operation-filter.ts'
import { listOperationRows, type OperationList } from '#contract/operation-lists.ts'
import { filterOperations, type JudgedPlan } from '#domain/operation-lists/filter-operations.ts'
import { orderOperations, type PlanRanks } from '#domain/operation-lists/order-operations.ts'
import { benchNowMs } from './made-plan.ts'
import { madeRow } from './made-row.ts'

const Query = OperationFilter.extend(OperationOrder.shape).extend(OperationWindow.shape)
const everyDay = { fromMs: -Infinity, toMs: Infinity }

/**
 * Answers the list's calls inside the page, with the rules of the server (filter, order) over its columns. So the table
 * pays for sorting and filtering on the same thread as its peer, and for making, packing and reading every answer as
 * well. Not counted, because the page has no part in it: the way to the server, its session and its database;
 * `bench:ui -- operations` times those on the real thing.
 */
export const answerInPage = (judged: JudgedPlan): { send: typeof fetch; spentMs: () => number } => {
  let spentMs = 0
  const ranks: PlanRanks = {}
  const answerRows = (search: URLSearchParams): OperationList => {
    const asked = Object.fromEntries([...search.keys()].map((key) => [key, search.getAll(key)]))
    const single = Object.fromEntries(Object.entries(asked).map(([key, all]) => [key, all.length > 1 ? all : all[0]]))
    const { offset = 0, limit = 100, ...selection } = Query.parse(single)
    const filtered = filterOperations(judged, selection, everyDay)
    const rows = orderOperations(judged, ranks, filtered.rows, selection)
    const { tabs, snoozed, newSinceYesterday, recovered } = filtered
    return {
      now: new Date(benchNowMs).toISOString(),
      total: rows.length,
      ...{ tabs, snoozed, newSinceYesterday, recovered, offset },
      comparedWith: new Date(benchNowMs - 86_400_000).toISOString(),
      metrics: {
        projects: new Set(rows.map((row) => judged.plan.project[row] ?? -1)).size,
        hoursLeft: rows.reduce((hours, row) => hours + (judged.facts.hoursLeft[row] ?? 0), 0),
        averageDaysOverdue: 0,
        blocked: 0,
        severities: { critical: 0, high: 0, medium: 0, low: 0 },
      },
      rows: [...rows.subarray(offset, offset + limit)].map((row) => madeRow(judged, row)),
    }
  }
  const send: typeof fetch = async (input) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input))
    if (pathname !== `/api${listOperationRows.path}`) return new Response('', { status: 404 })
    const startMs = performance.now()
    const text = JSON.stringify(answerRows(searchParams))
    spentMs += performance.now() - startMs
    return new Response(text, { headers: { 'content-type': 'application/json' } })
  }
  return { send, spentMs: () => spentMs }
}
