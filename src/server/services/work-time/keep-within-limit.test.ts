import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#contract/vocabulary.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { withFacts } from '#testing/with-facts.ts'
import { withServices } from '../../context.ts'
import { workIntervals } from '../../db/tables/work-intervals.table.ts'
import { undoChange } from '../changes/undo-change.ts'
import { createOperation } from '../operations/write-operations.ts'
import { createProject } from '../projects/write-projects.ts'
import { createdStamp } from '../records/record-fields.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { addInterval } from './correct-intervals.ts'
import { readWorkTime } from './read-work-time.ts'
import { newInterval, recordWork } from './record-work.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const minute = (count: number) => new Date(Date.UTC(2026, 10, 1) + count * 60_000)
const ana = { workerId: randomUUID(), userId: null, name: 'Ana' }

it('an operation beyond the limit keeps every report and every hour, by joining intervals with short breaks', async () => {
  const ctx = await createTestTenant(database.db, { userName: 'Pat' })
  const end = limits.maxIntervalsPerOperation * 20
  let now = minute(end + 60)
  const planner = withServices(ctx, { now: () => now })
  const { projectId } = await createProject(planner, { input: {} })
  const input = { name: 'Weld', durationHours: 4, actualStartDate: minute(0).toISOString() }
  const path = { projectId, operationId: (await createOperation(planner, { projectId, input })).operationId }
  const operation = { ...path, categoryId: null }
  await writeTenant(planner, (write) => recordWork(write, { operation, kind: 'stop', at: minute(1), person: null }))
  // Ten minutes of work every twenty minutes; one break takes only a minute.
  const rows = Array.from({ length: limits.maxIntervalsPerOperation - 1 }, (_, index) => ({
    ...newInterval(
      { ctx: planner },
      { operation, person: ana },
      { startedAt: minute(20 * (index + 1)), endedAt: minute(20 * (index + 1) + (index === 4 ? 19 : 10)) },
    ),
    workedHours: (index === 4 ? 19 : 10) / 60,
    ...createdStamp(planner),
  }))
  await database.db.withTenant(planner, (tx) => tx.insert(workIntervals).values(rows))
  const before = await readWorkTime(planner, path)
  expect(before.intervals.length).toBe(limits.maxIntervalsPerOperation)

  const starting = withFacts(planner, { requestId: randomUUID() })
  await writeTenant(starting, (write) => recordWork(write, { operation, kind: 'start', at: now, person: ana }))
  const after = await readWorkTime(planner, path)
  expect(after.intervals.length).toBe(limits.maxIntervalsPerOperation)
  expect(after.actualHours).toBeCloseTo(before.actualHours ?? 0, 6)
  expect(after.intervals.at(-1)).toMatchObject({ startedAt: now.toISOString(), endedAt: null, workerName: 'Ana' })
  // Across a break no one is named, because the person may have worked on something else.
  expect(after.intervals[5]).toMatchObject({
    startedAt: minute(100).toISOString(),
    endedAt: minute(130).toISOString(),
    workerName: '',
  })
  await undoChange(withFacts(planner, { requestId: randomUUID() }), { changeId: starting.requestId, verb: 'undo' })
  const whole = (time: typeof before) => ({
    ...time,
    intervals: time.intervals.map(({ version, ...interval }) => interval),
  })
  expect(whole(await readWorkTime(planner, path))).toEqual(whole(before))

  now = minute(end + 120)
  const span = { startedAt: minute(end + 70).toISOString(), endedAt: minute(end + 80).toISOString() }
  await addInterval(planner, { ...path, input: span })
  expect((await readWorkTime(planner, path)).intervals.length).toBe(limits.maxIntervalsPerOperation)
})
