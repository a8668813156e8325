import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OperationInput } from '#contract/operations.ts'
import type { ProjectInput } from '#contract/projects.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { randomEdit } from '#testing/undo/random-edit.ts'
import { shopState } from '#testing/undo/shop-state.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { Random } from '../../seed/random.ts'
import { snoozeOperations } from '../bulk-operations/snooze-operations.ts'
import { createCategory } from '../categories/write-categories.ts'
import { listOperations } from '../operations/read-operations.ts'
import { removeOperation } from '../operations/remove-operation.ts'
import { changeOperation, createOperation } from '../operations/write-operations.ts'
import { getProject } from '../projects/read-projects.ts'
import { changeProject, changeProjects, createProject, deleteProject } from '../projects/write-projects.ts'
import { changesChannel } from '../records/store-history.ts'
import { listChanges } from './list-changes.ts'
import { undoChange } from './undo-change.ts'
import { undoLast } from './undo-last.ts'

let database: TestDatabase
let ana: TenantContext
let ben: TenantContext
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ana = await createTestTenant(database.db, { userName: 'Ana' })
  ben = withFacts(ana, { userId: randomUUID(), userName: 'Ben' })
})

/** Runs the work as a request of its own, and returns the id of its change set. */
const by = async (ctx: TenantContext, work: (ctx: TenantContext) => Promise<unknown>): Promise<string> => {
  const request = withFacts(ctx, { requestId: randomUUID() })
  await work(request)
  return request.requestId
}
const undo = (ctx: TenantContext, changeId: string) =>
  undoChange(withFacts(ctx, { requestId: randomUUID() }), { changeId, verb: 'undo' })
const redo = (ctx: TenantContext, changeId: string) =>
  undoChange(withFacts(ctx, { requestId: randomUUID() }), { changeId, verb: 'redo' })
const last = async (ctx: TenantContext, verb: 'undo' | 'redo') =>
  (await undoLast(withFacts(ctx, { requestId: randomUUID() }), { verb })).done

const newProject = async (input: ProjectInput = {}) =>
  (await createProject(withFacts(ana, { requestId: randomUUID() }), { input })).projectId
const newOperation = async (projectId: string, input: OperationInput = {}) =>
  (await createOperation(withFacts(ana, { requestId: randomUUID() }), { projectId, input })).operationId
const change = (projectId: string, operationId: string, input: OperationInput) => (ctx: TenantContext) =>
  changeOperation(ctx, { projectId, operationId, input })
const changeFields = (projectId: string, input: ProjectInput) => (ctx: TenantContext) =>
  changeProject(ctx, { projectId, input, expectedVersion: null, as: 'part' })

describe('the newest own change that its author may not undo any more', () => {
  it('undo names what it skipped, undoes the one before it, and then undoes nothing', async () => {
    const admin: TenantContext = withFacts(ana, { role: 'admin' })
    const projectId = await newProject()
    const operationId = await newOperation(projectId, { name: 'Weld' })
    await by(admin, change(projectId, operationId, { notes: 'Gas' }))
    for (const name of ['Mill', 'Saw']) await by(admin, (ctx) => createCategory(ctx, { input: { name } }))
    const planner: TenantContext = withFacts(ana, { role: 'plan' })
    const next = (verb: 'undo' | 'redo', ctx = planner) =>
      undoLast(withFacts(ctx, { requestId: randomUUID() }), { verb })
    const skipped = { count: 2, summary: { entity: 'category', action: 'create', name: 'Saw' }, refusal: 'adminOnly' }
    expect(await next('undo')).toMatchObject({ done: { summary: { name: 'Weld', fields: ['notes'] } }, skipped })
    expect(await next('undo', admin)).toMatchObject({ done: { summary: { name: 'Saw' } }, skipped: null })
    expect(await next('redo')).toMatchObject({ done: null, skipped: { ...skipped, count: 1 } })
  })
})

