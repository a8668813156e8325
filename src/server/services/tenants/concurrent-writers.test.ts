// @module-tag rest
// @module-tag once
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildChain } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { stopPostgresServer } from '#testing/postgres-databases.ts'
import { enginesHere, openTestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { AppError } from '../../errors.ts'
import { changeCategory, deleteCategory } from '../categories/write-categories.ts'
import { createHoliday } from '../holidays/write-holidays.ts'
import { listOperations } from '../operations/read-operations.ts'
import { removeOperation } from '../operations/remove-operation.ts'
import { addOperations, changeOperation, createOperation } from '../operations/write-operations.ts'
import { getProject } from '../projects/read-projects.ts'
import { changeProject, createProject } from '../projects/write-projects.ts'
import { changeTenantSettings } from './settings.ts'

afterAll(stopPostgresServer)

describe.each(enginesHere)('parallel writers of all kinds on %s', (engine) => {
  it('succeed or fail with a reason of their own, and never deadlock', async () => {
    // The limit lets writers wait for locks on a busy machine. A deadlock ends at once, whatever the limit is.
    const database = await openTestDatabase({ engine, statementLimitMs: 30_000 })
    const ctx = await createTestTenant(database.db)
    const category = await buildCategory(ctx)
    const { projectId } = await buildProject(ctx)
    const chain = await buildChain(ctx, projectId, ['Cut', 'Weld', 'Paint', 'Pack'])
    const idAt = (index: number) => chain[index % chain.length]?.operationId ?? ''
    const expectedVersion = null
    const kinds: ((index: number) => Promise<unknown>)[] = [
      (index) => changeProject(ctx, { projectId, input: { priority: index }, expectedVersion, as: 'part' }),
      (index) =>
        changeOperation(ctx, {
          projectId,
          operationId: idAt(index),
          input: { progressPercentage: index },
          expectedVersion,
        }),
      () => createOperation(ctx, { projectId, input: { categoryId: category.categoryId } }),
      (index) =>
        addOperations(ctx, {
          projectId,
          edits: [{ operationId: idAt(index), input: { dependsOnOperationId: idAt(index * 3 + 1) } }],
        }),
      (index) =>
        changeCategory(ctx, { categoryId: category.categoryId, input: { capacity: 1 + index }, expectedVersion }),
      () => deleteCategory(ctx, category),
      (index) =>
        createHoliday(ctx, { input: { name: `Fair ${index}`, date: '2026-12-01', categoryId: category.categoryId } }),
      (index) => changeTenantSettings(ctx, { input: { freezeWorkingDays: index % 10 }, expectedVersion }),
      () => createProject(ctx, { input: {} }),
      (index) => removeOperation(ctx, { projectId, operationId: index === 9 ? idAt(3) : randomUUID() }),
    ]
    // Each wave has twice as many writers as there are connections. All 120 at once would wait longer than the server allows.
    const outcomes: PromiseSettledResult<unknown>[] = []
    for (const from of [0, 20, 40, 60, 80, 100]) {
      const wave = Array.from({ length: 20 }, (_, index) => kinds[index % kinds.length]?.(from + index))
      outcomes.push(...(await Promise.allSettled(wave)))
    }
    const reasons = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
    for (const reason of reasons) expect(reason).toBeInstanceOf(AppError)
    const codes = new Set(reasons.map(({ code }: AppError) => code))
    expect([...codes].filter((code) => !['conflict', 'cycle', 'validation', 'not_found'].includes(code))).toEqual([])
    // Creating the project and twelve writes of its fields give version 13, so no write was lost.
    expect((await getProject(ctx, { projectId })).version).toBe(13)
    const names = (await listOperations(ctx, { projectId })).map(({ sequence }) => sequence)
    expect(new Set(names).size).toBe(names.length)
    await database.close()
  })
})
