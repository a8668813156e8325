// @module-tag bothEngines
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ShopSnapshot, SnapshotProject } from '#domain/scheduling/shop-snapshot.ts'
import { randomShop } from '#testing/bench/random-shop.ts'
import { buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../context.ts'
import { forecasts, operationForecasts, projectForecasts } from '../db/tables/forecasts.table.ts'
import { ComputingThread } from '../services/forecasts/computing-thread.ts'
import { keepForecast, readForecastState } from '../services/forecasts/current-forecast.ts'
import { ForecastDesk, type ForecastJob } from '../services/forecasts/forecast-desk.ts'
import { type ForecastParts, forecastParts, type WantedReasons } from '../services/forecasts/forecast-parts.ts'
import { removeOperation } from '../services/operations/remove-operation.ts'
import { changeOperation } from '../services/operations/write-operations.ts'
import { deleteProject } from '../services/projects/write-projects.ts'
import { sendShop } from '../services/scheduling/send-shop.ts'
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
  it('is updated after a change without a request, and drops deleted work', async () => {
    const { planner, admin } = await server.newTenant()
    const ctx = await server.contextOf(planner)
    const errors: object[] = []
    const job = keepForecasts(
      server.services,
      { info: () => undefined, error: (facts: object) => void errors.push(facts) },
      10,
    )
    const untilCurrent = () =>
      expect.poll(async () => (await readForecastState(ctx)).isCurrent, { interval: 20 }).toBe(true)
    const { projectId } = await buildProject(ctx)
    const { operationId } = await buildOperation(ctx, projectId, { durationHours: 8 })
    const dates = { scheduledStartDate: '2026-11-20T08:00:00.000Z', scheduledEndDate: '2026-11-20T16:00:00.000Z' }
    await changeOperation(ctx, { projectId, operationId, input: dates })
    await untilCurrent()
    expect(await storedOf(ctx)).toMatchObject([
      { operationId, state: 'onTime', forecastEnd: new Date(dates.scheduledEndDate), behindPlan: false },
    ])
    await changeOperation(ctx, { projectId, operationId, input: { onHold: true } })
    await untilCurrent()
    expect(await storedOf(ctx)).toMatchObject([{ operationId, state: 'unscheduled', forecastEnd: null }])
    // A project without operations has a forecast row without dates, and its ship date can still pass.
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

  it('is computed at the start where it is missing and people were active lately, without a request', async () => {
    const shopOfNow = async () => {
      const { planner } = await server.newTenant()
      const ctx = await server.contextOf(planner)
      const { projectId } = await buildProject(ctx)
      await buildOperation(ctx, projectId, { durationHours: 8 })
      return ctx
    }
    const days = (count: number) => count * 24 * 3_600_000
    const left = await shopOfNow()
    server.clock.advance(days(10))
    const lately = [await shopOfNow(), await shopOfNow()]
    server.clock.advance(days(10))
    const job = keepForecasts(server.services, { info: () => undefined, error: () => undefined }, 10)
    for (const ctx of lately) await expect.poll(() => storedOf(ctx), { interval: 20 }).toHaveLength(1)
    await job.close()
    const [ofLeft] = await left.app.db.withTenant(left, (tx) => tx.select().from(forecasts))
    expect(ofLeft).toBeUndefined()
  })
})

const noReasons = async () => ({ placements: [], heldTime: [] })
const aShop = (seed: number) => randomShop({ seed, trouble: 0.5, projects: 30, operations: 8, categories: 4 })
const whole = (tenantId: string, snapshot: ShopSnapshot): ForecastJob => ({
  tenantId,
  isWhole: true,
  reasonsAsOf: 'one run',
  send: (post) => sendShop(snapshot, post),
  readReasons: noReasons,
})

const thread = new ComputingThread('testing', 'much')
const newDesk = (mostOperations = 1_000) => new ForecastDesk({ thread, mostOperations })

describe('forecast computation', () => {
  it('gives the same result in its thread as here, for a whole shop and for a difference', async () => {
    const snapshot = aShop(11)
    const [first, second, third, ...others] = snapshot.projects
    if (!first || !second || !third) throw new Error('no projects')
    const moved = { ...second, operations: second.operations.map((of) => ({ ...of, durationHours: 90 })) }
    const later: ShopSnapshot = { ...snapshot, projects: [moved, ...others, { ...third, projectId: first.projectId }] }
    const rowsOf = ({ parts }: ForecastParts) => parts.flatMap(({ operationsJson }) => JSON.parse(operationsJson))
    const [before, after] = [await forecastParts(snapshot, noReasons), await forecastParts(later, noReasons)]
    const known = new Set(rowsOf(before).map((row) => JSON.stringify(row)))
    const wanted = rowsOf(after).filter((row) => !known.has(JSON.stringify(row)))
    const desk = newDesk()
    expect(await desk.compute(whole('a', snapshot))).toEqual(before)
    const send: ForecastJob['send'] = (post) => {
      post({ kind: 'gone', projectIds: [third.projectId] })
      return sendShop({ ...later, projects: [{ ...third, projectId: first.projectId }, moved] }, post)
    }
    const found = await desk.compute({ ...whole('a', later), isWhole: false, send })
    expect(rowsOf(found)).toEqual(expect.arrayContaining(wanted))
    expect(rowsOf(found).length).toBeLessThan(rowsOf(after).length)
    await desk.close()
  })

  it.runIf(process.platform === 'linux')(
    'of a large shop runs in a thread that gives way to the threads that answer people',
    async () => {
      const desk = newDesk()
      await desk.compute(whole('a', aShop(11)))
      const stats = readdirSync('/proc/self/task').map((id) => readFileSync(`/proc/self/task/${id}/stat`, 'utf8'))
      /** The name is in parentheses; the priority is the 17th field after it. */
      const priorityOf = (stat = '') => Number(stat.slice(stat.lastIndexOf(')')).split(' ')[17])
      const forecastThread = stats.find((stat) => stat.includes('(testing)'))
      expect(priorityOf(forecastThread)).toBeGreaterThan(getPriority())
      await desk.close()
    },
  )

  it('asks for the reasons of late work, and again only where a project has changed or a run came in force', async () => {
    const asked: WantedReasons['operations'][] = []
    const readReasons: ForecastJob['readReasons'] = async ({ operations }) => {
      asked.push(operations)
      return { placements: operations.map(({ operationId }) => [operationId, null]), heldTime: [] }
    }
    const snapshot = aShop(11)
    await forecastParts(snapshot, readReasons)
    const [all = []] = asked.splice(0)
    expect(all.length).toBeGreaterThan(10)
    const isAlwaysAsked = ({ isBegunAndOverdue }: { isBegunAndOverdue: boolean }) => isBegunAndOverdue
    const changed = snapshot.projects.find(({ projectId }) => all.some((of) => of.projectId === projectId))
    const desk = newDesk()
    const compute = (projects: ShopSnapshot['projects'], job: Partial<ForecastJob> = {}) =>
      desk.compute({ ...whole('a', { ...snapshot, projects }), isWhole: false, readReasons, ...job })
    await compute(snapshot.projects, { isWhole: true })
    await compute([])
    await compute(changed ? [changed] : [])
    await compute([], { reasonsAsOf: 'two runs' })
    await desk.close()
    expect(asked).toEqual([
      all,
      all.filter(isAlwaysAsked),
      all.filter((of) => of.projectId === changed?.projectId || isAlwaysAsked(of)),
      all,
    ])
  })

  it('passes on an error of its thread, and then computes the next forecast', async () => {
    const desk = newDesk()
    const failing = async () => {
      throw new Error('No reasons today')
    }
    await expect(desk.compute({ ...whole('a', aShop(3)), readReasons: failing })).rejects.toThrow('No reasons today')
    await expect(desk.compute({ ...whole('b', aShop(3)), isWhole: false })).rejects.toThrow('There is no such shop')
    expect((await desk.compute(whole('a', aShop(3)))).operationCount).toBeGreaterThan(0)
    await desk.close()
  })

  it('of a question ends with its signal, and the next forecast is computed', async () => {
    const desk = newDesk()
    const shop = aShop(11)
    await desk.compute(whole('a', shop))
    const [model] = shop.projects
    if (!model) throw new Error('no projects')
    const steps = Array.from({ length: 200 }, (_, index) => ({
      ...model.operations[0],
      operationId: `step ${index}`,
      durationHours: 500,
      dependencies: index === 0 ? [] : [{ operationId: `step ${index - 1}`, lagHours: 0 }],
    }))
    const draft = { ...model, projectId: 'draft', operations: steps } as SnapshotProject
    const left = new AbortController()
    const asked = desk.promise(whole('a', shop), { kind: 'promise', draft, plan: null }, left.signal)
    left.abort()
    // Not stopped, it would have an answer.
    await expect(asked).rejects.toThrow()
    expect((await desk.compute(whole('a', shop))).operationCount).toBeGreaterThan(0)
    await desk.close()
  })

  it('ends with its thread when it does not react to a stop, and the next one starts another thread', async () => {
    const own = new ComputingThread('deaf', 'none')
    own.post({ job: 0, shopKey: 'none', kind: 'forget' })
    const lost = Promise.withResolvers<Error>()
    const job = own.begin({ hear: () => undefined, lose: lost.resolve })
    own.stop(job)
    expect((await lost.promise).message).toBe('The deaf thread ended without an answer')
    own.end(job)
    const desk = new ForecastDesk({ thread: own, mostOperations: 1_000 })
    expect((await desk.compute(whole('a', aShop(3)))).operationCount).toBeGreaterThan(0)
    await desk.close()
  })

  it('keeps shops up to a number of operations, and drops the least recently used shop', async () => {
    const desk = newDesk(600)
    const keep = async (tenantId: string, number: number) => {
      const { operationCount } = await desk.compute(whole(tenantId, aShop(number)))
      desk.keep(tenantId, { number, own: [], operationCount, paceKey: '' })
      return operationCount
    }
    const sizes = [await keep('a', 1), await keep('b', 2), await keep('a', 3), await keep('c', 4)]
    expect(Math.min(...sizes)).toBeGreaterThan(200)
    expect(['a', 'b', 'c'].map((id) => desk.keptShop(id)?.number ?? null)).toEqual([3, null, 4])
    await expect(desk.compute({ ...whole('b', aShop(2)), isWhole: false })).rejects.toThrow('There is no such shop')
    await desk.close()
    expect(desk.keptShop('a')).toBeNull()
  })

  it('works without a deadlock while people change and remove the operations', async () => {
    const { admin } = await server.newTenant()
    const ctx = await server.contextOf(admin)
    const dates = { scheduledStartDate: '2026-11-20T08:00:00.000Z', scheduledEndDate: '2026-11-20T16:00:00.000Z' }
    for (let round = 0; round < 12; round++) {
      const { projectId } = await buildProject(ctx)
      const [one, two] = [await buildOperation(ctx, projectId), await buildOperation(ctx, projectId)]
      const ended = await Promise.allSettled([
        keepForecast(ctx),
        changeOperation(ctx, { projectId, operationId: one.operationId, input: dates }),
        removeOperation(ctx, { projectId, operationId: two.operationId }),
        changeOperation(ctx, { projectId, operationId: one.operationId, input: { progressPercentage: 10 } }),
      ])
      expect(ended.filter(({ status }) => status === 'rejected')).toEqual([])
    }
  })
})
