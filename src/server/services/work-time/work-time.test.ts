import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OperationInput } from '#contract/operations.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { withFacts } from '#testing/with-facts.ts'
import { type TenantContext, withServices } from '../../context.ts'
import { bulkChangeOperations } from '../bulk-operations/bulk-change-operations.ts'
import { createCategory } from '../categories/write-categories.ts'
import { undoChange } from '../changes/undo-change.ts'
import { listProjectHistory } from '../history/read-history.ts'
import { removeOperation } from '../operations/remove-operation.ts'
import { reportWorkTime } from '../operations/report-work-time.ts'
import { changeOperation, createOperation } from '../operations/write-operations.ts'
import { getProject } from '../projects/read-projects.ts'
import { createProject, deleteProject } from '../projects/write-projects.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { addInterval, changeInterval, removeInterval } from './correct-intervals.ts'
import { readFinishedWork } from './read-finished-work.ts'
import { readWorkTime } from './read-work-time.ts'
import { recordWork, type WorkPerson } from './record-work.ts'

let database: TestDatabase
let planner: TenantContext
let now: string
let projectId: string
let operationId: string
let categoryId: string
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** The planner at an hour of Monday, November 16, with a request of its own. */
const at = (hour: number): TenantContext => {
  now = new Date(Date.UTC(2026, 10, 16) + hour * 3_600_000).toISOString()
  return withFacts(planner, { requestId: randomUUID() })
}
const time = (hour: number) => new Date(Date.UTC(2026, 10, 16) + hour * 3_600_000).toISOString()

beforeEach(async () => {
  const ctx = await createTestTenant(database.db, { userName: 'Pat' })
  planner = withServices(ctx, { now: () => new Date(now) })
  categoryId = (await createCategory(at(7), { input: { name: `Weld ${randomUUID().slice(0, 8)}` } })).categoryId
  projectId = (await createProject(at(7), { input: {} })).projectId
  operationId = await newOperation({ name: 'Weld frame', durationHours: 4 })
})

const newOperation = async (input: OperationInput = {}) =>
  (await createOperation(at(7), { projectId, input: { categoryId, ...input } })).operationId
const change = (ctx: TenantContext, input: OperationInput, id = operationId) =>
  changeOperation(ctx, { projectId, operationId: id, input })
const report = (ctx: TenantContext, kind: 'start' | 'pause', id = operationId) =>
  reportWorkTime(ctx, { projectId, operationId: id, kind })
const undo = (ctx: TenantContext, changeId: string) => undoChange(ctx, { changeId, verb: 'undo' })
const shown = (id = operationId) => readWorkTime(planner, { projectId, operationId: id })
const spans = async (id = operationId) =>
  (await shown(id)).intervals.map(({ startedAt, endedAt }) => [startedAt, endedAt])

const ana: WorkPerson = { workerId: randomUUID(), userId: null, name: 'Ana Ruiz' }
const record = (ctx: TenantContext, kind: 'start' | 'pause' | 'stop', person: WorkPerson | null, id = operationId) =>
  writeTenant(ctx, (write) =>
    recordWork(write, {
      operation: { operationId: id, projectId, categoryId },
      kind,
      at: ctx.app.now(),
      person,
    }),
  )

