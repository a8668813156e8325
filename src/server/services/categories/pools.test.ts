import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OperationFilter } from '#contract/operation-filter.ts'
import type { OperationInput } from '#contract/operations.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { undoChange } from '../changes/undo-change.ts'
import { listOperationRows } from '../operation-lists/list-operation-rows.ts'
import { listOperations } from '../operations/read-operations.ts'
import { createOperation } from '../operations/write-operations.ts'
import { getProject } from '../projects/read-projects.ts'
import { createProject } from '../projects/write-projects.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import { listCategories, listCategoryUsage } from './read-categories.ts'
import { createCategory, deleteCategory } from './write-categories.ts'

let database: TestDatabase
let ctx: TenantContext
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  ctx = await createTestTenant(database.db)
})

describe('work left', () => {
  it('is the hours in our own work centers, for a project and for the lists, not the days at a supplier', async () => {
    const saw = await createCategory(ctx, { input: { name: 'Saw' } })
    const zinc = await createCategory(ctx, { input: { name: 'Zinc', kind: 'outside' } })
    const { projectId } = await createProject(ctx, { input: {} })
    const add = (input: OperationInput) => createOperation(ctx, { projectId, input })
    await add({ name: 'Saw', categoryId: saw.categoryId, durationHours: 10, progressPercentage: 50 })
    await add({ name: 'Zinc', categoryId: zinc.categoryId, durationHours: 120 })
    await add({ name: 'Pack', durationHours: 3 })
    expect(await getProject(ctx, { projectId })).toMatchObject({ hoursPlanned: 133, hoursLeft: 8 })
    const list = (filter: OperationFilter) =>
      listOperationRows(ctx, { ...filter, offset: 0, limit: 10, sortBy: 'name' })
    const { rows, metrics } = await list({})
    expect(rows.map(({ name, hoursLeft }) => [name, hoursLeft])).toEqual([
      ['Pack', 3],
      ['Saw', 5],
      ['Zinc', 0],
    ])
    expect(metrics.hoursLeft).toBe(8)
    // With this filter the database sums the operations, not the figures that the forecast keeps.
    expect((await list({ statuses: ['Pending'] })).metrics.hoursLeft).toBe(3)
  })
})

describe('pools', () => {
  const pool = (name: string) => createCategory(ctx, { input: { name, kind: 'pool' } })
  const poolOf = async (projectId: string) => (await listOperations(ctx, { projectId }))[0]?.poolId

  it('are needed besides a work center, and neither can take the place of the other', async () => {
    const welders = await pool('Welders')
    const saw = await createCategory(ctx, { input: { name: 'Saw' } })
    const { projectId } = await createProject(ctx, { input: {} })
    const needs = (input: OperationInput) => createOperation(ctx, { projectId, input })
    await expect(needs({ categoryId: welders.categoryId })).rejects.toMatchObject({
      problems: [{ path: 'categoryId', message: 'Not a work center of this organization' }],
    })
    await expect(needs({ poolId: saw.categoryId })).rejects.toMatchObject({
      problems: [{ path: 'poolId', message: 'Not a pool of this organization' }],
    })
    const { operationId } = await needs({ categoryId: saw.categoryId, poolId: welders.categoryId })
    const shop = (await loadShop(ctx, ctx.app.now().getTime())).snapshot
    expect(shop.projects[0]?.operations).toMatchObject([{ operationId, poolId: welders.categoryId }])
    expect(await listCategoryUsage(ctx)).toHaveLength(2)
  })

  it('cannot be deleted while operations need them; their operations go to another pool, and an undo brings both back', async () => {
    const [welders, saw] = [await pool('Welders'), await createCategory(ctx, { input: { name: 'Saw' } })]
    const others = await pool('Fitters')
    const { projectId } = await createProject(ctx, { input: {} })
    await createOperation(ctx, { projectId, input: { poolId: welders.categoryId } })
    const { categoryId } = welders
    await expect(deleteCategory(ctx, welders)).rejects.toMatchObject({
      message: 'Welders cannot be deleted: it is used by 1 operation.',
    })
    await expect(deleteCategory(ctx, { categoryId, reassignTo: saw.categoryId })).rejects.toMatchObject({
      problems: [{ path: 'reassignTo', message: 'Not a pool of this organization' }],
    })
    const asked = withFacts(ctx, { requestId: randomUUID() })
    await deleteCategory(asked, { categoryId, reassignTo: others.categoryId })
    expect(await poolOf(projectId)).toBe(others.categoryId)
    await undoChange(withFacts(ctx, { requestId: randomUUID() }), { changeId: asked.requestId, verb: 'undo' })
    expect(await poolOf(projectId)).toBe(categoryId)
    expect((await listCategories(ctx)).find((one) => one.categoryId === categoryId)).toMatchObject({ kind: 'pool' })
  })
})
