// @module-tag rest
// @module-tag once
import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyDatabaseInto, testFolder } from '#testing/data-folder.ts'
import { createPostgresDatabase, postgresServer, stopPostgresServer } from '#testing/postgres-databases.ts'
import { execute, findPostgres } from '#testing/start-postgres.ts'
import { envOfChildren } from '#testing/test-clock.ts'
import { newServices } from '../context.ts'
import { openDatabase } from '../db/open-database.ts'
import { seedContext } from '../seed/seed-context.ts'

const folder = testFolder('commands-')
beforeAll(() => copyDatabaseInto(join(folder, 'data')))
afterAll(async () => {
  await stopPostgresServer()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command to its end, with a closed input or with `input`. */
const run = (script: string, args: readonly string[], env: Record<string, string> = {}, input = '') =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
      env: { ...envOfChildren, PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), ...env },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += String(chunk)
      })
    }
    child.stdin.end(input)
    child.on('close', (code) => resolve({ code, said }))
  })

describe('admin:create', { timeout: 240_000 }, () => {
  const person = ['--email', 'first@example.org', '--name', 'First']

  test('ends with a clear message when its input is closed before the password', async () => {
    const { code, said } = await run('admin-create.ts', person)
    expect(code).toBe(1)
    expect(said).toContain('No password was given, so no account was created.')
    expect(said).not.toContain('Warning')
  })

  test('refuses a malformed e-mail address', async () => {
    expect(await run('admin-create.ts', ['--email', 'a@x.example>', '--name', 'First'], {}, 'Trusty-Lathe-41')).toEqual(
      {
        code: 1,
        said: expect.stringContaining('email: Please enter a valid email address'),
      },
    )
  })

  test('reads the password from a pipe, with or without a line end', async () => {
    expect(await run('admin-create.ts', person, {}, 'Trusty-Lathe-41')).toMatchObject({ code: 0 })
    expect(await run('admin-create.ts', person, {}, 'Trusty-Lathe-41\n')).toEqual({
      code: 1,
      said: expect.stringContaining('An account with this email already exists.'),
    })
  })
})

test('restore says that a file is not a backup', async () => {
  const archive = join(folder, 'damaged.tar.gz')
  writeFileSync(archive, 'this is not an archive')
  const { code, said } = await run('restore.ts', [archive], { DATA_DIR: join(folder, 'restored') })
  expect(code).toBe(1)
  expect(said).toMatch(/damaged\.tar\.gz cannot be restored: the file is damaged, .*Nothing was changed\.\n$/)
})

test('backup makes a file that restore takes, and says what to do while a server is running', async () => {
  const backup = () => run('backup.ts', [])
  const { code, said } = await backup()
  expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/^Made .+\.tar\.gz\. /) })
  const archive = said.split(' ')[1]?.replace(/\.$/, '') ?? ''
  const restored = await run('restore.ts', [archive], { DATA_DIR: join(folder, 'restored') })
  expect(restored).toEqual({ code: 0, said: `Restored ${archive}.\n` })
  const running = await openDatabase({ DATA_DIR: join(folder, 'data') })
  expect(await backup()).toEqual({ code: 1, said: expect.stringContaining('stop it to make one now') })
  await running.close()
}, 240_000)

describe.runIf(findPostgres())('db:setup', { timeout: 240_000 }, () => {
  const names = { database: 'set_up_shop', owner: 'set_up_owner', server: 'set_up_server' }
  const args = Object.entries(names).flatMap(([name, value]) => [`--${name}`, value])
  const setUp = async (passwords: Record<string, string> = {}) => {
    const { ownerUrl } = await postgresServer()
    return run('db-setup.ts', args, { ADMIN_DATABASE_URL: ownerUrl, ...passwords })
  }
  const urlIn = (said: string, variable: string) => new RegExp(`^${variable}=(.+)$`, 'm').exec(said)?.[1] ?? ''

  test('makes what a server needs as a login that is no superuser, and prints the two addresses', async () => {
    const { code, said } = await setUp()
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('"set_up_shop" is ready') })
    const db = await openDatabase({ DATA_DIR: null, DATABASE_URL: urlIn(said, 'DATABASE_URL') })
    await expect(db.checkReady()).resolves.toBeUndefined()
    await db.close()
    const owner = urlIn(said, 'MIGRATION_DATABASE_URL')
    await expect(openDatabase({ DATA_DIR: null, DATABASE_URL: owner })).rejects.toThrow('owns table')
  })

  test('may be run again, sets given passwords and does not print them', async () => {
    const passwords = { OWNER_PASSWORD: 'owner: a/b?c', SERVER_PASSWORD: 'server: a/b?c' }
    const { code, said } = await setUp(passwords)
    expect({ code, said }).toEqual({ code: 0, said: 'The database "set_up_shop" is ready.\n' })
    const { ownerUrl } = await postgresServer()
    const [role] = await execute(
      ownerUrl,
      "select rolinherit, rolcreaterole from pg_roles where rolname = 'set_up_server'",
    )
    expect(role).toEqual({ rolinherit: false, rolcreaterole: false })
  })

  test('names the setting it needs', async () => {
    expect(await run('db-setup.ts', [])).toEqual({ code: 1, said: expect.stringContaining('Set ADMIN_DATABASE_URL') })
  })
})

