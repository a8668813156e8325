import { afterAll, beforeAll, expect, it } from 'vitest'
import { byShipDate } from '#domain/projects/by-ship-date.ts'
import { runTestShop } from '#testing/run-test-shop.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import type { AppServices } from '../../context.ts'
import { listProjects } from '../projects/list-projects.ts'
import { presentProject } from '../projects/present-project.ts'
import { selectFigures, selectProjectRows, selectTimeZone, withFigures } from '../projects/select-projects.ts'
import { readProjectColumns } from '../schedule/schedule-columns.ts'
import { type ProjectRange, readInParts } from './read-in-parts.ts'

let database: TestDatabase
let app: AppServices
beforeAll(async () => {
  database = await openTestDatabase()
  app = { db: database.db, now: () => new Date('2026-11-18T16:24:00Z') }
})
afterAll(() => database.close())

it('reads every project of a large organization in some part', async () => {
  const ctx = await runTestShop(app, { projects: 260, operations: 1 })
  const head = async (tx: Parameters<typeof readProjectColumns>[1]) => {
    const { ids } = await readProjectColumns(ctx, tx, null)
    return { projectIds: ids }
  }
  const ranges: ProjectRange[] = []
  const part = async (_tx: unknown, range: ProjectRange) => void ranges.push(range)
  await readInParts(ctx, { head, part })
  expect(ranges).toHaveLength(2)
  const covered = ranges.flatMap((range) => (range ? [range.first, range.last] : []))
  expect(covered).toEqual([...covered].sort())

  const between = await app.db.withTenant(ctx, async (tx) => ({
    zone: await selectTimeZone(ctx, tx),
    rows: withFigures(await selectProjectRows(ctx, tx, null), [await selectFigures(ctx, tx, null)]),
  }))
  const nowMs = app.now().getTime()
  const shown = between.rows.map((row) => presentProject(row, between.zone, nowMs))
  expect(await listProjects(ctx)).toEqual(shown.sort(byShipDate))
})