describe('work that is reported', () => {
  it('starting, pausing, going on and finishing an operation makes intervals', async () => {
    await report(at(8), 'start')
    expect(await shown()).toMatchObject({ idleSince: null, includesWaiting: false, estimateHours: 4 })
    expect(await report(at(9.5), 'pause')).toMatchObject({ idleSince: time(9.5), actualHours: 1.5 })
    await report(at(11), 'start')
    await report(at(11.25), 'start')
    await change(at(12), { progressPercentage: 100 })
    expect(await spans()).toEqual([
      [time(8), time(9.5)],
      [time(11), time(12)],
    ])
    expect(await shown()).toMatchObject({ actualHours: 2.5, idleSince: null })
  })

  it('progress begins the work, a hold ends the interval, and the end of the hold begins none', async () => {
    await change(at(8), { progressPercentage: 20 })
    await change(at(9), { onHold: true })
    await change(at(10), { onHold: false })
    await change(at(11), { progressPercentage: 60 })
    expect(await spans()).toEqual([[time(8), time(9)]])
    expect(await shown()).toMatchObject({ idleSince: time(9) })
    await expect(report(at(12), 'pause')).resolves.toMatchObject({ idleSince: time(9) })
  })

  it('a bulk change begins and ends intervals of all its operations', async () => {
    const other = await newOperation()
    const target = { operations: [{ operationId }, { operationId: other }] }
    await bulkChangeOperations(at(8), { target, action: { kind: 'progress', progressPercentage: 50 } })
    await bulkChangeOperations(at(9), { target, action: { kind: 'progress', progressPercentage: 100 } })
    expect(await spans()).toEqual([[time(8), time(9)]])
    expect(await spans(other)).toEqual([[time(8), time(9)]])
  })

  it('dates that are entered later make no interval, and the hours include waiting', async () => {
    await change(at(20), { actualStartDate: time(8), actualEndDate: time(14) })
    expect(await shown()).toMatchObject({ intervals: [], actualHours: 6, includesWaiting: true })
  })

  it('a start is refused for work on hold and for work that is done', async () => {
    await change(at(8), { onHold: true })
    await expect(report(at(9), 'start')).rejects.toThrow('It is on hold. Release it first.')
    await change(at(10), { progressPercentage: 100 })
    await expect(report(at(11), 'start')).rejects.toThrow('It is done already.')
  })

  it('a person who starts another operation leaves the first one', async () => {
    const other = await newOperation()
    await record(at(8), 'start', ana)
    await record(at(10), 'start', ana, other)
    await record(at(11), 'pause', ana, other)
    expect(await spans()).toEqual([[time(8), time(10)]])
    expect(await spans(other)).toEqual([[time(10), time(11)]])
    expect((await shown()).intervals[0]).toMatchObject({ workerName: 'Ana Ruiz', reportedBy: 'Pat', workedHours: 2 })
  })
})