describe.runIf(findPostgres())('db:migrate', { timeout: 240_000 }, () => {
  test('prepares a database for a server that has only its own login', async () => {
    const { ownerUrl, serverUrl, drop } = await createPostgresDatabase()
    const server = { DATA_DIR: null, DATABASE_URL: serverUrl }
    await expect(openDatabase(server)).rejects.toThrow('Run "npm run db:migrate"')
    const migrate = () => run('db-migrate.ts', [], { MIGRATION_DATABASE_URL: ownerUrl, DATABASE_URL: serverUrl })
    expect(await migrate()).toEqual({ code: 0, said: expect.stringMatching(/^The schema is at "\d{4}_/) })
    expect(await migrate()).toMatchObject({ code: 0 })
    const db = await openDatabase(server)
    await expect(db.checkReady()).resolves.toBeUndefined()
    await db.close()
    await drop()
  })

  test('names the settings it needs', async () => {
    expect(await run('db-migrate.ts', [])).toEqual({
      code: 1,
      said: expect.stringContaining('Set MIGRATION_DATABASE_URL to the owner'),
    })
  })
})

describe.runIf(findPostgres())('db:move', { timeout: 240_000 }, () => {
  const data = join(folder, 'moved')
  beforeAll(async () => {
    await copyDatabaseInto(data)
    expect(await run('seed.ts', ['--projects', '3', '--operations', '4'], { DATA_DIR: data })).toMatchObject({
      code: 0,
    })
  }, 240_000)
  const move = ({ ownerUrl, serverUrl }: { ownerUrl: string; serverUrl: string }) =>
    run('db-move.ts', [], { DATA_DIR: data, MIGRATION_DATABASE_URL: ownerUrl, DATABASE_URL: serverUrl })

  test('moves every row, and the server finds each organization in it', async () => {
    const target = await createPostgresDatabase()
    const { code, said } = await move(target)
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringMatching(/^Moved [\d,]+ rows, each compared/m) })
    expect(said).toMatch(/^ +[1-9]\d* {2}history_entries$/m)
    const digest = async (db: Awaited<ReturnType<typeof openDatabase>>) => {
      const { rows: tenants } = await db.readSystem((tx) =>
        tx.execute<{ id: string; name: string }>(sql`select tenant_id as id, name from tenants order by name`),
      )
      const read = ({ id }: { id: string }) =>
        db.readTenant(seedContext(newServices({ db, now: () => new Date() }), id), (tx) =>
          tx.execute(sql`select count(*)::int as operations, md5(string_agg(o::text, '' order by operation_id)) as digest
            from operations o`),
        )
      return Promise.all(tenants.map(async (tenant) => [tenant.name, (await read(tenant)).rows]))
    }
    const embedded = await openDatabase({ DATA_DIR: data })
    const before = await digest(embedded)
    await embedded.close()
    const moved = await openDatabase({ DATA_DIR: null, DATABASE_URL: target.serverUrl })
    expect(await digest(moved)).toEqual(before)
    expect(before.length).toBeGreaterThan(2)
    await expect(moved.checkReady()).resolves.toBeUndefined()
    await moved.close()

    // A second move would mix two shops.
    expect(await move(target)).toEqual({ code: 1, said: expect.stringContaining('has accounts already') })
    await target.drop()
  })

  test('keeps nothing when a row differs after it was copied', async () => {
    const target = await createPostgresDatabase()
    await run('db-migrate.ts', [], { MIGRATION_DATABASE_URL: target.ownerUrl, DATABASE_URL: target.serverUrl })
    await execute(
      target.ownerUrl,
      `create function spoil() returns trigger language plpgsql as $$ begin new.notes := 'spoiled'; return new; end $$;
       create trigger spoil before insert on operations for each row execute function spoil()`,
    )
    expect(await move(target)).toEqual({
      code: 1,
      said: expect.stringContaining('Rows of the table operations differ'),
    })
    // Otherwise its owner would see nothing in any case.
    await execute(target.ownerUrl, 'alter table tenants no force row level security')
    expect(await execute(target.ownerUrl, 'select name from tenants')).toEqual([])
    await target.drop()
  })

  test('is refused while a server uses the embedded database', async () => {
    const target = await createPostgresDatabase()
    const running = await openDatabase({ DATA_DIR: data })
    expect(await move(target)).toEqual({ code: 1, said: expect.stringContaining('Another server is already using') })
    await running.close()
    await target.drop()
  })

  test('names the settings it needs', async () => {
    expect(await run('db-move.ts', [])).toEqual({
      code: 1,
      said: expect.stringContaining('Set DATA_DIR to the folder'),
    })
  })
})