describe('undoing all changes, newest first', () => {
  it.each([4])('restores the first state, and redoing all of them restores the last state (seed %i)', async (seed) => {
    const random = new Random(seed)
    await createCategory(ana, { input: { name: 'Mill' } })
    for (let count = 0; count < 8; count++) await randomEdit(ana, random)
    const start = await shopState(ana)
    const changes: string[] = []
    for (let count = 0; count < 24; count++) {
      const changeId = await randomEdit(random.pick([ana, ben]), random)
      if (changeId) changes.push(changeId)
    }
    const end = await shopState(ana)
    const known = new Set((await listChanges(ana)).map(({ changeId }) => changeId))
    const undoable = changes.filter((changeId) => known.has(changeId))
    expect(undoable.length).toBeGreaterThan(8)
    for (const changeId of undoable.toReversed()) expect(await undo(ana, changeId)).toMatchObject({ left: [] })
    expect(await shopState(ana)).toEqual(start)
    for (const changeId of undoable) expect(await redo(ana, changeId)).toMatchObject({ left: [] })
    expect(await shopState(ana)).toEqual(end)
    for (const changeId of undoable.toReversed()) await undo(ana, changeId)
    expect(await shopState(ana)).toEqual(start)
  })
})

describe('undo after a later change by somebody else', () => {
  it('keeps the later value and names its author', async () => {
    const projectId = await newProject({ projectName: 'Rotor', priority: 50 })
    const changeId = await by(ana, changeFields(projectId, { projectName: 'Rotor B', priority: 80 }))
    await by(ben, changeFields(projectId, { priority: 90 }))
    expect(await undo(ana, changeId)).toMatchObject({
      restored: 1,
      leftCount: 1,
      left: [{ entity: 'project', entityId: projectId, field: 'priority', by: 'Ben', reason: 'changed' }],
    })
    expect(await getProject(ana, { projectId })).toMatchObject({ projectName: 'Rotor', priority: 90 })
  })

  it('keeps all fields of a group when one of them has changed', async () => {
    const projectId = await newProject()
    const operationId = await newOperation(projectId, { name: 'Weld' })
    const changeId = await by(ana, change(projectId, operationId, { progressPercentage: 50, notes: 'Started' }))
    await by(ben, change(projectId, operationId, { progressPercentage: 70 }))
    const { left, restored } = await undo(ana, changeId)
    expect(left).toMatchObject([{ name: 'Weld', field: 'progressPercentage', by: 'Ben' }])
    expect(restored).toBe(1)
    const [weld] = await listOperations(ana, { projectId })
    expect(weld).toMatchObject({ status: 'In Progress', progressPercentage: 70, notes: '' })
  })

  it('does not delete a new project that has operations by now', async () => {
    const created = await by(ana, (ctx) => createProject(ctx, { input: { projectName: 'Frame' } }))
    const [{ summary } = { summary: null }] = await listChanges(ana)
    expect(summary).toMatchObject({ entity: 'project', action: 'create', count: 1, name: 'Frame' })
    const projectId =
      (
        await database.db.withTenant(ana, (tx) =>
          tx.execute<{ id: string }>(sql`select project_id as id from projects where project_name = 'Frame'`),
        )
      ).rows[0]?.id ?? ''
    await newOperation(projectId)
    expect(await undo(ana, created)).toMatchObject({ restored: 0, left: [{ field: null, reason: 'inUse' }] })
    expect(await getProject(ana, { projectId })).toMatchObject({ projectName: 'Frame' })
  })

  it('skips a dependency that would close a cycle, a project number in use, and a deleted record', async () => {
    const projectId = await newProject({ projectNumber: 'A-1' })
    const [cut, weld] = [
      await newOperation(projectId, { name: 'Cut' }),
      await newOperation(projectId, { name: 'Weld' }),
    ]
    await by(ana, change(projectId, weld, { dependencies: [cut] }))
    const freed = await by(ana, change(projectId, weld, { dependencies: [] }))
    await by(ben, change(projectId, cut, { dependencies: [weld] }))
    expect(await undo(ana, freed)).toMatchObject({ restored: 0, left: [{ field: 'dependencies', reason: 'cycle' }] })

    const renumbered = await by(ana, changeFields(projectId, { projectNumber: 'A-2', shortName: 'R' }))
    await newProject({ projectNumber: 'A-1' })
    expect(await undo(ana, renumbered)).toMatchObject({
      restored: 1,
      left: [{ field: 'projectNumber', reason: 'taken' }],
    })

    const noted = await by(ana, change(projectId, weld, { notes: 'x' }))
    await by(ben, (ctx) => removeOperation(ctx, { projectId, operationId: weld }))
    expect(await undo(ana, noted)).toMatchObject({
      restored: 0,
      left: [{ name: 'Weld', by: 'Ben', reason: 'gone' }],
    })
  })
})