describe('a correction', () => {
  const workerName = 'Ben Ode'
  const add = (from: number, to: number, id = operationId) =>
    addInterval(at(20), {
      projectId,
      operationId: id,
      input: { startedAt: time(from), endedAt: time(to), workerName },
    })

  it('a planner adds, changes and removes an interval, and undo restores the hours each time', async () => {
    await report(at(8), 'start')
    await report(at(10), 'pause')
    const adding = at(20)
    const input = { startedAt: time(11), endedAt: time(12), workerName }
    const added = await addInterval(adding, { projectId, operationId, input })
    expect(added).toMatchObject({ workedHours: 1, corrected: true, workerName, reportedBy: 'Pat' })
    const path = { projectId, operationId, intervalId: added.intervalId }
    const changing = at(20)
    await changeInterval(changing, { ...path, input: { endedAt: time(14) }, expectedVersion: added.version })
    expect(await shown()).toMatchObject({ actualHours: 5 })
    const removing = at(20)
    await removeInterval(removing, path)
    expect(await shown()).toMatchObject({ actualHours: 2 })
    await undo(at(20), removing.requestId)
    expect(await shown()).toMatchObject({ actualHours: 5 })
    await undo(at(20), changing.requestId)
    expect(await shown()).toMatchObject({ actualHours: 3 })
    await undo(at(20), adding.requestId)
    expect(await shown()).toMatchObject({ actualHours: 2 })
    const words = (await listProjectHistory(planner, { projectId })).filter(({ entity }) => entity === 'workInterval')
    expect(words.map(({ action, source }) => [action, source])).toEqual([
      ['delete', 'undo'],
      ['update', 'undo'],
      ['create', 'undo'],
      ['delete', 'api'],
      ['update', 'api'],
      ['create', 'api'],
      ['update', 'api'],
      ['create', 'api'],
    ])
  })

  it('undoing a pause lets the work run on, and undoing the start removes it', async () => {
    const starting = at(8)
    await report(starting, 'start')
    const pausing = at(9)
    await report(pausing, 'pause')
    await undo(at(10), pausing.requestId)
    expect(await spans()).toEqual([[time(8), null]])
    await undo(at(10), starting.requestId)
    expect(await shown()).toMatchObject({ intervals: [], actualHours: null, idleSince: null })
  })

  it('undo leaves an interval alone where its person has worked on something else since', async () => {
    const other = await newOperation()
    await record(at(8), 'start', ana)
    const pausing = at(9)
    await record(pausing, 'pause', ana)
    await record(at(10), 'start', ana, other)
    const { left } = await undo(at(11), pausing.requestId)
    expect(left).toMatchObject([{ name: 'Time of Ana Ruiz', reason: 'taken' }])
    expect(await spans()).toEqual([[time(8), time(9)]])
  })

  it('one person cannot work on two operations at once', async () => {
    const other = await newOperation({ name: 'Cut' })
    await report(at(7), 'start')
    await report(at(7), 'start', other)
    const { projectNumber } = await getProject(planner, { projectId })
    await add(8, 10)
    await expect(add(9, 11, other)).rejects.toThrow(`Ben Ode already has time on Weld frame of #${projectNumber} then.`)
    await expect(add(10, 11, other)).resolves.toMatchObject({ workedHours: 1 })
  })

  it('impossible times and stale versions are refused', async () => {
    await expect(add(8, 9)).rejects.toThrow('This operation has not started.')
    await report(at(7), 'start')
    const issueOf = (from: number, to: number) =>
      add(from, to).then(
        () => null,
        (error) => error.problems[0].message,
      )
    expect(await issueOf(9, 9)).toBe('The end must be after the start')
    expect(await issueOf(9, 30)).toBe('Time on work cannot be in the future')
    expect(await issueOf(-24 * 40, 9)).toBe('At most 31 days')
    const { intervalId } = await add(8, 9)
    const path = { projectId, operationId, intervalId }
    const stale = changeInterval(at(20), { ...path, input: { workerName: 'Cy' }, expectedVersion: 7 })
    await expect(stale).rejects.toMatchObject({ currentVersion: 1 })
  })

  it('a deleted operation or project takes its intervals along, and undo brings them back', async () => {
    await report(at(8), 'start')
    await report(at(9), 'pause')
    const before = await spans()
    const removing = at(10)
    await removeOperation(removing, { projectId, operationId })
    await undo(at(10), removing.requestId)
    expect(await spans()).toEqual(before)
    const deleting = at(11)
    await deleteProject(deleting, { projectId })
    await undo(at(11), deleting.requestId)
    expect(await spans()).toEqual(before)
  })
})

describe('finished work', () => {
  it('it says the hours of its intervals, or the open hours where there are none', async () => {
    const old = await newOperation({ name: 'Old', durationHours: 3 })
    await newOperation({ name: 'Open' })
    await report(at(8), 'start')
    await report(at(9), 'pause')
    await change(at(12), { progressPercentage: 100 })
    await change(at(13), { actualStartDate: time(7), actualEndDate: time(12.5) }, old)
    const finished = await planner.app.db.withTenant(planner, (tx) =>
      readFinishedWork(planner, tx, { fromMs: Date.parse(time(0)) }),
    )
    expect(finished).toEqual({
      operationId: [operationId, old],
      projectId: [projectId, projectId],
      categoryId: [categoryId, categoryId],
      name: ['Weld frame', 'Old'],
      setupFamily: ['', ''],
      estimateHours: [4, 3],
      actualHours: [1, 5.5],
      includesWaiting: [false, true],
      finishedMs: [Date.parse(time(12)), Date.parse(time(12.5))],
    })
  })
})
