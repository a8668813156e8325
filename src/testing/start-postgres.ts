import { execFile, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** A private PostgreSQL server of one test run. */
export interface PostgresServer {
  readonly superuserUrl: string
  /** The owner of schemas: it may create databases and roles, but is not a superuser. */
  readonly ownerUrl: string
  /** The login that the server of the product uses. */
  readonly serverUrl: string
  /** Stops at once, as a crash would, and starts again on the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const installed = '/usr/lib/postgresql'

/** Folder of the newest PostgreSQL on this machine, or null. */
export const findPostgres = (): string | null => {
  const versions = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : []
  return (
    versions.map((version) => join(installed, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null
  )
}

/** PostgreSQL refuses to run as root, so root starts it as the `postgres` user. */
const identity = async (): Promise<{ uid?: number; gid?: number }> => {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])))
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Starts PostgreSQL on a free port of 127.0.0.1 in a temporary directory, with the two logins of the product. */
export const startPostgres = async (): Promise<PostgresServer> => {
  const bin = findPostgres()
  if (!bin) throw new Error(`No PostgreSQL found below ${installed}`)
  const user = await identity()
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-postgres-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder }
  await run(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N'],
    options,
  )
  const port = await freePort()
  // Tests kill processes, never the machine: data in the memory of the operating system survives, unlike a late commit.
  // Databases live for seconds: nothing is worth vacuuming, and no test depends on when statistics are gathered.
  const tuning = [
    'fsync=off',
    'full_page_writes=off',
    'log_min_messages=fatal',
    'max_connections=100',
    'autovacuum=off',
  ]
  const settings = ['-p', String(port), '-h', '127.0.0.1', '-k', folder, ...tuning.flatMap((option) => ['-c', option])]
  const url = (name: string) => `postgres://${name}@127.0.0.1:${port}/postgres`

  const start = async () => {
    const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings], { ...options, stdio: 'ignore' })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    await answers(url('postgres'))
    return { child, ended }
  }
  let server = await start()
  const halt = async () => {
    server.child.kill('SIGQUIT')
    await server.ended
  }
  await execute(
    url('postgres'),
    'create role scheduler_owner login createdb createrole; create role scheduler_server login; alter database postgres owner to scheduler_owner',
  )
  return {
    superuserUrl: url('postgres'),
    ownerUrl: url('scheduler_owner'),
    serverUrl: url('scheduler_server'),
    restart: async () => {
      await halt()
      server = await start()
    },
    stop: async () => {
      await halt()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs statements on their own connection. */
export const execute = async (connectionString: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const answers = async (connectionString: string): Promise<void> => {
  const deadlineMs = Date.now() + 20_000
  for (;;) {
    try {
      await execute(connectionString, 'select 1')
      return
    } catch (error) {
      if (Date.now() > deadlineMs) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
