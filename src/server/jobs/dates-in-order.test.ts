// @module-tag bothEngines
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { projectTable } from '#contract/imports.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { runTestShop, runUntil } from '#testing/run-test-shop.ts'
import { testRunner } from '#testing/test-runner.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { randomDateEdit } from '#testing/undo/random-date-edit.ts'
import { wholeSchedule } from '#testing/whole-schedule.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { readTableFile } from '../files/read-table-file.ts'
import { Random } from '../seed/random.ts'
import { exportProjects } from '../services/imports/export-projects.ts'
import { previewImport } from '../services/imports/import-projects.ts'
import { getOperation } from '../services/operations/read-operations.ts'
import { changeOperation } from '../services/operations/write-operations.ts'
import { listProjects } from '../services/projects/read-projects.ts'
import { startRun } from '../services/scheduling-runs/start-run.ts'

/** Where stored work ends before it starts, in any plan. */
const violations = async (ctx: TenantContext): Promise<unknown[]> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const { rows } = await tx.execute(sql`
      select operation_id, scheduled_start_date as starts, scheduled_end_date as ends from placements where scheduled_end_date < scheduled_start_date
      union all select operation_id, made_start_date, made_end_date from placements where made_end_date < made_start_date
      union all select operation_id, actual_start_date, actual_end_date from operations where actual_end_date < actual_start_date
      union all select operation_id, forecast_start, forecast_end from operation_forecasts where forecast_end < forecast_start`)
    return rows
  })

/** What another organization is told when it reads the export of this one. */
const problemsOfExport = async (ctx: TenantContext): Promise<unknown> => {
  const parts: Buffer[] = []
  const selection = { projectIds: (await listProjects(ctx)).map(({ projectId }) => projectId) }
  for await (const part of await exportProjects(ctx, { selection, format: 'csv' })) parts.push(Buffer.from(part))
  const other = await createTestTenant(ctx.app.db)
  const table = projectTable(await readTableFile(Buffer.concat(parts), {}))
  return (await previewImport(withFacts(other, { requestId: randomUUID() }), { table })).problems
}

describe('no plan has an end before its start', () => {
  const house = testRunner()
  const run = async (ctx: TenantContext, projectId: string | null = null) =>
    runUntil(ctx, (await startRun(ctx, { projectId })).runId)

  it('when work is reported that is planned for later', async () => {
    const ctx = await runTestShop(house.app, { projects: 1, operations: 1 })
    const { projectId } = await buildProject(ctx)
    const first = await buildOperation(ctx, projectId, { durationHours: 30 })
    const second = await buildOperation(ctx, projectId, { durationHours: 8, dependencies: [first.operationId] })
    house.start()
    await run(ctx)
    const planned = await getOperation(ctx, second)
    await changeOperation(ctx, { ...second, input: { progressPercentage: 40 } })
    expect(await run(ctx)).toMatchObject({ status: 'Succeeded' })
    const after = await getOperation(ctx, second)
    expect(Date.parse(after.scheduledEndDate ?? '')).toBeLessThan(Date.parse(planned.scheduledStartDate ?? ''))
    expect(after.scheduledStartDate).toBe(after.actualStartDate)
    expect(await violations(ctx)).toEqual([])
    expect(await run(ctx)).toMatchObject({ status: 'Succeeded', changedOperations: 0 })
  })

  it('and no screen draws one where work began after its scheduled end', async () => {
    const ctx = await runTestShop(house.app, { projects: 1, operations: 1 })
    const { projectId } = await buildProject(ctx)
    const dates = { scheduledStartDate: '2026-11-10T14:00:00.000Z', scheduledEndDate: '2026-11-10T18:00:00.000Z' }
    const actualStartDate = '2026-11-17T15:00:00.000Z'
    const { operationId } = await buildOperation(ctx, projectId, { ...dates, actualStartDate })
    const shown = { startDate: actualStartDate, endDate: actualStartDate }
    expect(await getOperation(ctx, { projectId, operationId })).toMatchObject(shown)
    const { operations } = await wholeSchedule(ctx)
    const row = operations.ids.indexOf(operationId)
    expect([operations.startMs[row], operations.endMs[row]]).toEqual(Array(2).fill(Date.parse(actualStartDate)))
  })

  it('and pinned work that a run left without dates can be imported from an export', async () => {
    const ctx = await runTestShop(house.app, { projects: 1, operations: 1 })
    const { projectId } = await buildProject(ctx)
    const dates = { scheduledStartDate: '2026-12-01T14:00:00.000Z', scheduledEndDate: '2026-12-01T18:00:00.000Z' }
    const held = await buildOperation(ctx, projectId, { ...dates, pinned: true, onHold: true })
    house.start()
    await run(ctx)
    expect(await getOperation(ctx, held)).toMatchObject({ pinned: true, scheduledStartDate: null })
    expect(await problemsOfExport(ctx)).toEqual([])
  })

  it('while 20 people edit dates at random and runs are made, reverted, and take edits in', {
    tags: ['property'],
    timeout: 300_000,
  }, async () => {
    const random = new Random(3)
    const ctx = await runTestShop(house.app, { projects: 10, operations: 6 })
    house.start()
    await run(ctx)
    const refusals: unknown[] = []
    const write = async (): Promise<void> => {
      try {
        await randomDateEdit(withFacts(ctx, { userId: randomUUID() }), random)
      } catch (error) {
        refusals.push(error)
      }
    }
    const rounds = 1 + propertyRuns(3)
    for (let round = 0; round < rounds; round++) {
      const projectId = round % 2 === 1 ? random.pick(await listProjects(ctx)).projectId : null
      const running = run(ctx, projectId)
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          for (let edit = 0; edit < 3; edit++) await write()
        }),
      )
      const ended = await running
      // A run that too many edits overtake gives up. No run ends because the checker or the database refuses its plan.
      if (ended.status !== 'Succeeded') expect(ended).toMatchObject({ status: 'Failed', cause: 'dataChanged' })
      expect(await violations(ctx)).toEqual([])
      house.nowMs += 5 * 3_600_000
    }
    for (const error of refusals) {
      expect(error).toBeInstanceOf(AppError)
      expect(error).not.toMatchObject({ message: 'A value is not allowed here.' })
      expect(error).not.toMatchObject({ code: 'internal' })
    }
    expect(await run(ctx)).toMatchObject({ status: 'Succeeded' })
    expect(await violations(ctx)).toEqual([])
    expect(await problemsOfExport(ctx)).toEqual([])
  })
})
