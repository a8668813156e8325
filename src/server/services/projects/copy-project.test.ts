import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import type { TenantContext } from '../../context.ts'
import { undoChange } from '../changes/undo-change.ts'
import { listOperations } from '../operations/read-operations.ts'
import { addOperations } from '../operations/write-operations.ts'
import { copyProject } from './copy-project.ts'
import { listProjects } from './read-projects.ts'
import { createProject } from './write-projects.ts'

let database: TestDatabase
let ctx: TenantContext
beforeAll(async () => {
  database = await openTestDatabase()
  ctx = await createTestTenant(database.db)
})
afterAll(() => database.close())

/** A project with an operation that has begun, and one by the piece that waits for it. */
const madeOnce = async (projectNumber: string) => {
  const project = await createProject(ctx, {
    input: {
      projectNumber,
      projectName: 'Pump skid',
      customerName: 'Ajax',
      priority: 80,
      plannedShipDate: '2026-12-01',
    },
  })
  const [weld, paint] = [randomUUID(), randomUUID()]
  await addOperations(ctx, {
    projectId: project.projectId,
    edits: [
      {
        operationId: weld,
        input: {
          name: 'Weld',
          durationHours: 12,
          progressPercentage: 40,
          notes: 'Ask Dana',
          scheduledStartDate: '2026-11-18T08:00:00Z',
          scheduledEndDate: '2026-11-19T12:00:00Z',
        },
      },
      {
        operationId: paint,
        input: {
          name: 'Paint',
          setupHours: 1,
          hoursPerPiece: 0.5,
          quantity: 4,
          onHold: true,
          dependencies: [weld],
          dependencyLagHours: { [weld]: 16 },
          dependencyLagUnits: { [weld]: 'calendar' },
        },
      },
    ],
  })
  return project
}
const operationsOf = (projectId: string) => listOperations(ctx, { projectId })

describe('a copy of a project', () => {
  it('has the same work with the same links, in its own quantity, and nothing that happened to the original', async () => {
    const original = await madeOnce('C-1')
    const before = await operationsOf(original.projectId)
    const copy = await copyProject(ctx, {
      projectId: original.projectId,
      copy: { projectNumber: 'C-2', quantity: 20, plannedShipDate: '2027-02-01' },
    })
    expect(copy).toMatchObject({
      projectNumber: 'C-2',
      projectName: 'Pump skid',
      customerName: 'Ajax',
      priority: 80,
      status: 'New',
      currentPhase: 'engineering',
      operationCount: 2,
      progressPercentage: 0,
    })
    expect(copy.plannedShipDate).toMatch(/^2027-02-01/)
    const [weld, paint] = await operationsOf(copy.projectId)
    expect(weld).toMatchObject({
      name: 'Weld',
      durationHours: 12,
      progressPercentage: 0,
      notes: '',
      scheduledStartDate: null,
      pinned: false,
      status: 'Pending',
      actualStartDate: null,
    })
    expect(paint).toMatchObject({
      name: 'Paint',
      durationHours: 11,
      quantity: 20,
      onHold: false,
      dependencies: [weld?.operationId],
      dependencyLagHours: { [`${weld?.operationId}`]: 16 },
      dependencyLagUnits: { [`${weld?.operationId}`]: 'calendar' },
    })
    expect(await operationsOf(original.projectId)).toEqual(before)
  })

  it('takes the next free number, and is undone as one change', async () => {
    const original = await madeOnce('C-3')
    const known = (await listProjects(ctx)).length
    const change = { ...ctx, requestId: randomUUID() }
    const copy = await copyProject(change, { projectId: original.projectId, copy: {} })
    expect(copy.projectNumber).not.toBe('C-3')
    expect(await listProjects(ctx)).toHaveLength(known + 1)
    await undoChange(ctx, { changeId: change.requestId, verb: 'undo' })
    expect(await listProjects(ctx)).toHaveLength(known)
  })

  it('is refused with a number that is in use, and then nothing is created', async () => {
    const original = await madeOnce('C-4')
    const known = (await listProjects(ctx)).length
    const refused = copyProject(ctx, { projectId: original.projectId, copy: { projectNumber: 'C-4' } })
    await expect(refused).rejects.toMatchObject({ code: 'conflict' })
    expect(await listProjects(ctx)).toHaveLength(known)
  })
})
