import { beforeEach, expect, it } from 'vitest'
import { everyOperationRow } from '#testing/every-operation-row.ts'
import { runTestShop, runUntil } from '#testing/run-test-shop.ts'
import { testRunner } from '#testing/test-runner.ts'
import { keepForecast } from '../forecasts/current-forecast.ts'
import { startRun } from '../scheduling-runs/start-run.ts'
import { listOperationRows } from './list-operation-rows.ts'

const shop = testRunner()
beforeEach(() => shop.start())

it('sorting by days overdue shows the rows with the earliest end first, and ascending the rows with the latest', async () => {
  const ctx = await runTestShop(shop.app, { projects: 60, operations: 15 })
  const { runId } = await startRun(ctx, { projectId: null })
  await runUntil(ctx, runId)
  shop.nowMs += 5 * 86_400_000
  await keepForecast(ctx)
  // Sorting by name reads the rows in another way.
  const rows = await everyOperationRow(ctx, { tab: 'all', sortBy: 'name' })
  const ends = rows.flatMap(({ endsByDate }) => (endsByDate === null ? [] : [endsByDate])).toSorted()
  const states = Map.groupBy(rows, ({ state }) => state)
  expect([...states.values()].filter((all) => all.length > 220).length).toBeGreaterThan(0)
  for (const offset of [0, 3]) {
    const first = await listOperationRows(ctx, { tab: 'all', offset, limit: 9 })
    expect(first.rows.map((row) => row.endsByDate)).toEqual(ends.slice(offset, offset + 9))
    const last = await listOperationRows(ctx, { tab: 'all', sortOrder: 'asc', offset, limit: 9 })
    expect(last.rows.map((row) => row.endsByDate)).toEqual(ends.toReversed().slice(offset, offset + 9))
  }
})
