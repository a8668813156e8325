import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { undoChange } from '../changes/undo-change.ts'
import { createCalendarException } from '../holidays/calendar-exceptions.ts'
import { changeOperation, createOperation } from '../operations/write-operations.ts'
import { createProject } from '../projects/write-projects.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import { listCategories } from './read-categories.ts'
import { changeCategory, createCategory } from './write-categories.ts'

let database: TestDatabase
let ctx: TenantContext
beforeAll(async () => {
  database = await openTestDatabase()
  ctx = await createTestTenant(database.db)
})
afterAll(() => database.close())

const matrix = [{ fromFamily: 'White', toFamily: 'Blue', hours: 2 }]

describe('the changeovers of a work center', () => {
  it('are stored, reach the engine, put the plan out of date, and are undone', async () => {
    const { categoryId } = await createCategory(ctx, { input: { name: 'Paint' } })
    const before = await loadShop(ctx, Date.now())
    const requestId = randomUUID()
    const change = { categoryId, input: { changeovers: matrix }, expectedVersion: 1 }
    expect(await changeCategory(withFacts(ctx, { requestId }), change)).toMatchObject({
      changeovers: matrix,
      version: 2,
    })
    const { snapshot, planVersion } = await loadShop(ctx, Date.now())
    expect(planVersion).toBeGreaterThan(before.planVersion)
    expect(snapshot.categories).toMatchObject([{ categoryId, changeovers: matrix }])
    await undoChange(withFacts(ctx, { requestId: randomUUID() }), { changeId: requestId, verb: 'undo' })
    expect((await listCategories(ctx))[0]).toMatchObject({ changeovers: [] })
  })

  it('and a larger capacity exclude each other, for good and for a time', async () => {
    const { categoryId } = await createCategory(ctx, { input: { name: 'Press', changeovers: matrix } })
    const oneAtATime = /runs one operation at a time/
    const change = (id: string, input: object) => changeCategory(ctx, { categoryId: id, input, expectedVersion: null })
    await expect(change(categoryId, { capacity: 2 })).rejects.toThrow(oneAtATime)
    await expect(createCategory(ctx, { input: { name: 'Oven', capacity: 2, changeovers: matrix } })).rejects.toThrow(
      oneAtATime,
    )
    const more = { kind: 'capacity', name: 'Second press', units: 2, startsAt: '2026-12-01T08:00:00Z' } as const
    await expect(createCalendarException(ctx, { input: { ...more, categoryId } })).rejects.toThrow(oneAtATime)
    const other = await createCategory(ctx, { input: { name: 'Saw' } })
    await createCalendarException(ctx, { input: { ...more, categoryId: other.categoryId } })
    await expect(change(other.categoryId, { changeovers: matrix })).rejects.toThrow(
      /Remove the capacity "Second press"/,
    )
  })
})

describe('an operation with a setup', () => {
  it('has the hours of its setup and its pieces, until another duration is entered', async () => {
    const { projectId } = await createProject(ctx, { input: {} })
    const input = { setupHours: 1, hoursPerPiece: 0.5, quantity: 10, setupFamily: 'Blue' }
    const made = await createOperation(ctx, { projectId, input })
    expect(made).toMatchObject({ ...input, durationHours: 6 })
    const { operationId } = made
    const plain = await changeOperation(ctx, { projectId, operationId, input: { durationHours: 4 } })
    expect(plain).toMatchObject({ durationHours: 4, setupHours: null, hoursPerPiece: null, quantity: null })
    const { snapshot } = await loadShop(ctx, Date.now())
    expect(snapshot.projects[0]?.operations).toMatchObject([{ durationHours: 4, setupFamily: 'Blue' }])
  })
})
