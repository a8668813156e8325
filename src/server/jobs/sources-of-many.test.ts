import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '#domain/time/units.ts'
import { buildSourceRun } from '#testing/builders/build-data-source.ts'
import { answerAsUsual, sourceJobs, tableOf } from '#testing/data-sources/source-jobs.ts'
import type { TenantContext } from '../context.ts'
import { dataSources } from '../db/tables/data-sources.table.ts'
import { tenants } from '../db/tables/tenants.table.ts'
import { claimSources, releaseClaim, renewClaim } from '../services/data-sources/claim-sources.ts'
import { askForRun } from '../services/data-sources/manage-data-sources.ts'

const house = sourceJobs()
const { start, round, made, fetched, runsOf, sourceOf, numbers } = house

describe('several organizations and servers', () => {
  it('a source that never answers delays only its own organization', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => house.server.newTenant()))
    const due = async (by: TenantContext, path: string) => {
      const { sourceId } = await made(fetched(path), by)
      // The one that was asked for first goes first.
      house.server.clock.advance(1)
      await askForRun(by, { sourceId, appliesAll: false })
      return sourceId
    }
    house.answer = (path, reply) => (path.startsWith('/slow') ? undefined : answerAsUsual(path, reply))
    const waiting = [
      await due(house.ctx, '/slow-1'),
      await due(house.ctx, '/slow-2'),
      await due(house.ctx, '/quick-of-the-slow'),
    ]
    for (const [index, other] of others.slice(0, 4).entries())
      await due(await house.server.contextOf(other.planner), `/slow-${index + 3}`)
    start()
    await expect.poll(() => house.received.length).toBe(5)
    for (const other of others.slice(4)) {
      const by = await house.server.contextOf(other.planner)
      const ids = [await due(by, '/quick-1'), await due(by, '/quick-2')]
      const done = async () =>
        (await Promise.all(ids.map((id) => sourceOf(id, by)))).map(({ lastRun }) => lastRun?.outcome)
      // The slow ones are given a minute each.
      await expect.poll(done, { timeout: 40_000 }).toEqual(['applied', 'applied'])
    }
    // The slow organization has one turn at a time.
    expect(house.received.filter((path) => /^\/(slow-[12]|quick-of)/.test(path))).toHaveLength(1)
    expect((await Promise.all(waiting.map((id) => sourceOf(id)))).map(({ lastRun }) => lastRun)).toEqual([
      null,
      null,
      null,
    ])
  })

  it('organizations take turns, however many sources one of them has', async () => {
    const other = await house.server.contextOf((await house.server.newTenant()).planner)
    for (const by of [house.ctx, house.ctx, house.ctx, other]) {
      house.server.clock.advance(1)
      const { sourceId } = await made(fetched('/x'), by)
      await askForRun(by, { sourceId, appliesAll: false })
    }
    const turns: string[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      const [claim] = await claimSources(house.server.services, { free: 1, underWay: [] })
      if (!claim) throw new Error('Nothing is due')
      turns.push(claim.tenantId)
      await house.server.services.db.withTenant(house.contextIn(claim.tenantId), (tx) =>
        tx.update(dataSources).set({ nextRunAt: null }).where(eq(dataSources.sourceId, claim.sourceId)),
      )
      house.server.clock.advance(1)
      await releaseClaim(house.server.services, claim)
    }
    expect(turns).toEqual([house.ctx.tenantId, other.tenantId, house.ctx.tenantId, house.ctx.tenantId])
  })

  it('each due source is run once by two servers', async () => {
    const shops = [house.tenant, ...(await Promise.all(Array.from({ length: 3 }, () => house.server.newTenant())))]
    const all: { by: TenantContext; sourceId: string }[] = []
    for (const one of shops) {
      const by = await house.server.contextOf(one.planner)
      for (const path of ['/a', '/b', '/c']) all.push({ by, sourceId: (await made(fetched(path), by)).sourceId })
    }
    house.server.clock.advance(30 * minuteMs)
    const [first, second] = [start(), start()]
    await Promise.all([first.round(), second.round(), first.round()])
    for (const { by, sourceId } of all) {
      const runs = await runsOf(sourceId, by)
      expect(runs.map(({ outcome }) => outcome)).toEqual(['applied'])
    }
    expect(house.received).toHaveLength(12)
  })

  it('a source of a server that died is run by another one, and its run that has no end is gone', async () => {
    const { sourceId } = await made(fetched('/orders'))
    await askForRun(house.ctx, { sourceId, appliesAll: false })
    const [claim] = await claimSources(house.server.services, { free: 9, underWay: [] })
    expect(claim?.sourceId).toBe(sourceId)
    await buildSourceRun(house.ctx, sourceId, { run: { outcome: null, endedAt: null } })
    await round()
    expect(house.received).toEqual([])
    expect((await sourceOf(sourceId)).lastRun?.outcome).toBeNull()
    house.server.clock.advance(2 * minuteMs)
    await round()
    expect((await runsOf(sourceId)).map(({ outcome }) => outcome)).toEqual(['applied'])
    // The first server has lost it.
    if (!claim) throw new Error('Nothing was due')
    expect(await renewClaim(house.server.services, claim)).toBe(false)
    const { nextRunAt } = await sourceOf(sourceId)
    await releaseClaim(house.server.services, claim)
    expect((await sourceOf(sourceId)).nextRunAt).toBe(nextRunAt)
  })

  it('a server that was held up imports nothing after another one has run its source', async () => {
    const { sourceId } = await made(fetched('/orders'))
    await askForRun(house.ctx, { sourceId, appliesAll: false })
    let goOn: () => void = () => undefined
    house.answer = (_, reply) => {
      goOn = () => void reply.end(tableOf('old'))
    }
    const slow = start()
    await expect.poll(() => house.received.length, { timeout: 5_000 }).toBe(1)
    house.server.clock.advance(2 * minuteMs + 1)
    house.answer = (_, reply) => void reply.end(tableOf('new'))
    await round()
    expect(await numbers()).toEqual(['new'])
    goOn()
    await slow.round()
    expect(await numbers()).toEqual(['new'])
    expect((await runsOf(sourceId)).map(({ outcome }) => outcome)).toEqual(['applied'])
    expect(await sourceOf(sourceId)).toMatchObject({ failures: 0, lastRun: { outcome: 'applied', problem: null } })
  })

  it('a source of a disabled organization does not run', async () => {
    const { sourceId } = await made(fetched('/orders'))
    await askForRun(house.ctx, { sourceId, appliesAll: false })
    await house.server.services.db.withSystem((tx) =>
      tx.update(tenants).set({ status: 'Inactive' }).where(eq(tenants.tenantId, house.tenant.tenantId)),
    )
    house.server.clock.advance(hourMs)
    await round()
    expect(house.received).toEqual([])
  })
})
