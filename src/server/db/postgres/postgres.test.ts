// @module-tag once
import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { execute, findPostgres, type PostgresServer, startPostgres } from '#testing/start-postgres.ts'
import type { OpenDatabase } from '../database.ts'
import { openDatabase } from '../open-database.ts'

describe.runIf(findPostgres())('PostgreSQL', () => {
  let server: PostgresServer
  let db: OpenDatabase | undefined

  const open = async (url: string, migrationUrl?: string) => {
    db = await openDatabase(
      { DATA_DIR: null, DATABASE_URL: url, MIGRATION_DATABASE_URL: migrationUrl },
      { statementLimitMs: 1_000 },
    )
    return db
  }
  const one = () => db?.withSystem((tx) => tx.execute(sql`select 1 as one`))

  beforeAll(async () => {
    server = await startPostgres()
  })
  beforeEach(() => open(server.serverUrl, server.ownerUrl).then(() => undefined))
  afterEach(() => db?.close())
  afterAll(() => server.stop())

  test('refuses a login that could bypass the policies, and says why', async () => {
    await expect(open(server.superuserUrl)).rejects.toThrow(/superuser.*Refusing to start/)
    await expect(open(server.ownerUrl)).rejects.toThrow(/owns table ".*Refusing to start/)
    await execute(server.superuserUrl, 'alter role scheduler_server bypassrls')
    await expect(open(server.serverUrl)).rejects.toThrow(/BYPASSRLS.*Refusing to start/)
    await execute(server.superuserUrl, 'alter role scheduler_server nobypassrls inherit')
    await expect(open(server.serverUrl)).rejects.toThrow(/inherits app_rw/)
    await execute(server.superuserUrl, 'alter role scheduler_server noinherit')
    await execute(server.superuserUrl, 'create role stranger login')
    await expect(open(server.serverUrl.replace('scheduler_server', 'stranger'))).rejects.toThrow(
      /may not act as app_rw/,
    )
    await db?.close()
    await expect(open(server.serverUrl)).resolves.toBeDefined()
  })

  test('compiles no statement, whatever the database says by default', async () => {
    await execute(server.superuserUrl, 'alter role scheduler_server set jit = on')
    await db?.close()
    await open(server.serverUrl)
    await expect(db?.withSystem((tx) => tx.execute(sql`show jit`))).resolves.toMatchObject({ rows: [{ jit: 'off' }] })
  })

  test('ends a statement at the time limit with 503, and serves the next one', async () => {
    const started = performance.now()
    await expect(db?.withSystem((tx) => tx.execute(sql`select pg_sleep(20)`))).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(performance.now() - started).toBeLessThan(15_000)
    await expect(one()).resolves.toBeDefined()
  })

  test('answers 503 while all connections are busy, and leaks no connection', async () => {
    const hold = () => db?.withSystem((tx) => tx.execute(sql`select pg_sleep(0.8)`))
    const results = await Promise.allSettled(Array.from({ length: 90 }, hold))
    const refused = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason)
    expect(refused.length).toBeGreaterThan(0)
    for (const reason of refused) expect(reason).toMatchObject({ code: 'unavailable', status: 503 })
    await Promise.all(Array.from({ length: 30 }, one))
  })

  /** The full test uses 20: DATABASE_RESTARTS=20. */
  const restarts = Number(process.env.DATABASE_RESTARTS ?? 3)

  test('survives restarts: clients get only 503, service is back within a second, and listeners hear messages again', async () => {
    const heard: string[] = []
    let gaps = 0
    const onGap = () => {
      gaps += 1
    }
    await db?.listen('pg_test', { onMessage: (text) => heard.push(text), onGap })
    const codes = new Set<string>()
    for (let round = 0; round < restarts; round += 1) {
      let running = true
      const load = Array.from({ length: 5 }, async () => {
        while (running) {
          await one()?.catch((error) => codes.add(error.code ?? error.message))
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      })
      await server.restart()
      // The time of a plain connection, measured here and now: the machine may be slow or busy.
      const askedMs = performance.now()
      await execute(server.serverUrl, 'select 1')
      const plainMs = performance.now() - askedMs
      await expect
        .poll(
          () =>
            one()?.then(
              () => 'back',
              () => 'away',
            ),
          { timeout: 1_000 + 20 * plainMs, interval: 20 },
        )
        .toBe('back')
      running = false
      await Promise.all(load)
    }
    expect([...codes]).toEqual(codes.size ? ['unavailable'] : [])
    await expect.poll(() => gaps).toBeGreaterThan(0)
    const sent = `after ${gaps}`
    await expect
      .poll(async () => {
        await db?.withSystem((tx) => tx.execute(sql`select pg_notify('pg_test', ${sent})`))
        return heard.includes(sent)
      })
      .toBe(true)
    await expect(db?.checkReady()).resolves.toBeUndefined()
  })

  test('answers 503 within 5 s when the network drops all traffic, but lets a slow statement finish', async () => {
    const { hostname, port } = new URL(server.serverUrl)
    const sockets = new Set<Socket>()
    let swallowing = false
    const proxy = createServer((inbound) => {
      const outbound = connect(Number(port), hostname)
      for (const [from, to] of [
        [inbound, outbound],
        [outbound, inbound],
      ] as const) {
        sockets.add(from)
        from.on('error', () => to.destroy())
        from.on('close', () => to.destroy())
        from.on('data', (chunk) => void (swallowing || to.write(chunk)))
      }
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const through = new URL(server.serverUrl)
    through.port = String((proxy.address() as { port: number }).port)
    const far = await openDatabase({ DATA_DIR: null, DATABASE_URL: through.href })
    const ask = (seconds: number) => far.withSystem((tx) => tx.execute(sql`select pg_sleep(${seconds})`))
    await expect(ask(3.5)).resolves.toBeDefined()
    swallowing = true
    const started = performance.now()
    await expect(ask(0)).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    expect(performance.now() - started).toBeLessThan(20_000)
    swallowing = false
    await expect(ask(0)).resolves.toBeDefined()
    await far.close()
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })

  test('is not ready while its schema is missing', async () => {
    await execute(server.superuserUrl, 'alter schema app_meta rename to away')
    await expect(db?.checkReady()).rejects.toMatchObject({ code: 'unavailable' })
    await execute(server.superuserUrl, 'alter schema away rename to app_meta')
    await expect(db?.checkReady()).resolves.toBeUndefined()
  })
})
