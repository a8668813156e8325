import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/db/open-database.ts'
import { seedContext } from '#server/seed/seed-context.ts'
import { bulkChangeOperations } from '#server/services/bulk-operations/bulk-change-operations.ts'
import { getDashboard } from '#server/services/dashboard/get-dashboard.ts'
import { exportOperations } from '#server/services/operation-lists/export-operations.ts'
import { listOperationGroups } from '#server/services/operation-lists/list-operation-groups.ts'
import { listOperationRows } from '#server/services/operation-lists/list-operation-rows.ts'
import type { OperationSelection } from '#server/services/operation-lists/operation-query.ts'

/**
 * Times the list of operations over an organisation made with `npm run seed -- --projects 5000 --operations 20` (and scheduled):
 * `node src/testing/bench/operation-list.ts --data DIR [--days 10]`. `--days` moves the clock, so that work is overdue.
 */
const { values } = parseArgs({ options: { data: { type: 'string' }, days: { type: 'string', default: '10' } } })
const rounds = 7

const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** Processor time of the whole process beside the clock: on a machine that does other things too it is the steadier figure. */
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
  const [medianMs, maxMs, cpuMs] = [median(spans), Math.max(...spans), median(cpuTimes)].map(Math.round)
  console.log(JSON.stringify({ name, medianMs, maxMs, cpuMs }))
  return result as T
}

const selections: Record<string, OperationSelection> = {
  'all, by name': { sortBy: 'name' },
  'overdue, by project': { tab: 'overdue', groupBy: 'project' },
  'projected late by slack': { tab: 'projectedLate', sortBy: 'slack' },
  'at risk': { tab: 'atRisk', riskDays: 3 },
  'search of two words': { search: 'granite weld' },
  'one week, one status': { fromDate: '2026-12-07', toDate: '2026-12-13', statuses: ['Pending'] },
  'blocked or at risk, critical': { tab: 'overdue', flagged: ['at-risk', 'blocked'], severities: ['critical', 'high'] },
}

const db = await openDatabase({ DATA_DIR: values.data ?? '.data' })
try {
  const aheadMs = Number(values.days) * 86_400_000
  const app = { db, now: () => new Date(Date.now() + aheadMs) }
  const { rows } = await db.withSystem((tx) =>
    tx.execute<{ id: string }>(
      sql`select tenant_id as id from operations group by tenant_id order by count(*) desc limit 1`,
    ),
  )
  const ctx = seedContext(app, rows[0]?.id ?? '')
  console.log(JSON.stringify({ loadAverage: loadavg().map(Math.round) }))
  await timed('cold: everything read', () => listOperationRows(ctx, {}), 1)
  for (const [name, selection] of Object.entries(selections)) {
    const list = await timed(name, () => listOperationRows(ctx, { ...selection, limit: 100 }))
    console.log(JSON.stringify({ total: list.total, tabs: list.tabs, bytes: JSON.stringify(list).length }))
  }
  await timed('deep window', () => listOperationRows(ctx, { offset: 90_000, limit: 200 }))
  const groups = await timed('groups by project', () => listOperationGroups(ctx, { groupBy: 'project' }))
  console.log(JSON.stringify({ groups: groups.keys.length, bytes: JSON.stringify(groups).length }))
  const { rows: some } = await listOperationRows(ctx, { tab: 'overdue', limit: 40 })
  const operations = some.map(({ operationId }) => ({ operationId }))
  await timed('bulk: 40 rows moved a day', () =>
    bulkChangeOperations(ctx, { target: { operations }, action: { kind: 'rescheduleBy', workingDays: 1 } }),
  )
  const many: { operationId: string }[] = []
  while (many.length < 2_000) {
    const { rows } = await listOperationRows(ctx, { sortBy: 'start', offset: many.length, limit: 200 })
    many.push(...rows.map(({ operationId }) => ({ operationId })))
  }
  for (const action of [{ kind: 'rescheduleBy', workingDays: 1 }, { kind: 'nextFreeSlot' }] as const) {
    await timed(
      `bulk: 2,000 rows, ${action.kind}`,
      () => bulkChangeOperations(ctx, { target: { operations: many }, action }),
      1,
    )
  }
  const change = () =>
    bulkChangeOperations(ctx, {
      target: { operations: operations.slice(0, 1) },
      action: { kind: 'notes', mode: 'replace', text: `Seen ${performance.now()}` },
    })
  await timed('the list after a change', async () => {
    await change()
    return listOperationRows(ctx, { tab: 'overdue', groupBy: 'project' })
  })
  await timed('the dashboard, first read after a change', async () => {
    await change()
    return getDashboard(ctx, {})
  })
  await timed('the dashboard again', () => getDashboard(ctx, {}))
  await timed(
    'CSV of everything',
    async () => {
      const before = performance.now()
      let [bytes, parts, firstRowsMs] = [0, 0, 0]
      for await (const part of exportOperations(ctx, {})) {
        bytes += part.length
        if (++parts === 2) firstRowsMs = Math.round(performance.now() - before)
      }
      console.log(JSON.stringify({ bytes, firstRowsMs }))
    },
    1,
  )
} finally {
  await db.close()
}
