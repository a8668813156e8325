import { z } from 'zod/mini'
import {
  OperationFilter,
  OperationOrder,
  type OperationTab,
  OperationWindow,
  operationTabs,
} from '#contract/operation-filter.ts'
import { listOperationRows, type OperationList } from '#contract/operation-lists.ts'
import { benchNowMs, type MadePlan, perProject } from './made-plan.ts'
import { hoursLeftOf, madeRow, stateOf } from './made-row.ts'
import { selectRows } from './select-rows.ts'

const Query = z.extend(z.extend(OperationFilter, OperationOrder.shape), OperationWindow.shape)

const tabsOf = (plan: MadePlan, rows: readonly number[]): OperationList['tabs'] => {
  const tabs = Object.fromEntries(operationTabs.map((tab) => [tab, 0])) as Record<OperationTab, number>
  for (const row of rows) {
    const state = stateOf(plan, row)
    tabs.all += 1
    if (state === 'overdue' || state === 'projectedLate' || state === 'atRisk') tabs[state] += 1
  }
  return tabs
}

/**
 * Answers the list's calls inside the page. So the table pays for sorting and filtering on the same thread as its peer, and for
 * making, packing and reading every answer as well. Not counted, because the page has no part in it: the way to the server, its
 * session and its database, which does the product's sorting; `bench:ui -- operations` times those on the real thing.
 */
export const answerInPage = (plan: MadePlan): { send: typeof fetch; spentMs: () => number } => {
  let spentMs = 0
  const answerRows = (search: URLSearchParams): OperationList => {
    const asked = Object.fromEntries([...search.keys()].map((key) => [key, search.getAll(key)]))
    const single = Object.fromEntries(Object.entries(asked).map(([key, all]) => [key, all.length > 1 ? all : all[0]]))
    const { offset = 0, limit = 100, ...selection } = Query.parse(single)
    const rows = selectRows(plan, selection)
    return {
      now: new Date(benchNowMs).toISOString(),
      usesMaterial: false,
      total: rows.length,
      tabs: tabsOf(plan, rows),
      snoozed: 0,
      newSinceYesterday: 0,
      recovered: 0,
      offset,
      comparedWith: new Date(benchNowMs - 86_400_000).toISOString(),
      metrics: {
        projects: new Set(rows.map((row) => Math.floor(row / perProject))).size,
        hoursLeft: rows.reduce((hours, row) => hours + hoursLeftOf(plan, row), 0),
        averageDaysOverdue: 0,
        blocked: 0,
        severities: { critical: 0, high: 0, medium: 0, low: 0 },
      },
      rows: rows.slice(offset, offset + limit).map((row) => madeRow(plan, row)),
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
