import { parseArgs } from 'node:util'
import { operationGroupings, operationSorts, operationTabs } from '#contract/operation-filter.ts'
import { readTenant } from '#server/db/read-tenant.ts'
import { getDelivery } from '#server/services/analytics/get-delivery.ts'
import { getEstimateAccuracy } from '#server/services/analytics/get-estimate-accuracy.ts'
import { getLateCauses } from '#server/services/analytics/get-late-causes.ts'
import { getLoadMatrix } from '#server/services/analytics/get-load-matrix.ts'
import { getProjectFlow } from '#server/services/analytics/get-project-flow.ts'
import { bulkChangeOperations } from '#server/services/bulk-operations/bulk-change-operations.ts'
import { getDashboard } from '#server/services/dashboard/get-dashboard.ts'
import { keepForecast } from '#server/services/forecasts/current-forecast.ts'
import { exportOperations } from '#server/services/operation-lists/export-operations.ts'
import { listOperationGroups, listOperationRows } from '#server/services/operation-lists/list-operation-rows.ts'
import type { OperationSelection } from '#server/services/operation-lists/operation-query.ts'
import { machineLoad } from './figures.ts'
import { openListShop } from './list-shop.ts'

/**
 * `npm run bench:lists`: times the operation lists of a shop with 100,000 operations (`--projects 10000 --operations
 * 10`), ten days after it was scheduled (`--days 10`), so that some work is overdue: every tab, sort key and grouping,
 * filters, searches, dashboard and analytics, and reads after a change. Calls the services directly, without the answer
 * cache. On the embedded database, or on PostgreSQL with TEST_DATABASE=postgres. `--data DIR` saves the shop.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    days: { type: 'string', default: '10' },
    projects: { type: 'string', default: '10000' },
    operations: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '7' },
    parts: { type: 'string', default: 'lists,figures,changes' },
  },
})
const rounds = Number(values.rounds)
const wantedMs = 150

/** The quantile of the measured times. */
const within = (share: number, times: readonly number[]): number =>
  Math.round(times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)

/** Processor time of the whole process, which is more stable than wall time on a busy machine. */
const timed = async <T>(name: string, work: () => Promise<T>, times = rounds): Promise<T> => {
  const [spans, cpuTimes]: [number[], number[]] = [[], []]
  let result: T | undefined
  for (let round = 0; round < times; round++) {
    const [before, cpu] = [performance.now(), process.cpuUsage()]
    result = await work()
    const { user, system } = process.cpuUsage(cpu)
    spans.push(performance.now() - before)
    cpuTimes.push((user + system) / 1_000)
  }
  const p50 = within(0.5, spans)
  const report = `p50 ${p50} ms, p95 ${within(0.95, spans)} ms, CPU ${within(0.5, cpuTimes)} ms`
  console.log(`${p50 <= wantedMs ? '     ' : 'SLOW '}${name.padEnd(46)} ${report}; ${machineLoad()}`)
  return result as T
}

const lists: readonly (readonly [string, OperationSelection])[] = [
  ...operationTabs.map((tab) => [`tab ${tab}`, { tab }] as const),
  ...operationSorts.map((sortBy) => [`all by ${sortBy}`, { sortBy }] as const),
  ...operationGroupings
    .filter((groupBy) => groupBy !== 'none')
    .flatMap((groupBy) => [
      [`all, grouped by ${groupBy}`, { groupBy }] as const,
      [`overdue, grouped by ${groupBy}`, { tab: 'overdue', groupBy }] as const,
    ]),
  ['search of one word', { search: 'weld' }],
  ['search of two words', { search: 'granite weld' }],
  ['search that finds nothing', { search: 'zebra' }],
  ['one week, one status', { fromDate: '2026-12-07', toDate: '2026-12-13', statuses: ['Pending'] }],
  [
    'overdue, blocked or at risk, critical or high',
    { tab: 'overdue', flagged: ['at-risk', 'blocked'], severities: ['critical', 'high'] },
  ],
  ['critical projects by slack', { priorities: ['critical'], sortBy: 'slack' }],
  ['at risk within five days', { tab: 'atRisk', riskDays: 5 }],
  ['new since yesterday', { tab: 'overdue', trend: 'new' }],
  ['on hold', { onHold: true }],
  ['stalled', { stalled: true }],
]

const { ctx, engine, close } = await openListShop({
  data: values.data,
  projects: Number(values.projects),
  operations: Number(values.operations),
  days: Number(values.days),
})

const measureLists = async () => {
  for (const [name, selection] of lists) {
    await timed(name, () => listOperationRows(ctx, { ...selection, limit: 100 }))
    if (selection.groupBy) await timed(`${name}: the groups`, () => listOperationGroups(ctx, selection))
  }
  await timed('rows 90,000 to 90,200', () => listOperationRows(ctx, { offset: 90_000, limit: 200 }))
  await timed('an empty transaction', () => readTenant(ctx, async () => undefined))
}

const measureFigures = async () => {
  await timed('the dashboard', () => getDashboard(ctx))
  await timed('load of twelve weeks', () => getLoadMatrix(ctx, { weeks: 12 }))
  await timed('late causes', () => getLateCauses(ctx, {}))
  await timed('delivery', () => getDelivery(ctx, {}))
  await timed('estimates', () => getEstimateAccuracy(ctx, {}))
  await timed('project flow', () => getProjectFlow(ctx, {}))
}

const measureChanges = async () => {
  const { rows: some } = await listOperationRows(ctx, { tab: 'overdue', limit: 40 })
  const operations = some.map(({ operationId }) => ({ operationId }))
  const move = (target: { operationId: string }[], kind: 'rescheduleBy' | 'nextFreeSlot') =>
    bulkChangeOperations(ctx, {
      target: { operations: target },
      action: kind === 'rescheduleBy' ? { kind, workingDays: 1 } : { kind },
    })
  await timed('bulk: 40 rows moved a day', () => move(operations, 'rescheduleBy'))
  const many: { operationId: string }[] = []
  while (many.length < 2_000) {
    const { rows } = await listOperationRows(ctx, { sortBy: 'start', offset: many.length, limit: 200 })
    many.push(...rows.map(({ operationId }) => ({ operationId })))
  }
  await timed('bulk: 2,000 rows moved a day', () => move(many, 'rescheduleBy'), 1)
  await timed('bulk: 2,000 rows to their next free slots', () => move(many, 'nextFreeSlot'), 1)
  const change = () =>
    bulkChangeOperations(ctx, {
      target: { operations: operations.slice(0, 1) },
      action: { kind: 'notes', mode: 'replace', text: `Seen ${performance.now()}` },
    })
  await timed('overdue by project after a change', async () => {
    await change()
    return listOperationRows(ctx, { tab: 'overdue', groupBy: 'project' })
  })
  await timed('the dashboard, first read after a change', async () => {
    await change()
    return getDashboard(ctx)
  })
  await timed('the dashboard again', () => getDashboard(ctx))
  await timed(
    'CSV of everything',
    async () => {
      let bytes = 0
      for await (const part of exportOperations(ctx, {})) bytes += part.length
      return bytes
    },
    1,
  )
}

try {
  await timed('the forecast', () => keepForecast(ctx), 1)
  const { total, tabs } = await timed('first list', () => listOperationRows(ctx, {}), 1)
  console.log(`${total} operations on the ${engine} database: ${JSON.stringify(tabs)}`)
  if (values.parts.includes('lists')) await measureLists()
  if (values.parts.includes('figures')) await measureFigures()
  if (values.parts.includes('changes')) await measureChanges()
} finally {
  await close()
}
process.exit()
