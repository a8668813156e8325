// @module-tag rest
// @module-tag once
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { count, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyDatabaseInto, testFolder } from '#testing/data-folder.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { createTestTenant } from '#testing/test-tenant.ts'
import { UnavailableError } from '../../errors.ts'
import type { OpenDatabase } from '../database.ts'
import type { SqlClient } from '../engine.ts'
import { openDatabase } from '../open-database.ts'
import { systemRole } from '../row-level-security.ts'
import { tenants } from '../tables/tenants.table.ts'
import { dataDirectoryPaths } from './data-directory.ts'
import { assertCommitsReachDisk, DurableFileSystem } from './durable-file-system.ts'
import { EmbeddedEngine } from './embedded-engine.ts'
import { restoreBackup } from './restore-backup.ts'

let dataDir: string
let db: OpenDatabase | undefined
const open = async (limits: { readonly statementLimitMs?: number; readonly leaseLimitMs?: number } = {}) => {
  db = await openDatabase({ DATA_DIR: dataDir }, limits)
  return db
}
/** For tests that are not about building a database. */
const openCopy = async (limits = {}) => {
  await copyDatabaseInto(dataDir)
  return open(limits)
}
const close = async () => {
  await db?.close()
  db = undefined
}
const countTenants = async () => (await db?.withSystem((tx) => tx.select({ n: count() }).from(tenants)))?.[0]?.n

