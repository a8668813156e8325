import { execFile, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** A private PostgreSQL server of one test run. */
export interface PostgresServer {
  readonly superuserUrl: string
  /** The schema owner, who may create databases and roles, but is not a superuser. */
  readonly ownerUrl: string
  /** The login of the product's server. */
  readonly serverUrl: string
  /** Folder of its socket, which costs half as much processor time as a connection by TCP. */
  readonly socketFolder: string
  /** Stops immediately, as in a crash, and starts again on the same port. */
  restart(): Promise<void>
  /** Kills all its processes at once; resolves when they are gone. */
  kill(): Promise<void>
  /** Starts it after `kill`, on the same port. */
  start(): Promise<void>
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

/** The processes that serve connections and the disk. Each is its own session, so a signal to the group does not reach them. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

const killProcess = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

/** Resolves when none of the processes exists: PostgreSQL does not start while one of them still uses its shared memory. */
const allGone = async (pids: readonly number[]): Promise<void> => {
  while (pids.some((pid) => existsSync(`/proc/${pid}`))) await new Promise((resolve) => setTimeout(resolve, 20))
}

// Tests kill processes, never the machine: data in the operating system's memory survives, unlike a late commit.
const quick = ['fsync=off', 'full_page_writes=off']
const durable = ['fsync=on', 'full_page_writes=on', 'min_wal_size=32MB', 'max_wal_size=96MB']

interface PostgresOptions {
  /** The parent of its folder. */
  readonly under?: string
  /** Whether it waits for the disk, as in production. Only a test that cuts the power needs that. */
  readonly isDurable?: boolean
}

/** Starts PostgreSQL on a free port of 127.0.0.1 in a new folder, with the two logins of the product. */
export const startPostgres = async ({
  under = tmpdir(),
  isDurable = false,
}: PostgresOptions = {}): Promise<PostgresServer> => {
  const bin = findPostgres()
  if (!bin) throw new Error(`No PostgreSQL found below ${installed}`)
  const user = await identity()
  const folder = mkdtempSync(join(under, 'scheduler-postgres-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder }
  const initial = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale']
  await run(join(bin, 'initdb'), isDurable ? initial : [...initial, '-N'], options)
  const port = await freePort()
  // Databases exist for seconds: nothing needs vacuuming, and no test depends on when statistics are gathered.
  const tuning = [...(isDurable ? durable : quick), 'log_min_messages=fatal', 'max_connections=100', 'autovacuum=off']
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
    socketFolder: folder,
    restart: async () => {
      await halt()
      server = await start()
    },
    kill: () => {
      const { pid = 0 } = server.child
      const pids = [pid, ...childrenOf(pid)]
      for (const each of pids) killProcess(each)
      return server.ended.then(() => allGone(pids))
    },
    start: async () => {
      server = await start()
    },
    stop: async () => {
      await halt()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs statements on a separate connection. */
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
