// @module-tag bothEngines
import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runTestShop } from '#testing/run-test-shop.ts'
import { findPostgres, type PostgresServer, startPostgres } from '#testing/start-postgres.ts'
import { newServices, type TenantContext, withServices } from '../../context.ts'
import type { OpenDatabase } from '../../db/database.ts'
import { openDatabase } from '../../db/open-database.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { lockTenant } from '../records/tenant-row.ts'
import { doOrAwait } from './claim-forecast.ts'
import { keepForecast, readForecastState } from './current-forecast.ts'

describe.runIf(findPostgres())('two servers on one database', () => {
  let server: PostgresServer
  const databases: OpenDatabase[] = []
  /** Number of transactions that read a whole shop, by server. */
  const loads = [0, 0]

  const openServer = async (index: number): Promise<OpenDatabase> => {
    const db = await openDatabase({
      DATA_DIR: null,
      DATABASE_URL: server.serverUrl,
      MIGRATION_DATABASE_URL: server.ownerUrl,
    })
    const readTenant: OpenDatabase['readTenant'] = (ctx, work, turn) => {
      if (turn === 'long') loads[index] = (loads[index] ?? 0) + 1
      return db.readTenant(ctx, work, turn)
    }
    return { ...db, readTenant }
  }
  beforeAll(async () => {
    server = await startPostgres()
    databases.push(await openServer(0), await openServer(1))
  })
  afterAll(async () => {
    for (const db of databases) await db.close()
    await server.stop()
  })

  let nowMs = Date.parse('2026-11-18T09:00:00Z')
  const aShop = async (): Promise<TenantContext[]> => {
    const [first] = databases
    if (!first) throw new Error('no database')
    const ctx = await runTestShop(newServices({ db: first, now: () => new Date(nowMs) }), {
      projects: 4,
      operations: 3,
    })
    loads.fill(0)
    return databases.map((db) => withServices(ctx, newServices({ db, now: ctx.app.now })))
  }

  it('compute a forecast only once, and both then know it', async () => {
    for (let round = 0; round < 5; round++) {
      const both = await aShop()
      await Promise.all(both.map((ctx) => keepForecast(ctx)))
      expect(loads.toSorted()).toEqual([0, 1])
      for (const ctx of both) expect((await readForecastState(ctx)).isCurrent).toBe(true)
    }
  })

  it('do not wait for an expired claim, and leave no claim behind', async () => {
    const [ctx] = await aShop()
    if (!ctx) throw new Error('no shop')
    const claims = () =>
      ctx.app.db.withTenant(ctx, (tx) =>
        tx.execute(sql`select until < clock_timestamp() as "isOver" from forecast_claims`),
      )
    await ctx.app.db.withTenant(ctx, (tx) =>
      tx.execute(sql`insert into forecast_claims (tenant_id, claimed_by, until)
        values (${ctx.tenantId}, ${crypto.randomUUID()}, clock_timestamp() + interval '1 second')`),
    )
    await keepForecast(ctx)
    expect(loads).toEqual([1, 0])
    expect((await claims()).rows).toEqual([])
    nowMs += 61_000
    await keepForecast(ctx)
    expect((await claims()).rows).toEqual([])
  })

  it('wait for work that takes longer than a claim lasts', async () => {
    const [ctx, other] = await aShop()
    if (!ctx || !other) throw new Error('no shop')
    const [claimedForMs, worksForMs] = [300, 1_200]
    const claimed = Promise.withResolvers<void>()
    const order: string[] = []
    const working = doOrAwait(
      ctx,
      crypto.randomUUID(),
      async () => {
        claimed.resolve()
        await setTimeout(worksForMs)
        order.push('the work has ended')
      },
      claimedForMs,
    )
    await claimed.promise
    await doOrAwait(other, crypto.randomUUID(), async () => void order.push('the other has worked too'), claimedForMs)
    order.push('the other has waited')
    await working
    expect(order).toEqual(['the work has ended', 'the other has waited'])
  })

  it('both succeed when one stores a forecast while the other deletes the operations of the forecast', async () => {
    const [ctx, colleague] = await aShop()
    if (!ctx || !colleague) throw new Error('no shop')
    const locked = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const deleting = colleague.app.db.withTenant(colleague, async (tx) => {
      await lockTenant(colleague, tx)
      locked.resolve()
      await written.promise
      // PostgreSQL would end a deadlock after one second, which is longer than this limit.
      await tx.execute(sql`set local lock_timeout = 800`)
      await tx.delete(operations).where(eq(operations.tenantId, colleague.tenantId))
    })
    await locked.promise
    const keeping = keepForecast(ctx)
    const waiting = () => ctx.app.db.withSystem((tx) => tx.execute(sql`select from pg_locks where not granted`))
    await expect.poll(async () => (await waiting()).rows.length).toBeGreaterThan(0)
    written.resolve()
    await Promise.all([deleting, keeping])
    const { rows } = await ctx.app.db.withTenant(ctx, (tx) => tx.execute(sql`select from operation_forecasts`))
    expect(rows).toHaveLength(0)
    expect((await readForecastState(ctx)).operationCount).toBe(12)
  })
})
