// @module-tag once
import { connect, createServer, Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { execute, findPostgres, type PostgresServer, startPostgres } from '#testing/start-postgres.ts'
import type { OpenDatabase } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import type { Patience } from './connect-patiently.ts'
import { migratePostgres } from './migrate-postgres.ts'

describe.runIf(findPostgres())('the start on PostgreSQL', () => {
  let server: PostgresServer
  let db: OpenDatabase | undefined
  const lines: string[] = []
  const waiting = (waitAtMostMs: number): Patience => ({ waitAtMostMs, report: (line) => lines.push(line) })

  const open = async (url: string, migrationUrl?: string, patience = waiting(20_000)) => {
    const env = { DATA_DIR: null, DATABASE_URL: url, MIGRATION_DATABASE_URL: migrationUrl }
    db = await openDatabase(env, { patience })
    return db
  }
  const withRole = (url: string, role: string, database = 'postgres') => {
    const changed = new URL(url)
    changed.username = role
    changed.pathname = `/${database}`
    return changed.href
  }
  const asSuperuser = (sql: string, database?: string) =>
    execute(withRole(server.superuserUrl, 'postgres', database), sql)

  beforeAll(async () => {
    server = await startPostgres()
  })
  const close = async () => {
    await db?.close()
    db = undefined
  }
  afterEach(async () => {
    await close()
    lines.splice(0)
  })
  afterAll(() => server.stop())

  test('with the owner in both variables is refused before anything changes, including the owner role', async () => {
    await asSuperuser('create role builder login createrole')
    await asSuperuser('create role second login noinherit')
    for (const name of ['works', 'annex']) await asSuperuser(`create database ${name} owner builder`)
    const builder = withRole(server.ownerUrl, 'builder', 'works')
    const facts = () =>
      asSuperuser(
        `select rolinherit as inherits, (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
          to_regnamespace('app_meta') is null as untouched from pg_roles r where rolname = 'builder'`,
        'works',
      )
    await expect(open(builder, builder)).rejects.toThrow(
      /signs in as "builder", as MIGRATION_DATABASE_URL does. Make a second login/,
    )
    expect(await facts()).toEqual([{ inherits: true, memberships: 0, untouched: true }])

    await asSuperuser('grant builder to second')
    await expect(open(withRole(server.serverUrl, 'second', 'works'), builder)).rejects.toThrow(
      /"second", which may act as the owner, "builder"/,
    )
    expect(await facts()).toMatchObject([{ untouched: true }])
    await asSuperuser('revoke builder from second')

    for (const name of ['works', 'annex']) {
      await open(withRole(server.serverUrl, 'second', name), withRole(builder, 'builder', name))
      await expect(db?.checkReady()).resolves.toBeUndefined()
      await close()
    }
    expect(await facts()).toMatchObject([{ inherits: true, memberships: 0 }])
  })

  test('names a login that does not exist, and changes nothing', async () => {
    await asSuperuser('create database empty owner scheduler_owner')
    const owner = withRole(server.ownerUrl, 'scheduler_owner', 'empty')
    await expect(migratePostgres(owner, withRole(owner, 'nobody', 'empty'), [])).rejects.toThrow(
      'The role "nobody" of DATABASE_URL does not exist',
    )
    expect(await asSuperuser(`select to_regnamespace('app_meta') is null as untouched`, 'empty')).toEqual([
      { untouched: true },
    ])
  })

  test('says at once that the password is wrong or missing, or that the database does not exist', async () => {
    const [{ data_directory: folder } = {}] = await asSuperuser('show data_directory')
    await asSuperuser(`create role guarded login password 'right'`)
    const rules = ['host all guarded 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 trust']
    const rows = rules.map((rule) => `('${rule}')`).join(', ')
    await asSuperuser(`copy (select * from (values ${rows}) rules) to '${folder}/pg_hba.conf'`)
    await asSuperuser('select pg_reload_conf()')
    const guarded = new URL(withRole(server.serverUrl, 'guarded'))
    guarded.password = 'hunter2'
    const { port } = guarded
    await expect
      .poll(() => open(guarded.href).catch((error: Error) => error.message))
      .toBe(
        `PostgreSQL at 127.0.0.1:${port} (DATABASE_URL) refuses the connection: ` +
          'the password of "guarded" is wrong, or there is no such role.',
      )
    await expect(open(withRole(server.serverUrl, 'guarded'))).rejects.toThrow(
      '(DATABASE_URL) refuses the connection: "guarded" needs a password, and the address holds none.',
    )
    await expect(open(withRole(server.serverUrl, 'scheduler_server', 'nowhere'))).rejects.toThrow(
      '(DATABASE_URL) refuses the connection: there is no database "nowhere".',
    )
    await expect(open(server.serverUrl, guarded.href)).rejects.toThrow(/\(MIGRATION_DATABASE_URL\) refuses/)
    expect(lines).toEqual([])
  })

  test('waits for a database that is not up yet, and reports it once', async () => {
    const proxy = createServer((inbound) => {
      const outbound = connect(Number(new URL(server.serverUrl).port), '127.0.0.1')
      inbound.pipe(outbound).pipe(inbound)
      inbound.on('error', () => outbound.destroy())
      outbound.on('error', () => inbound.destroy())
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as { port: number }
    await new Promise((resolve) => proxy.close(resolve))
    const through = (url: string) => Object.assign(new URL(url), { port: String(port) }).href

    await expect(open(through(server.serverUrl), undefined, waiting(1_500))).rejects.toThrow(
      `PostgreSQL at 127.0.0.1:${port} (DATABASE_URL) could not be reached within 2 seconds: nothing accepts connections there.`,
    )
    lines.splice(0)
    const attempts = vi.spyOn(Socket.prototype, 'connect')
    const opening = open(through(server.serverUrl), through(server.ownerUrl))
    await expect.poll(() => lines.length).toBe(1)
    const reportedAfter = attempts.mock.calls.length
    await expect.poll(() => attempts.mock.calls.length).toBeGreaterThan(reportedAfter)
    attempts.mockRestore()
    await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
    await expect((await opening).checkReady()).resolves.toBeUndefined()
    expect(lines).toEqual([
      `Waiting up to 20 seconds for PostgreSQL at 127.0.0.1:${port} (DATABASE_URL): nothing accepts connections there.`,
    ])
    await close()
    proxy.close()
  })

  test('is refused on a newer schema, while a running server stays ready', async () => {
    const running = await open(server.serverUrl, server.ownerUrl)
    const plant = `insert into app_meta.migrations (position, tag, hash) values (99, '0099_future', '')`
    await execute(server.ownerUrl, plant)
    try {
      await expect(running.checkReady()).resolves.toBeUndefined()
      const env = { DATA_DIR: null, DATABASE_URL: server.serverUrl }
      await expect(openDatabase(env)).rejects.toThrow(/"0099_future".*written by a newer one/)
      await expect(openDatabase({ ...env, MIGRATION_DATABASE_URL: server.ownerUrl })).rejects.toThrow(
        /"0099_future".*written by a newer one/,
      )
    } finally {
      await execute(server.ownerUrl, 'delete from app_meta.migrations where position = 99')
    }
    await execute(server.ownerUrl, 'update app_meta.migrations set position = -position')
    await expect(running.checkReady()).rejects.toMatchObject({ code: 'unavailable' })
    await execute(server.ownerUrl, 'update app_meta.migrations set position = -position')
  })

  test('listens on several channels at once without a warning from node-postgres', async () => {
    const warnings: string[] = []
    const hear = (warning: Error) => warnings.push(warning.message)
    process.on('warning', hear)
    const opened = await open(server.serverUrl, server.ownerUrl)
    await Promise.all(['one', 'two', 'three'].map((channel) => opened.listen(channel, { onMessage: () => undefined })))
    process.emitWarning('The last one')
    await expect.poll(() => warnings).toContain('The last one')
    process.off('warning', hear)
    expect(warnings).toEqual(['The last one'])
  })
})
