import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomShop } from '#testing/bench/random-shop.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../context.ts'
import { operationForecasts, projectForecasts } from '../db/tables/forecasts.table.ts'
import { readForecastState } from '../services/forecasts/current-forecast.ts'
import { forecastInThread } from '../services/forecasts/forecast-in-thread.ts'
import { forecastParts } from '../services/forecasts/forecast-parts.ts'
import { changeOperation } from '../services/operations/change-operation.ts'
import { deleteProject } from '../services/projects/delete-project.ts'
import { keepForecasts } from './keep-forecasts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const storedOf = (ctx: TenantContext) =>
  ctx.app.db.withTenant(ctx, (tx) =>
    tx.select().from(operationForecasts).where(eq(operationForecasts.tenantId, ctx.tenantId)),
  )

describe('the forecast', () => {
  it('follows a change though nobody asks for it, and what is deleted leaves it', async () => {
    const { planner, admin } = await server.newTenant()
    const ctx = await server.contextOf(planner)
    const errors: object[] = []
    const job = keepForecasts(
      server.services,
      { info: () => undefined, error: (facts: object) => void errors.push(facts) },
      10,
    )
    const untilCurrent = () =>
      expect.poll(async () => (await readForecastState(ctx)).isCurrent, { timeout: 25_000, interval: 20 }).toBe(true)
    const { projectId } = await buildProject(ctx)
    const { operationId } = await buildOperation(ctx, projectId, { durationHours: 8 })
    const dates = { scheduledStartDate: '2026-11-20T08:00:00.000Z', scheduledEndDate: '2026-11-20T16:00:00.000Z' }
    await changeOperation(ctx, { projectId, operationId, input: dates })
    await untilCurrent()
    expect(await storedOf(ctx)).toMatchObject([
      { operationId, standing: 'onTime', forecastEnd: new Date(dates.scheduledEndDate), behindPlan: false },
    ])
    await changeOperation(ctx, { projectId, operationId, input: { onHold: true } })
    await untilCurrent()
    expect(await storedOf(ctx)).toMatchObject([{ operationId, standing: 'unscheduled', forecastEnd: null }])
    // A project without operations has a forecast of its own: none, and a ship date that may pass.
    const { projectId: bare } = await buildProject(ctx, { plannedShipDate: '2020-01-02T08:00:00Z' })
    await untilCurrent()
    const ofProjects = await ctx.app.db.withTenant(ctx, (tx) => tx.select().from(projectForecasts))
    expect(ofProjects.find((row) => row.projectId === bare)).toMatchObject({ state: 'unscheduled', completion: null })
    await deleteProject(await server.contextOf(admin), { projectId })
    await untilCurrent()
    expect(await storedOf(ctx)).toEqual([])
    await job.close()
    expect(errors).toEqual([])
  })

  it('is the same whether it is computed in a thread or in place', async () => {
    const snapshot = randomShop({ seed: 11, trouble: 0.5, projects: 30, operations: 8, categories: 4 })
    const asked: number[] = []
    const noReasons = async ({ operations }: { operations: readonly unknown[] }) => {
      asked.push(operations.length)
      return { placements: [], heldTime: [] }
    }
    expect(await forecastInThread(snapshot, noReasons)).toEqual(await forecastParts(snapshot, noReasons))
    expect(asked[0]).toBeGreaterThan(10)
    expect(asked).toEqual([asked[0], asked[0]])
  })

  it('fails in a thread with the error that it met there', async () => {
    const snapshot = randomShop({ seed: 11, trouble: 0, projects: 2, operations: 2, categories: 1 })
    const failing = async () => {
      throw new Error('No reasons today')
    }
    await expect(forecastInThread(snapshot, failing)).rejects.toThrow('No reasons today')
  })
})
