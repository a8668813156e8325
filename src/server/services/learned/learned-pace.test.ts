import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LearnedPaceUse } from '#contract/vocabulary.ts'
import { hourMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildFinishedWork, ratiosAround } from '#testing/builders/build-finished-work.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { runUntil } from '#testing/run-test-shop.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../../context.ts'
import { startRunner } from '../../jobs/start-runner.ts'
import { startRun } from '../scheduling-runs/start-run.ts'
import { changeTenantSettings, getTenantSettings } from '../tenants/settings.ts'
import { readPaces } from './read-paces.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** A saw that takes 1.5 of its estimates, and an open operation of 10 hours that is planned there from now on. */
const slowSaw = async () => {
  server.clock.set('2026-11-18T15:00:00Z')
  const tenant = await server.newTenant({ timeZone: 'UTC' })
  const ctx = await server.contextOf(tenant.admin)
  const { categoryId } = await buildCategory(ctx, { name: 'Saw' })
  await buildFinishedWork(ctx, { categoryId, ratios: ratiosAround(1.5, 20) })
  const { projectId } = await buildProject(ctx)
  const startMs = server.clock.now().getTime()
  const { operationId } = await buildOperation(ctx, projectId, {
    name: 'Cut',
    categoryId,
    durationHours: 10,
    pinned: false,
    scheduledStartDate: new Date(startMs).toISOString(),
    scheduledEndDate: new Date(startMs + 10 * hourMs).toISOString(),
  })
  const path = `/project-operations/projects/${projectId}/operations/${operationId}`
  const read = async () => (await server.as(tenant.planner).get(path)).body
  const hoursTo = (date: string) => (Date.parse(date) - startMs) / hourMs
  return { ctx, tenant, categoryId, read, hoursTo }
}

const use = async (ctx: TenantContext, learnedPace: LearnedPaceUse) => {
  const { version } = await getTenantSettings(ctx)
  await changeTenantSettings(ctx, { input: { learnedPace }, expectedVersion: version })
  return getTenantSettings(ctx)
}

describe('learned paces of an organization', () => {
  it('a pace is learned from finished work, and nothing of other organizations', async () => {
    const { ctx, categoryId } = await slowSaw()
    const paces = await readPaces(ctx)
    expect(paces.paceOf({ categoryId, name: 'Cut' })?.factor).toBeCloseTo(1.5, 1)
    const other = await server.contextOf((await server.newTenant()).admin)
    expect((await readPaces(other)).groups).toEqual([])
  })

  it('work that finishes counts from the next hour on', async () => {
    const { ctx, categoryId } = await slowSaw()
    expect((await readPaces(ctx)).groups).toMatchObject([{ pace: { count: 20 } }])
    server.clock.set('2026-11-18T18:30:00Z')
    await buildFinishedWork(ctx, { categoryId, ratios: [1.5] })
    expect((await readPaces(ctx)).groups).toMatchObject([{ pace: { count: 21 } }])
  })
})

describe('the setting for learned times', () => {
  it('paces are only shown at first; the forecast takes them when an admin says so, and the estimate stays', async () => {
    const { ctx, read, hoursTo } = await slowSaw()
    expect(hoursTo((await read()).outlook.forecastEndDate)).toBe(10)
    expect((await use(ctx, 'forecast')).planOutdated).toBeNull()
    const slow = await read()
    expect(hoursTo(slow.outlook.forecastEndDate)).toBeCloseTo(15, 0)
    expect(slow.durationHours).toBe(10)
    await use(ctx, 'shown')
    expect(hoursTo((await read()).outlook.forecastEndDate)).toBe(10)
  })

  it('a run plans with learned times only when the setting says so, and its plan passes the checker', async () => {
    const { ctx, read, hoursTo } = await slowSaw()
    const runner = startRunner(ctx.app, { info: () => undefined, error: () => undefined })
    const planned = async () => {
      const { runId } = await startRun(ctx, { projectId: null })
      expect((await runUntil(ctx, runId)).status).toBe('Succeeded')
      const { scheduledStartDate, scheduledEndDate, durationHours } = await read()
      expect(durationHours).toBe(10)
      return hoursTo(scheduledEndDate) - hoursTo(scheduledStartDate)
    }
    await use(ctx, 'forecast')
    expect(await planned()).toBe(10)
    expect((await use(ctx, 'plan')).planOutdated).not.toBeNull()
    expect(await planned()).toBeCloseTo(15, 0)
    await runner.close()
  })
})
