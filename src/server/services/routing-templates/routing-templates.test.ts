import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import type { TenantContext } from '../../context.ts'
import { deleteCategory } from '../categories/write-categories.ts'
import { undoChange } from '../changes/undo-change.ts'
import { listOperations } from '../operations/read-operations.ts'
import { removeOperation } from '../operations/remove-operation.ts'
import { addOperations } from '../operations/write-operations.ts'
import {
  addRoutingTemplate,
  createRoutingTemplate,
  deleteRoutingTemplate,
  listRoutingTemplates,
  renameRoutingTemplate,
} from './routing-templates.ts'

let database: TestDatabase
let ctx: TenantContext
beforeAll(async () => {
  database = await openTestDatabase()
  ctx = await createTestTenant(database.db)
})
afterAll(() => database.close())

/** A project that cuts, then paints by the piece at a work center. */
const madeOnce = async () => {
  const { projectId } = await buildProject(ctx)
  const { categoryId } = await buildCategory(ctx, { name: `Paint ${randomUUID()}` })
  const [cut, paint] = [randomUUID(), randomUUID()]
  await addOperations(ctx, {
    projectId,
    edits: [
      { operationId: cut, input: { name: 'Cut', durationHours: 4, progressPercentage: 100 } },
      {
        operationId: paint,
        input: {
          name: 'Paint',
          setupHours: 1,
          hoursPerPiece: 0.5,
          quantity: 4,
          categoryId,
          dependencies: [cut],
        },
      },
    ],
  })
  return { projectId, categoryId, operationIds: [cut, paint] }
}
const name = () => `Routing ${randomUUID()}`

describe('a routing template', () => {
  it('adds its operations behind those of a project, in another quantity, as one change that can be undone', async () => {
    const { projectId, categoryId } = await madeOnce()
    const template = await createRoutingTemplate(ctx, { name: name(), projectId })
    const [first] = template.operations
    expect(template.operations).toMatchObject([
      { name: 'Cut', durationHours: 4, countsPieces: false, dependencies: [] },
      { name: 'Paint', durationHours: 3, countsPieces: true, categoryId, dependencies: [first?.operationId] },
    ])
    const other = await buildProject(ctx)
    await addOperations(ctx, {
      projectId: other.projectId,
      edits: [{ operationId: randomUUID(), input: { name: 'Engineer', durationHours: 8 } }],
    })
    const change = { ...ctx, requestId: randomUUID() }
    await addRoutingTemplate(change, {
      templateId: template.templateId,
      projectId: other.projectId,
      quantity: 10,
    })
    const [engineer, cut, paint] = await listOperations(ctx, other)
    expect([engineer?.name, cut?.name, paint?.name]).toEqual(['Engineer', 'Cut', 'Paint'])
    expect(cut).toMatchObject({ progressPercentage: 0, dependencies: [] })
    expect(paint).toMatchObject({ durationHours: 6, quantity: 10, categoryId, dependencies: [cut?.operationId] })
    await undoChange(ctx, { changeId: change.requestId, verb: 'undo' })
    expect((await listOperations(ctx, other)).map((operation) => operation.name)).toEqual(['Engineer'])
  })

  it('lists the people, alternatives, families and pieces of its operations', async () => {
    const { projectId, categoryId } = await madeOnce()
    const { categoryId: poolId } = await buildCategory(ctx, { name: `Crew ${randomUUID()}`, kind: 'pool' })
    const other = await buildCategory(ctx, { name: `Mill ${randomUUID()}` })
    const alternatives = [{ categoryId: other.categoryId, durationHours: 6 }]
    const input = { name: 'Face', categoryId, durationHours: 5, poolId, alternatives, setupFamily: 'Steel' }
    await addOperations(ctx, { projectId, edits: [{ operationId: randomUUID(), input }] })
    const { templateId } = await createRoutingTemplate(ctx, { name: name(), projectId })
    const listed = (await listRoutingTemplates(ctx)).find((template) => template.templateId === templateId)
    expect(listed?.operations.slice(1)).toMatchObject([{ setupHours: 1, hoursPerPiece: 0.5, quantity: 4 }, input])
  })

  it('does not change with its project, and leaves out a work center that was deleted since', async () => {
    const { projectId, categoryId, operationIds } = await madeOnce()
    const { templateId } = await createRoutingTemplate(ctx, { name: name(), projectId })
    for (const operationId of operationIds) await removeOperation(ctx, { projectId, operationId })
    await deleteCategory(ctx, { categoryId })
    await addRoutingTemplate(ctx, { templateId, projectId })
    expect((await listOperations(ctx, { projectId })).map((one) => [one.name, one.categoryId])).toEqual([
      ['Cut', null],
      ['Paint', null],
    ])
  })

  it('has a name of its own, can be renamed and deleted, and the operations made from it stay', async () => {
    const { projectId } = await madeOnce()
    const taken = name()
    const { templateId } = await createRoutingTemplate(ctx, { name: taken, projectId })
    await expect(createRoutingTemplate(ctx, { name: taken, projectId })).rejects.toMatchObject({ code: 'conflict' })
    const renamed = name()
    await renameRoutingTemplate(ctx, { templateId, name: renamed, expectedVersion: 1 })
    await expect(renameRoutingTemplate(ctx, { templateId, name: taken, expectedVersion: 1 })).rejects.toMatchObject({
      code: 'stale',
    })
    expect((await listRoutingTemplates(ctx)).map((one) => one.name)).toContain(renamed)
    await addRoutingTemplate(ctx, { templateId, projectId })
    await deleteRoutingTemplate(ctx, { templateId })
    expect((await listRoutingTemplates(ctx)).map((one) => one.name)).not.toContain(renamed)
    expect(await listOperations(ctx, { projectId })).toHaveLength(4)
    await expect(addRoutingTemplate(ctx, { templateId, projectId })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is not made of a project without operations', async () => {
    const { projectId } = await buildProject(ctx)
    await expect(createRoutingTemplate(ctx, { name: name(), projectId })).rejects.toMatchObject({ code: 'rule' })
  })
})
