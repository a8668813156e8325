import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildChain, buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { everyOperationRow as everything } from '#testing/every-operation-row.ts'
import { onAnotherServer } from '#testing/on-another-server.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { newServices, type TenantContext } from '../../context.ts'
import { seedContext } from '../../seed/seed-context.ts'
import { bulkChangeOperations } from '../bulk-operations/bulk-change-operations.ts'
import { snoozeOperations, unsnoozeOperations } from '../bulk-operations/snooze-operations.ts'
import { deleteCategory } from '../categories/write-categories.ts'
import { removeOperation } from '../operations/remove-operation.ts'
import { changeOperation } from '../operations/write-operations.ts'
import { changeProject, deleteProject } from '../projects/write-projects.ts'
import { listOperationRows } from './list-operation-rows.ts'
import type { OperationSelection } from './operation-query.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe('a list of operations', () => {
  let clock: number
  let ctx: TenantContext
  beforeEach(async () => {
    clock = Date.parse('2026-11-18T09:00:00Z')
    ctx = await createTestTenant(database.db)
    ctx = seedContext(newServices({ db: database.db, now: () => new Date(clock) }), ctx.tenantId)
  })
  /** A server process that has read nothing yet. */
  const newProcess = () => onAnotherServer(ctx)

  it('never shows data from before a change, whatever was changed', async () => {
    const category = await buildCategory(ctx, { name: 'Saw' })
    const a = await buildProject(ctx, { projectName: 'A', plannedShipDate: '2026-11-20T08:00:00Z' })
    const b = await buildProject(ctx, { projectName: 'B', plannedShipDate: '2026-12-20T08:00:00Z' })
    const chain = await buildChain(ctx, a.projectId, ['Cut', 'Weld', 'Paint'])
    const other = await buildOperation(ctx, b.projectId, { categoryId: category.categoryId })
    const [cut, weld, paint] = chain.map(({ operationId }) => operationId)
    const put = (operationId = '', input = {}) => changeOperation(ctx, { projectId: a.projectId, operationId, input })
    const dates = { scheduledStartDate: '2026-11-17T08:00:00Z', scheduledEndDate: '2026-11-17T16:00:00Z' }
    const steps: [string, () => Promise<unknown>][] = [
      ['dates', () => put(cut, dates)],
      ['name', () => put(weld, { name: 'Weld twice' })],
      ['progress', () => put(cut, { progressPercentage: 100 })],
      ['links', () => put(paint, { dependencies: [] })],
      ['hold', () => put(weld, { onHold: true })],
      ['a new operation', () => buildOperation(ctx, b.projectId, { name: 'Pack' })],
      ['order', () => put(paint, { sequence: 5 })],
      ['a removed one', () => removeOperation(ctx, { projectId: a.projectId, operationId: weld ?? '' })],
      [
        'a project',
        () =>
          changeProject(ctx, {
            projectId: b.projectId,
            input: { priority: 91, projectName: 'Bee' },
            expectedVersion: null,
            as: 'form',
          }),
      ],
      [
        'many',
        () =>
          bulkChangeOperations(ctx, { target: { filter: {} }, action: { kind: 'notes', text: 'x', mode: 'append' } }),
      ],
      [
        'work center',
        () =>
          changeOperation(ctx, { projectId: b.projectId, operationId: other.operationId, input: { categoryId: null } }),
      ],
      ['no work center', () => deleteCategory(ctx, { categoryId: category.categoryId })],
      ['no project', () => deleteProject(ctx, { projectId: a.projectId })],
    ]
    expect(await everything(ctx)).toHaveLength(4)
    for (const [what, change] of steps) {
      await change()
      clock += 60_000
      expect(await listOperationRows(ctx, {}), what).toEqual(await listOperationRows(newProcess(), {}))
    }
    expect((await everything(ctx)).map(({ name }) => name).sort()).toEqual(['Cut', 'Pack'])
  })

  it('counts what became overdue since the previous working day, and what recovered through progress or a new date', async () => {
    const { projectId } = await buildProject(ctx, { projectName: 'A' })
    const [old, done, moved, soon] = (await buildChain(ctx, projectId, ['Old', 'Done', 'Moved', 'Soon'])).map(
      ({ operationId }) => operationId,
    )
    const put = (operationId = '', input = {}) => changeOperation(ctx, { projectId, operationId, input })
    const ends = (day: string) => ({
      scheduledStartDate: `2026-11-${day}T08:00:00Z`,
      scheduledEndDate: `2026-11-${day}T16:00:00Z`,
    })
    clock = Date.parse('2026-11-10T09:00:00Z')
    await put(old, ends('12'))
    await put(done, ends('12'))
    await put(moved, ends('13'))
    await put(soon, ends('18'))
    // The shop works around the clock, so the previous working day is yesterday from midnight on.
    clock = Date.parse('2026-11-19T09:00:00Z')
    const before = await listOperationRows(ctx, { tab: 'overdue' })
    expect(before).toMatchObject({
      total: 4,
      newSinceYesterday: 1,
      recovered: 0,
      comparedWith: '2026-11-18T00:00:00.000Z',
    })
    await put(done, {
      progressPercentage: 100,
      actualEndDate: '2026-11-12T10:00:00Z',
      actualStartDate: '2026-11-12T08:00:00Z',
    })
    await put(moved, ends('25'))
    const after = await listOperationRows(ctx, { tab: 'overdue' })
    expect(after).toMatchObject({ total: 2, newSinceYesterday: 1, recovered: 2 })
    expect(after.rows.map(({ name, newSinceYesterday }) => [name, newSinceYesterday])).toEqual([
      ['Old', false],
      ['Soon', true],
    ])
    const named = async (selection: OperationSelection) =>
      (await listOperationRows(ctx, selection)).rows.map(({ name }) => name).sort()
    expect(await named({ tab: 'overdue', trend: 'new' })).toEqual(['Soon'])
    expect(await named({ tab: 'overdue', trend: 'recovered' })).toEqual(['Done', 'Moved'])
    clock += 3 * dayMs
    expect(await listOperationRows(ctx, { tab: 'overdue' })).toMatchObject({ newSinceYesterday: 0, recovered: 0 })
  })

  it('does not count work as recovered if its new date makes its project late', async () => {
    clock = Date.parse('2026-11-10T09:00:00Z')
    const { projectId } = await buildProject(ctx, { plannedShipDate: '2026-11-20T08:00:00Z' })
    const [inTime, tooLate] = await Promise.all([buildOperation(ctx, projectId), buildOperation(ctx, projectId)])
    const ends = (day: string) => ({
      scheduledStartDate: `2026-11-${day}T08:00:00Z`,
      scheduledEndDate: `2026-11-${day}T16:00:00Z`,
    })
    const put = (operationId = '', input = {}) => changeOperation(ctx, { projectId, operationId, input })
    await put(inTime?.operationId, { name: 'In time', ...ends('12') })
    await put(tooLate?.operationId, { name: 'Too late', ...ends('12') })
    clock = Date.parse('2026-11-19T09:00:00Z')
    expect(await listOperationRows(ctx, { tab: 'overdue' })).toMatchObject({ total: 2 })
    await put(inTime?.operationId, ends('20'))
    await put(tooLate?.operationId, ends('25'))
    const list = await listOperationRows(ctx, { tab: 'overdue', trend: 'recovered' })
    expect(list.recovered).toBe(1)
    expect(list.rows.map(({ name }) => name)).toEqual(['In time'])
  })

  it('subtracts the time on hold when work runs over its estimate', async () => {
    const { projectId } = await buildProject(ctx)
    const { operationId } = await buildOperation(ctx, projectId, { durationHours: 8 })
    const put = (day: string, input: object) => {
      clock = Date.parse(`2026-11-${day}T08:00:00Z`)
      return changeOperation(ctx, { projectId, operationId, input })
    }
    const phase = (day: string, currentPhase: 'on_hold' | 'production') => {
      clock = Date.parse(`2026-11-${day}T08:00:00Z`)
      return changeProject(ctx, { projectId, input: { currentPhase }, expectedVersion: null, as: 'form' })
    }
    await put('10', { scheduledStartDate: '2026-11-10T08:00:00Z', scheduledEndDate: '2026-11-10T16:00:00Z' })
    await put('10', { progressPercentage: 20, actualStartDate: '2026-11-10T08:00:00Z' })
    await put('11', { onHold: true })
    // A day on which both are on hold counts once.
    await phase('12', 'on_hold')
    await put('13', { onHold: false })
    await phase('14', 'production')
    clock = Date.parse('2026-11-16T08:00:00Z')
    // Six days around the clock, three of them on hold, compared with 8 estimated hours.
    expect((await listOperationRows(ctx, { tab: 'overdue' })).rows).toMatchObject([
      { operationId, cause: { code: 'longerThanEstimated', hours: 3 * 24 - 8, days: 2.7 } },
    ])
  })

  it('hides snoozed work from everybody until its day, and shows the reason', async () => {
    const { projectId } = await buildProject(ctx, { projectName: 'A' })
    const { operationId } = await buildOperation(ctx, projectId)
    const dates = { scheduledStartDate: '2026-11-16T08:00:00Z', scheduledEndDate: '2026-11-16T16:00:00Z' }
    await changeOperation(ctx, { projectId, operationId, input: dates })
    const snooze = (untilDate: string) =>
      snoozeOperations(ctx, { target: { operations: [{ operationId }] }, untilDate, reason: 'Steel comes Friday' })
    await expect(snooze('2026-11-18')).rejects.toMatchObject({ code: 'rule' })
    await snooze('2026-11-20')
    const overdue = () => listOperationRows(ctx, { tab: 'overdue' })
    expect(await overdue()).toMatchObject({ total: 0, snoozed: 1, tabs: { overdue: 0, all: 1 } })
    const { rows } = await listOperationRows(ctx, { tab: 'overdue', snoozed: 'only' })
    expect(rows[0]?.snooze).toMatchObject({
      until: '2026-11-20T00:00:00.000Z',
      reason: 'Steel comes Friday',
      by: 'Demo',
    })
    clock = Date.parse('2026-11-20T00:00:00Z')
    expect(await overdue()).toMatchObject({ total: 1, snoozed: 0 })
    await snooze('2026-11-23')
    expect(await unsnoozeOperations(ctx, { target: { operations: [{ operationId }] } })).toEqual({ ended: 1 })
    expect(await overdue()).toMatchObject({ total: 1 })
  })

  it('snoozes all matches except some, is refused if their number has changed, and can end the snoozes', async () => {
    const { projectId } = await buildProject(ctx, { projectName: 'A' })
    const dates = { scheduledStartDate: '2026-11-16T08:00:00Z', scheduledEndDate: '2026-11-16T16:00:00Z' }
    const ids: string[] = []
    for (const name of ['Cut', 'Weld', 'Paint']) {
      const { operationId } = await buildOperation(ctx, projectId, { name })
      await changeOperation(ctx, { projectId, operationId, input: dates })
      ids.push(operationId)
    }
    const [, , paint = ''] = ids
    const snooze = (expectedTotal: number) =>
      snoozeOperations(ctx, {
        target: { filter: { tab: 'overdue' }, except: [paint], expectedTotal },
        untilDate: '2026-11-20',
        reason: 'Inventory',
      })
    await expect(snooze(3)).rejects.toMatchObject({ code: 'conflict' })
    expect((await snooze(2)).map(({ operationId }) => operationId).sort()).toEqual(ids.slice(0, 2).sort())
    expect(await listOperationRows(ctx, { tab: 'overdue' })).toMatchObject({ total: 1, snoozed: 2 })
    const hidden = { target: { filter: { tab: 'overdue', snoozed: 'only' } as const, expectedTotal: 2 } }
    expect(await unsnoozeOperations(ctx, hidden)).toEqual({ ended: 2 })
    expect(await listOperationRows(ctx, { tab: 'overdue' })).toMatchObject({ total: 3, snoozed: 0 })
  })
})
