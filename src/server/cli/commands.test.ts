import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyDatabaseInto, testFolder } from '#testing/data-folder.ts'
import { createPostgresDatabase, postgresServer, stopPostgresServer } from '#testing/postgres-databases.ts'
import { execute, findPostgres } from '#testing/start-postgres.ts'
import { envOfChildren } from '#testing/test-clock.ts'
import { openDatabase } from '../db/open-database.ts'

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