beforeEach(() => {
  dataDir = testFolder('scheduler-kit-')
})
afterEach(async () => {
  await close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('fsync', () => {
  test('is called by commits, and a database that skips it is rejected', async () => {
    await copyDatabaseInto(dataDir)
    const folder = dataDirectoryPaths(dataDir).database
    const files = new DurableFileSystem(folder)
    const durable = await PGlite.create({ fs: files, startParams: DurableFileSystem.startParams })
    await expect(assertCommitsReachDisk(durable, files)).resolves.toBeUndefined()
    const before = files.fsyncCount
    await durable.exec('create table t (n int); insert into t values (1)')
    await durable.exec('insert into t values (2)')
    expect(files.fsyncCount).toBeGreaterThanOrEqual(before + 2)
    await durable.close()

    const careless = new DurableFileSystem(folder)
    const asShipped = await PGlite.create({ fs: careless })
    await expect(assertCommitsReachDisk(asShipped, careless)).rejects.toThrow('do not reach the disk')
    await asShipped.close()
  })
})

describe('housekeeping', () => {
  test('frees the space of dead rows and updates the row statistics', async () => {
    const engine = (await openTestDatabase({ engine: 'embedded' })).engine as EmbeddedEngine
    const alone = async <T>(work: (client: SqlClient) => Promise<T>): Promise<T> => {
      const { client, release } = await engine.lease()
      await client.query(`set role ${systemRole}`)
      return work(client).finally(() => release(false))
    }
    const stats = () =>
      alone(async (client) => {
        await client.query('select pg_stat_force_next_flush()')
        const { rows } = await client.query(`select n_dead_tup::int as dead, n_mod_since_analyze::int as changed,
          pg_relation_size('tenants')::int as bytes from pg_stat_user_tables where relname = 'tenants'`)
        return rows[0]
      })
    const churn = () => alone((client) => client.query(`update tenants set name = name || 'x'`))
    const names = `select gen_random_uuid(), 'T' || n from generate_series(1, 500) n`
    await alone((client) => client.query(`insert into tenants (tenant_id, name) ${names}`))
    const { bytes } = await stats()
    await churn()
    expect(await stats()).toMatchObject({ dead: 500, changed: 1_000 })
    for (let round = 0; round < 5; round++) {
      await engine.tidy()
      expect(await stats()).toMatchObject({ dead: 0, changed: 0 })
      await churn()
    }
    expect((await stats()).bytes).toBeLessThan(3 * bytes)
    await engine.close()
  })
})

describe('the data directory', () => {
  test('is built under a temporary name: a half-made one is deleted, never opened', async () => {
    const { unfinished, database } = dataDirectoryPaths(dataDir)
    mkdirSync(unfinished)
    writeFileSync(join(unfinished, 'PG_VERSION'), '18\n')
    await open()
    await close()
    expect(existsSync(unfinished)).toBe(false)
    expect(readFileSync(join(database, 'PG_VERSION'), 'utf8').trim()).toBe('18')
    await expect(open()).resolves.toBeDefined()
  })

  test('of another PostgreSQL version is left unchanged', async () => {
    const { database } = dataDirectoryPaths(dataDir)
    mkdirSync(database)
    writeFileSync(join(database, 'PG_VERSION'), '17\n')
    await expect(open()).rejects.toThrow(/version 17, this build needs 18/)
    expect(readdirSync(database)).toEqual(['PG_VERSION'])
  })

  test('that does not open is kept, and the message says what to do', async () => {
    await openCopy()
    await close()
    const { database } = dataDirectoryPaths(dataDir)
    const control = join(database, 'global', 'pg_control')
    writeFileSync(control, Buffer.alloc(readFileSync(control).length))
    await expect(open()).rejects.toThrow(/could not be opened[\s\S]*Nothing was deleted/)
    expect(existsSync(join(database, 'PG_VERSION'))).toBe(true)
    expect(existsSync(join(database, 'base'))).toBe(true)
  })

  test('that opens slower than the start waits needs no backup, and the message says so', async () => {
    const opening = EmbeddedEngine.open({ dataDir, role: systemRole, prepare: async () => undefined, openLimitMs: 1 })
    const said = await opening.catch((error: Error) => error.message)
    expect(said).toMatch(/needs longer to open .* no backup is needed: start again \(did not open within 0.001 s\)/)
  })

  test('is locked within one process too, and free again after closing', async () => {
    await openCopy()
    await expect(openDatabase({ DATA_DIR: dataDir })).rejects.toThrow('Another server is already using')
    await close()
    await expect(open()).resolves.toBeDefined()
  })
})

/** The full test uses 20: DATABASE_RESTARTS=20. */
const restarts = Number(process.env.DATABASE_RESTARTS ?? 1)

describe('the watchdog', { timeout: 120_000 + restarts * 30_000 }, () => {
  test('ends a statement that runs too long, answers 503 and opens the database again', async () => {
    // Normal statements end within the limit, and the database reopens within the wait, on a busy machine too.
    const opened = await openCopy({ statementLimitMs: 2_000, leaseLimitMs: 60_000 })
    await createTestTenant(opened)
    const missed: string[] = []
    const heard: string[] = []
    await opened.listen('kit_test', { onMessage: (text) => heard.push(text), onGap: () => missed.push('gap') })
    for (let restart = 1; restart <= restarts; restart += 1) {
      const stuck = opened.withSystem((tx) => tx.execute(sql`select count(*) from generate_series(1, 100000000000)`))
      const waiting = opened.withSystem((tx) => tx.select().from(tenants))
      await expect(stuck).rejects.toMatchObject({ code: 'unavailable', status: 503 })
      await expect(waiting).resolves.toHaveLength(1)
      expect(await countTenants()).toBe(1)
      await opened.withSystem((tx) => tx.execute(sql`select pg_notify('kit_test', 'back')`))
      await expect.poll(() => heard).toHaveLength(restart)
      expect(missed).toHaveLength(restart)
    }
  })
})

describe('backups', () => {
  test('taken during writes restore to one commit point, and the newest three are kept', async () => {
    const opened = await openCopy()
    const { backups } = dataDirectoryPaths(dataDir)
    mkdirSync(backups)
    for (const year of [2023, 2024]) writeFileSync(join(backups, `${year}-11-18T09-00-00.000Z.tar.gz`), 'older')
    let writing = true
    const writer = (async () => {
      // Two rows per commit: an odd count would be half a transaction.
      const pair = sql`insert into tenants (tenant_id, name) select gen_random_uuid(), 'pair' from generate_series(1, 2)`
      while (writing) {
        // On a busy machine a backup takes longer than a write waits for it. A client would try again too.
        await opened
          .withSystem((tx) => tx.execute(pair))
          .catch((error: unknown) => {
            if (!(error instanceof UnavailableError)) throw error
          })
      }
    })()
    await expect.poll(countTenants, { interval: 10 }).toBeGreaterThan(0)
    const paths = [await opened.backup()]
    writeFileSync(join(backups, 'cut-off.tar.gz.tmp'), 'half')
    paths.push(await opened.backup())
    writing = false
    await writer
    const atEnd = await countTenants()
    await close()
    const kept = [join(backups, '2024-11-18T09-00-00.000Z.tar.gz'), ...paths]
    expect(
      readdirSync(backups)
        .map((name) => join(backups, name))
        .sort(),
    ).toEqual(kept)

    const replaced = await restoreBackup(dataDir, paths.at(-1) ?? '')
    await open()
    const restored = (await countTenants()) ?? 0
    expect(restored % 2).toBe(0)
    expect(restored).toBeGreaterThan(0)
    expect(restored).toBeLessThanOrEqual(atEnd ?? 0)
    expect(existsSync(join(replaced ?? '', 'PG_VERSION'))).toBe(true)
  })

  test('that cannot be loaded leave the database in place, leave no other files, and say why', async () => {
    await createTestTenant(await openCopy())
    const whole = readFileSync((await db?.backup()) ?? '')
    await close()
    const names = readdirSync(dataDir)
    const archives = {
      'text.tar.gz': Buffer.from('this is not an archive'),
      'empty.tar.gz': Buffer.alloc(0),
      'other.tar.gz': gzipSync('of something else'),
      'cut-off.tar.gz': whole.subarray(0, whole.length / 2),
    }
    for (const [name, bytes] of Object.entries(archives)) {
      const folder = mkdtempSync(join(tmpdir(), 'scheduler-bad-'))
      const bad = join(folder, name)
      writeFileSync(bad, bytes)
      await expect(restoreBackup(dataDir, bad), name).rejects.toThrow(
        /tar\.gz cannot be restored: the file is damaged, or is no backup of the embedded database.*Nothing was changed/,
      )
      expect(readdirSync(dataDir), name).toEqual(names)
      rmSync(folder, { recursive: true })
    }
    await open()
    expect(await countTenants()).toBe(1)
  })
})

/** A small file system in memory, which can be filled to the brim; null where mounting one is not allowed. */
const mountSmall = (): { directory: string; unmount: () => void } | null => {
  const directory = mkdtempSync(join(tmpdir(), 'scheduler-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', directory], { stdio: 'ignore' })
  } catch {
    rmSync(directory, { recursive: true })
    return null
  }
  return {
    directory,
    unmount: () => {
      execFileSync('umount', [directory])
      rmSync(directory, { recursive: true })
    },
  }
}

describe('a full disk', () => {
  test('is named as the reason when a start fails, and the start works again once there is room', async ({ skip }) => {
    const disk = mountSmall()
    if (!disk) return skip('Mounting a small disk needs root.')
    try {
      const [small, ballast] = [join(disk.directory, 'data'), join(disk.directory, 'ballast')]
      const start = async () => {
        const opened = await openDatabase({ DATA_DIR: small })
        const rows = await opened.withSystem((tx) => tx.select({ n: count() }).from(tenants))
        await opened.close()
        return rows
      }
      const fill = (bytesLeft: number) => {
        for (const size of [1_000_000, 1_000]) {
          try {
            for (;;) appendFileSync(ballast, Buffer.alloc(size))
          } catch {
            // There is no room for another block of this size.
          }
        }
        truncateSync(ballast, statSync(ballast).size - bytesLeft)
      }
      const advice =
        /^The disk that holds \S+data is full\. Free some room \(48 MB at least\), then .* no backup is needed\.$/
      // Room for the lock, but not for a database; then not even for the lock.
      fill(8_192)
      await expect(start()).rejects.toThrow(advice)
      expect(existsSync(dataDirectoryPaths(small).unfinished)).toBe(false)
      rmSync(ballast)
      expect(await start()).toEqual([{ n: 0 }])
      fill(0)
      await expect(start()).rejects.toThrow(advice)
      rmSync(ballast)
      expect(await start()).toEqual([{ n: 0 }])
    } finally {
      disk.unmount()
    }
  }, 300_000)
})