describe('undoing a deletion', () => {
  it('restores a project with its number, its operations and their dependencies', async () => {
    const projectId = await newProject({ projectNumber: 'B-7', projectName: 'Housing' })
    const cut = await newOperation(projectId, { name: 'Cut' })
    const weld = await newOperation(projectId, { name: 'Weld', dependencies: [cut], dependencyLagHours: { [cut]: 3 } })
    await by(
      ana,
      change(projectId, weld, { scheduledStartDate: '2026-12-01T08:00:00Z', scheduledEndDate: '2026-12-01T12:00:00Z' }),
    )
    const before = await shopState(ana)
    const versionBefore = (await getProject(ana, { projectId })).version
    const changeId = await by(ana, (ctx) => deleteProject(ctx, { projectId }))
    expect(await undo(ana, changeId)).toMatchObject({
      restored: 3,
      left: [],
      summary: { entity: 'project', projectNumber: 'B-7' },
    })
    expect(await shopState(ana)).toEqual(before)
    expect((await getProject(ana, { projectId })).version).toBeGreaterThan(versionBefore)
    expect(await redo(ana, changeId)).toMatchObject({ restored: 3, left: [] })
    await expect(getProject(ana, { projectId })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('restores an operation without its dependency on an operation deleted since', async () => {
    const projectId = await newProject()
    const cut = await newOperation(projectId, { name: 'Cut' })
    const weld = await newOperation(projectId, { name: 'Weld', dependencies: [cut] })
    const removed = await by(ana, (ctx) => removeOperation(ctx, { projectId, operationId: weld }))
    await by(ben, (ctx) => removeOperation(ctx, { projectId, operationId: cut }))
    expect(await undo(ana, removed)).toMatchObject({
      restored: 1,
      left: [{ name: 'Weld', field: 'dependencies', reason: 'missing' }],
    })
    expect(await listOperations(ana, { projectId })).toMatchObject([{ name: 'Weld', dependencies: [] }])
  })
})

describe('the announcement of an undo', () => {
  it('the browsers of the organization hear which records an undo has changed, and their new versions', async () => {
    const heard: { tenantId: string; event: { resource: string; items: unknown[] } }[] = []
    const stop = await database.db.listen(changesChannel, { onMessage: (text) => heard.push(JSON.parse(text)) })
    const projectId = await newProject({ projectName: 'Frame' })
    const { categoryId } = await createCategory(ana, { input: { name: 'Mill' } })
    const operationId = await newOperation(projectId, { name: 'Cut' })
    const changes = [
      await by(ana, changeFields(projectId, { projectName: 'Rack' })),
      await by(ana, change(projectId, operationId, { categoryId })),
    ]
    await expect.poll(() => heard.length).toBeGreaterThan(4)
    heard.length = 0
    for (const changeId of changes) await undo(ana, changeId)
    const items = (resource: string) =>
      heard.flatMap(({ tenantId, event }) =>
        tenantId === ana.tenantId && event.resource === resource ? event.items : [],
      )
    const { version } = await getProject(ana, { projectId })
    await expect.poll(() => items('projects')).toContainEqual({ id: projectId, version })
    await expect.poll(() => items('operations')).toContainEqual(expect.objectContaining({ id: operationId }))
    await stop()
  })
})

describe('undo of my own changes', () => {
  it('goes back one change at a time, redo goes forward again, and a new change ends redo', async () => {
    const projectId = await newProject({ priority: 10 })
    for (const priority of [20, 30]) await by(ana, changeFields(projectId, { priority }))
    await by(ben, changeFields(projectId, { shortName: 'B' }))
    const priority = async () => (await getProject(ana, { projectId })).priority
    await last(ana, 'undo')
    expect(await priority()).toBe(20)
    await last(ana, 'undo')
    expect(await priority()).toBe(10)
    await last(ana, 'redo')
    expect(await priority()).toBe(20)
    await last(ana, 'redo')
    expect(await priority()).toBe(30)
    expect(await last(ana, 'redo')).toBeNull()
    await last(ana, 'undo')
    expect(await last(ben, 'redo')).toBeNull()
    await by(ana, changeFields(projectId, { shortName: 'C' }))
    expect(await last(ana, 'redo')).toBeNull()
    expect((await getProject(ana, { projectId })).shortName).toBe('C')
  })

  it('is refused the second time, and to people without the right to it', async () => {
    const planner: TenantContext = withFacts(ben, { role: 'plan' })
    const mill = await by(ana, (ctx) => createCategory(ctx, { input: { name: 'Mill' } }))
    await expect(undo(planner, mill)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await undo(ana, mill)).toMatchObject({ restored: 1 })
    await expect(undo(ana, mill)).rejects.toMatchObject({ code: 'rule' })
    await expect(redo(planner, mill)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(undo(ana, 'unknown')).rejects.toMatchObject({ code: 'not_found' })
    const stranger = await createTestTenant(database.db)
    await expect(redo(stranger, mill)).rejects.toMatchObject({ code: 'not_found' })
    const own = await by(planner, (ctx) => createProject(ctx, { input: {} }))
    const other: TenantContext = withFacts(planner, { userId: randomUUID() })
    await expect(undo(other, own)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await undo(planner, own)).toMatchObject({ restored: 1 })
  })
})

describe('a bulk change', () => {
  it('is undone as one change set without refused rows and without values that others changed since', async () => {
    const ids = [await newProject(), await newProject(), await newProject()]
    const stale = { projectId: ids[2] ?? '', fields: { priority: 90 }, expectedVersion: 7 }
    const changes = [...ids.slice(0, 2).map((projectId) => ({ projectId, fields: { priority: 90 } })), stale]
    const changeId = await by(ana, async (ctx) => {
      expect((await changeProjects(ctx, { changes })).map(({ refusal }) => refusal?.code)).toEqual([
        undefined,
        undefined,
        'stale',
      ])
    })
    expect((await listChanges(ana))[0]).toMatchObject({ changeId, summary: { count: 2, fields: ['priority'] } })
    await by(ben, changeFields(ids[0] ?? '', { priority: 95 }))
    expect(await undo(ana, changeId)).toMatchObject({ restored: 1, left: [{ entityId: ids[0], by: 'Ben' }] })
    expect((await getProject(ana, { projectId: ids[1] ?? '' })).priority).toBe(50)
  })
})

describe('a snooze', () => {
  it('is removed by undo, and comes back with redo or when its deleted operation is restored', async () => {
    const projectId = await newProject()
    const operationId = await newOperation(projectId, { name: 'Weld' })
    const untilDate = new Date(ana.app.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10)
    const snoozed = () => database.db.withTenant(ana, (tx) => tx.execute(sql`select reason from operation_snoozes`))
    const changeId = await by(ana, (ctx) =>
      snoozeOperations(ctx, { target: { operations: [{ operationId }] }, untilDate, reason: 'Steel is late' }),
    )
    expect(await undo(ben, changeId)).toMatchObject({
      restored: 1,
      summary: { entity: 'operationSnooze', name: 'Weld' },
    })
    expect((await snoozed()).rows).toEqual([])
    expect(await redo(ana, changeId)).toMatchObject({ restored: 1, left: [] })
    expect((await snoozed()).rows).toEqual([{ reason: 'Steel is late' }])
    for (const removal of [
      (ctx: TenantContext) => removeOperation(ctx, { projectId, operationId }),
      (ctx: TenantContext) => deleteProject(ctx, { projectId }),
    ]) {
      const removedId = await by(ana, removal)
      expect((await snoozed()).rows).toEqual([])
      expect(await undo(ana, removedId)).toMatchObject({ left: [] })
      expect((await snoozed()).rows).toEqual([{ reason: 'Steel is late' }])
    }
  })
})

describe('a project of 2,000 operations', () => {
  it('is deleted and restored in one step, and restoring takes at most about five times as long as deleting', async () => {
    const projectId = await newProject()
    await database.db.withTenant(ana, (tx) =>
      tx.execute(sql`insert into operations (tenant_id, operation_id, project_id, name, sequence)
        select ${ana.tenantId}, gen_random_uuid(), ${projectId}, 'Step ' || n, n from generate_series(1, 2000) n`),
    )
    const before = await shopState(ana)
    // The test measures processor time because the machine may be busy with other tests.
    const atStart = process.cpuUsage()
    const changeId = await by(ana, (ctx) => deleteProject(ctx, { projectId }))
    const deletion = process.cpuUsage(atStart)
    const atUndo = process.cpuUsage()
    expect(await undo(ana, changeId)).toMatchObject({ restored: 2_001, left: [] })
    const undoing = process.cpuUsage(atUndo)
    expect(undoing.user).toBeLessThan(5 * deletion.user + 500_000)
    expect(await shopState(ana)).toEqual(before)

    // A new operation has filled the project, which holds at most 2,000 operations.
    const [{ operationId } = { operationId: '' }] = await listOperations(ana, { projectId })
    const removed = await by(ana, (ctx) => removeOperation(ctx, { projectId, operationId }))
    await newOperation(projectId)
    expect(await undo(ana, removed)).toMatchObject({ restored: 0, left: [{ field: null, reason: 'full' }] })
  })
})
