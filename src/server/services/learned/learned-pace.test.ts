import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperationInput } from '#contract/operations.ts'
import type { LearnedPaceUse } from '#contract/vocabulary.ts'
import { hourMs } from '#domain/time/units.ts'
import { buildCategory } from '#testing/builders/build-category.ts'
import { buildFinishedWork, ratiosAround } from '#testing/builders/build-finished-work.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { runUntil } from '#testing/run-test-shop.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { withFacts } from '#testing/with-facts.ts'
import type { TenantContext } from '../../context.ts'
import { startRunner } from '../../jobs/start-runner.ts'
import { getOperation } from '../operations/read-operations.ts'
import { changeOperation } from '../operations/write-operations.ts'
import { followCenters } from '../scheduling-runs/follow-centers.ts'
import { startRun } from '../scheduling-runs/start-run.ts'
import { changeTenantSettings, getTenantSettings } from '../tenants/settings.ts'
import { readPacedWork, readPaces } from './read-paces.ts'

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

describe('a bar that is resized on the schedule', () => {
  const resize = async (learnedPace: LearnedPaceUse, hours: number) => {
    const shop = await slowSaw()
    await use(shop.ctx, learnedPace)
    const { operationId, scheduledStartDate } = await shop.read()
    const scheduledEndDate = new Date(Date.parse(scheduledStartDate) + hours * hourMs).toISOString()
    const move = { operationId, scheduledStartDate, scheduledEndDate, durationHours: hours, pinned: true }
    const planner = server.as(shop.tenant.planner)
    const effect = await planner.post('/operations/moves/effect', { moves: [move] })
    const answer = await planner.put('/operations/moves', { moves: [move] })
    expect([effect.status, answer.status]).toEqual([200, 200])
    const unpinned = async () => {
      const { projectId } = await shop.read()
      await changeOperation(shop.ctx, { projectId, operationId, input: { pinned: false } })
      return shop.read()
    }
    return { ...shop, unpinned, effect: effect.body }
  }

  it('takes as long as the bar where plans contain the pace, and keeps its estimate', async () => {
    const { ctx, read, unpinned, hoursTo, effect } = await resize('plan', 18)
    expect(await read()).toMatchObject({ durationHours: 18, originalHours: 10 })
    expect(hoursTo((await unpinned()).outlook.forecastEndDate)).toBe(18)
    // What the drag announced is what happened.
    const [project] = effect.projects
    expect(hoursTo(project.after.forecastCompletionDate)).toBe(18)
    await use(ctx, 'shown')
    expect(await read()).toMatchObject({ durationHours: 18, originalHours: 10 })
  })

  it('has another estimate where plans do not', async () => {
    const { read, unpinned, hoursTo } = await resize('forecast', 18)
    expect(await read()).toMatchObject({ durationHours: 18, originalHours: null })
    expect(hoursTo((await unpinned()).outlook.forecastEndDate)).toBeCloseTo(27, 0)
  })
})

