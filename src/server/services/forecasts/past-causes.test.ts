import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LatePart } from '#contract/late-parts.ts'
import type { OperationInput } from '#contract/operations.ts'
import { hourMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { runUntil } from '#testing/run-test-shop.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../../context.ts'
import { startRunner } from '../../jobs/start-runner.ts'
import { changeOperation } from '../operations/write-operations.ts'
import { startRun } from '../scheduling-runs/start-run.ts'
import { listLateParts } from './list-late-parts.ts'

let server: TestServer
let ctx: TenantContext
let [saw, projectId, cutId, bendId] = ['', '', '', '']

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** A cut of four hours, a bend, and a weld that stays open; due on Tuesday, in a shop that works around the clock. */
beforeEach(async () => {
  server.clock.set('2026-11-09T07:00:00Z')
  const { planner, admin } = await server.newTenant({ timeZone: 'UTC' })
  ctx = await server.contextOf(planner)
  saw = (await buildCategory(await server.contextOf(admin), { name: 'Saw' })).categoryId
  projectId = (await buildProject(ctx, { plannedShipDate: '2026-11-10T08:00:00Z' })).projectId
  cutId = (await buildOperation(ctx, projectId, { name: 'Cut', durationHours: 4 })).operationId
  const bend = { name: 'Bend', durationHours: 4, categoryId: saw, dependsOnOperationId: cutId }
  bendId = (await buildOperation(ctx, projectId, bend)).operationId
  const weld = { name: 'Weld', durationHours: 1, dependsOnOperationId: bendId }
  const { operationId } = await buildOperation(ctx, projectId, weld)
  await planAt(operationId, '2026-11-09T16:00:00Z', '2026-11-09T17:00:00Z')
})

const change = (operationId: string, input: OperationInput, of = projectId) =>
  changeOperation(ctx, { projectId: of, operationId, input })

const planAt = (operationId: string, start: string, end: string) =>
  change(operationId, { scheduledStartDate: start, scheduledEndDate: end, pinned: false })

const report = (operationId: string, from: string, to: string, of?: string) =>
  change(operationId, { actualStartDate: from, actualEndDate: to, progressPercentage: 100 }, of)

const schedule = async (): Promise<void> => {
  const runner = startRunner(server.services, { info: () => undefined, error: () => undefined })
  const { runId } = await startRun(ctx, { projectId: null })
  await runUntil(ctx, runId)
  await runner.close()
}

/** The parts of the lateness that the bend adds, after it was reported from noon of the 12th to 16:00. */
const partsOfBend = async (): Promise<LatePart[]> => {
  server.clock.set('2026-11-12T17:00:00Z')
  await report(cutId, '2026-11-09T08:00:00Z', '2026-11-09T12:00:00Z')
  await report(bendId, '2026-11-12T12:00:00Z', '2026-11-12T16:00:00Z')
  const { parts } = await listLateParts(ctx, { projectId })
  return parts.filter(({ operation }) => operation?.name === 'Bend')
}

describe('the cause of work that was begun late', () => {
  it('is a missing report as long as nothing else is stored', async () => {
    await planAt(bendId, '2026-11-09T12:00:00Z', '2026-11-09T16:00:00Z')
    const [part, ...others] = await partsOfBend()
    expect(others).toEqual([])
    expect(part?.cause).toMatchObject({ code: 'startedLate', hours: 72, since: '2026-11-09T12:00:00.000Z' })
  })

  it('is the work of another project that was reported at the same work center', async () => {
    await planAt(bendId, '2026-11-09T12:00:00Z', '2026-11-09T16:00:00Z')
    const other = await buildProject(ctx)
    const big = await buildOperation(ctx, other.projectId, { name: 'Big', durationHours: 60, categoryId: saw })
    server.clock.set('2026-11-12T11:00:00Z')
    await report(big.operationId, '2026-11-09T10:00:00Z', '2026-11-12T10:00:00Z', other.projectId)
    const parts = await partsOfBend()
    expect(parts.map(({ cause }) => cause)).toMatchObject([
      {
        code: 'wasTaken',
        workCenter: { name: 'Saw' },
        operation: { name: 'Big' },
        hours: 70,
        until: '2026-11-12T10:00:00.000Z',
      },
      { code: 'startedLate', hours: 2, since: '2026-11-12T10:00:00.000Z' },
    ])
    expect(parts.at(1)?.lateMs).toBe(2 * hourMs)
  })

  it('is the hold that ended before it began', async () => {
    await planAt(bendId, '2026-11-09T12:00:00Z', '2026-11-09T16:00:00Z')
    await change(bendId, { onHold: true })
    server.clock.set('2026-11-12T11:00:00Z')
    await change(bendId, { onHold: false })
    const parts = await partsOfBend()
    expect(parts.map(({ cause: { code, hours } }) => [code, hours])).toEqual([
      ['onHold', 71],
      ['startedLate', 1],
    ])
  })

  it('is the run that planned it that late, and the person who did so before', async () => {
    await planAt(bendId, '2026-11-11T00:00:00Z', '2026-11-11T04:00:00Z')
    server.clock.set('2026-11-10T12:00:00Z')
    await report(cutId, '2026-11-09T08:00:00Z', '2026-11-09T12:00:00Z')
    await change(bendId, { materialReadyDate: '2026-11-12T12:00:00Z' })
    await schedule()
    await change(bendId, { materialReadyDate: null })
    const [part, ...others] = await partsOfBend()
    expect(others).toEqual([])
    expect(part?.cause).toMatchObject({
      code: 'wasPlanned',
      plannedBy: 'run',
      hours: 72,
      since: '2026-11-10T12:00:00.000Z',
      until: '2026-11-12T12:00:00.000Z',
    })
  })

  it('is the person who moved it after the run', async () => {
    await schedule()
    server.clock.set('2026-11-09T10:00:00Z')
    await planAt(bendId, '2026-11-12T12:00:00Z', '2026-11-12T16:00:00Z')
    const [part, ...others] = await partsOfBend()
    expect(others).toEqual([])
    expect(part?.cause).toMatchObject({ code: 'wasPlanned', plannedBy: 'person', since: '2026-11-09T10:00:00.000Z' })
  })
})

it('the queue behind another project names the priority of that project', async () => {
  await planAt(bendId, '2026-11-12T12:00:00Z', '2026-11-12T16:00:00Z')
  const other = await buildProject(ctx, { priority: 30 })
  const big = { name: 'Big', durationHours: 74, categoryId: saw, pinned: true }
  const dates = { scheduledStartDate: '2026-11-09T10:00:00Z', scheduledEndDate: '2026-11-12T12:00:00Z' }
  await buildOperation(ctx, other.projectId, { ...big, ...dates })
  await schedule()
  const { parts } = await listLateParts(ctx, { projectId })
  const queue = parts.find(({ cause }) => cause.code === 'workCentreBusy')
  expect(queue?.cause).toMatchObject({ operation: { name: 'Big' }, priority: 30 })
})
