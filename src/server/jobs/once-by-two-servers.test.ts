// @module-tag bothEngines
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sourceInput } from '#testing/builders/build-data-source.ts'
import { buildUser } from '#testing/builders/build-user.ts'
import { runTestShop } from '#testing/run-test-shop.ts'
import { findPostgres, type PostgresServer, startPostgres } from '#testing/start-postgres.ts'
import { type AppServices, newServices, type TenantContext } from '../context.ts'
import type { OpenDatabase } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { createDataSource } from '../services/data-sources/manage-data-sources.ts'
import { listSourceRuns } from '../services/data-sources/read-source-runs.ts'
import { listProposals } from '../services/proposals/read-proposals.ts'
import { makeDueMorningPlans } from './make-morning-plans.ts'
import { runDataSources } from './run-data-sources.ts'

describe.runIf(findPostgres())('two servers on one database', () => {
  const errors: object[] = []
  const log = { info: () => undefined, error: (facts: object) => void errors.push(facts) }
  const databases: OpenDatabase[] = []
  let postgres: PostgresServer
  let erp: Server
  let origin = ''
  let fetched: string[] = []
  // 5:00 in Chicago on a Wednesday.
  let nowMs = Date.parse('2026-11-18T11:00:00Z')

  const services = (): AppServices[] => {
    const exchange = { allowedOrigins: new Set([origin]), folder: null }
    return databases.map((db) => newServices({ db, exchange, now: () => new Date(nowMs) }))
  }
  beforeAll(async () => {
    erp = createServer((request, reply) => {
      fetched.push(request.url ?? '')
      reply.end(`Project number,Operation\n${(request.url ?? '').slice(1)},Cut\n`)
    })
    await new Promise<void>((resolve) => erp.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(erp.address() as AddressInfo).port}`
    postgres = await startPostgres()
    const addresses = { DATABASE_URL: postgres.serverUrl, MIGRATION_DATABASE_URL: postgres.ownerUrl }
    for (let at = 0; at < 2; at++) databases.push(await openDatabase({ DATA_DIR: null, ...addresses }))
  })
  afterAll(async () => {
    for (const db of databases) await db.close()
    await postgres.stop()
    erp.closeAllConnections()
    erp.close()
  })

  it('run each data source and make each morning plan once, hour after hour', async () => {
    const both = services()
    const [one] = both
    if (!one) throw new Error('no server')
    const shops: TenantContext[] = []
    const sources: { ctx: TenantContext; sourceId: string }[] = []
    for (let shop = 0; shop < 3; shop++) {
      const ctx = await runTestShop(one, { projects: 3, operations: 3 })
      // Only organizations in which people are active get morning plans.
      await buildUser(one, { memberOf: [{ tenantId: ctx.tenantId }] })
      shops.push(ctx)
      for (const name of ['orders', 'lines']) {
        const input = sourceInput({
          name,
          origin: { kind: 'address', url: `${origin}/${name}-${shop}`, signIn: { kind: 'none' } },
          schedule: { kind: 'hourly', minute: 30 },
        })
        sources.push({ ctx, sourceId: (await createDataSource(ctx, { input })).sourceId })
      }
    }
    const paths = shops.flatMap((_, shop) => [`/lines-${shop}`, `/orders-${shop}`]).sort()
    for (let hour = 1; hour <= 3; hour++) {
      nowMs = Date.parse('2026-11-18T10:31:00Z') + hour * 3_600_000
      fetched = []
      const jobs = both.map((app) => runDataSources(app, log))
      await Promise.all([...jobs.map((job) => job.round()), ...both.map((app) => makeDueMorningPlans(app, log))])
      await Promise.all(jobs.map((job) => job.close()))
      expect(fetched.toSorted()).toEqual(paths)
      for (const { ctx, sourceId } of sources) {
        const runs = await listSourceRuns(ctx, { sourceId })
        expect(runs).toHaveLength(hour)
        expect(runs.map(({ outcome }) => outcome)).toEqual([...Array(hour - 1).fill('unchanged'), 'applied'])
      }
      for (const ctx of shops) {
        const { rows } = await ctx.app.db.withTenant(ctx, (tx) =>
          tx.execute(sql`select day, tries, outcome from morning_plans`),
        )
        expect(rows).toEqual([{ day: '2026-11-18', tries: 1, outcome: 'proposed' }])
        expect(await listProposals(ctx)).toHaveLength(1)
      }
    }
    expect(errors).toEqual([])
  })
})