describe('hours that are known', () => {
  const known = async (
    report: (shop: Awaited<ReturnType<typeof slowSaw>>, operationId: string) => Promise<unknown>,
  ) => {
    const shop = await slowSaw()
    const { operationId } = await shop.read()
    await report(shop, operationId)
    const forecast = async (learnedPace: LearnedPaceUse) => {
      await use(shop.ctx, learnedPace)
      return shop.hoursTo((await shop.read()).outlook.forecastEndDate)
    }
    return { ...shop, operationId, forecast }
  }
  const bulk =
    (action: object) =>
    async ({ ctx, tenant }: Awaited<ReturnType<typeof slowSaw>>, operationId: string) => {
      const body = { target: { operations: [{ operationId }] }, action }
      expect((await server.as(tenant.planner).post('/operations/bulk', body)).body).toMatchObject({ changed: 1 })
      return ctx
    }

  it('hours left that a person reported are the same in every mode', async () => {
    const { forecast, read } = await known(bulk({ kind: 'hoursLeft', hoursLeft: 12 }))
    expect(await read()).toMatchObject({ durationHours: 12, originalHours: 10 })
    expect([await forecast('shown'), await forecast('forecast'), await forecast('plan')]).toEqual([12, 12, 12])
  })

  it('an estimate that was set by its pace is not multiplied again', async () => {
    const { forecast } = await known(bulk({ kind: 'durationTimes', factor: 1.5 }))
    expect([await forecast('shown'), await forecast('forecast'), await forecast('plan')]).toEqual([15, 15, 15])
  })

  it('hours that are typed later are an estimate again, and an undo makes them known again', async () => {
    const { forecast, read, operationId, tenant } = await known(bulk({ kind: 'hoursLeft', hoursLeft: 12 }))
    const planner = server.as(tenant.planner)
    const { projectId } = await read()
    const path = `/project-operations/projects/${projectId}/operations/${operationId}`
    expect((await planner.put(path, { notes: 'Mind the burr' })).status).toBe(200)
    expect(await read()).toMatchObject({ durationHours: 12, originalHours: 10 })
    expect((await planner.put(path, { durationHours: 20 })).status).toBe(200)
    expect(await read()).toMatchObject({ durationHours: 20, originalHours: null })
    const [{ changeId }] = (await planner.get('/changes')).body
    expect(await forecast('forecast')).toBeCloseTo(30, 0)
    expect((await planner.post(`/changes/${changeId}/undo`, {})).body).toMatchObject({ left: [] })
    expect(await read()).toMatchObject({ durationHours: 12, originalHours: 10 })
    expect(await forecast('forecast')).toBe(12)
  })

  it('a copy has the estimate, because what is known is known of the first one only', async () => {
    const { read, tenant } = await known(bulk({ kind: 'hoursLeft', hoursLeft: 12 }))
    const planner = server.as(tenant.planner)
    const { projectId } = await read()
    const { body } = await planner.post(`/projects/${projectId}/copy`, { projectName: 'Copy' })
    const copied = (await planner.get(`/projects/${body.project?.projectId ?? body.projectId}/operations`)).body
    expect(copied.projectOperations).toMatchObject([{ durationHours: 10, originalHours: null }])
  })

  it('work that a run moves to an alternative takes its hours, and known hours come back with their work center', async () => {
    const { ctx, read, operationId } = await known(bulk({ kind: 'durationTimes', factor: 1.5 }))
    const { categoryId: mill } = await buildCategory(ctx, { name: 'Mill' })
    const { projectId, categoryId: saw } = await read()
    const change = (input: OperationInput) => changeOperation(withFacts(ctx, {}), { projectId, operationId, input })
    await change({ alternatives: [{ categoryId: mill, durationHours: 8 }] })
    const stored = () => getOperation(ctx, { projectId, operationId })
    const followTo = async (categoryId: string) => {
      await ctx.app.db.withTenant(ctx, async (tx) => {
        await tx.execute(sql`update placements set category_id = ${categoryId} where operation_id = ${operationId}`)
        await followCenters(ctx, tx)
      })
      return stored()
    }
    const atSaw = { categoryId: saw, durationHours: 15, originalHours: 10 }
    expect(await followTo(mill)).toMatchObject({
      categoryId: mill,
      durationHours: 8,
      originalHours: null,
      alternatives: [atSaw],
    })
    expect(await followTo(saw)).toMatchObject({ ...atSaw, alternatives: [{ categoryId: mill, durationHours: 8 }] })
    await change({ categoryId: mill })
    expect(await stored()).toMatchObject({ durationHours: 8, originalHours: null, alternatives: [atSaw] })
    await change({ categoryId: saw })
    expect(await stored()).toMatchObject(atSaw)
  })

  it('a pace is learned from the original estimates', async () => {
    const { ctx, read, operationId, tenant } = await known(bulk({ kind: 'durationTimes', factor: 1.5 }))
    const { projectId } = await read()
    const path = `/project-operations/projects/${projectId}/operations/${operationId}`
    await server.as(tenant.planner).put(path, { progressPercentage: 100 })
    server.clock.set('2026-11-18T18:30:00Z')
    const { finished } = await readPacedWork(ctx)
    // The latest work comes first.
    expect(finished.estimateHours[0]).toBe(10)
  })
})
