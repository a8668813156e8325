// @module-tag rest
// @module-tag once
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { load } from 'js-yaml'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { execute, findPostgres, type PostgresServer, startPostgres } from '#testing/start-postgres.ts'
import { envOfChildren } from '#testing/test-clock.ts'
import { readMigrations } from '../db/migration-files.ts'
import { migratePostgres } from '../db/postgres/migrate-postgres.ts'

interface Service {
  readonly command?: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly depends_on?: unknown
}

const root = join(import.meta.dirname, '../../..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const compose = textOf('compose.yaml')
const { services } = load(compose) as { services: Record<string, Service> }

const variables: Record<string, string> = {
  SITE: 'plan.example.com',
  POSTGRES_PASSWORD: 'of-the-superuser',
  OWNER_PASSWORD: 'of-the-owner',
  SERVER_PASSWORD: 'of-the-server',
}

/** The words of the last instruction of this kind in the Dockerfile. */
const instruction = (name: string): string[] => {
  const words = [...textOf('Dockerfile').matchAll(new RegExp(`^${name}.*?(\\[.+\\])$`, 'gm'))].at(-1)?.[1]
  return JSON.parse(words ?? '[]') as string[]
}

let postgres: PostgresServer
const folder = mkdtempSync(join(tmpdir(), 'compose-'))
const running: ChildProcess[] = []

/** What a container of a service gets as environment, with the database where it is in this test. */
const settingsOf = (name: string): Record<string, string> => {
  const { host, hostname, port } = new URL(postgres.superuserUrl)
  const filled = (text: string) =>
    text
      .replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, variable: string, other = '') => variables[variable] ?? other)
      .replace('database:5432', host)
  const own = Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [key, filled(value)])
  const settings = Object.fromEntries(own) as Record<string, string>
  return settings.PGHOST ? { ...settings, PGHOST: hostname, PGPORT: port, BACKUP_FOLDER: folder } : settings
}

/** The database of the servers, as one of its logins. */
const databaseUrlOf = (username: string): string =>
  Object.assign(new URL(postgres.superuserUrl), { username, pathname: '/scheduler' }).href

const begin = ([program = '', ...args]: readonly string[], env: Record<string, string>) => {
  const PATH = `${findPostgres() ?? ''}:${process.env.PATH ?? ''}`
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd: root,
    env: { ...envOfChildren, PATH, ...env },
  })
  running.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  return { child, said: () => said, ended: once(child, 'close').then(([code]) => ({ code: code as number, said })) }
}

describe.runIf(findPostgres())('the containers of compose.yaml', { timeout: 240_000 }, () => {
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL')
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A server as its container runs it. `start.mjs` is tested elsewhere and would build the application first. */
  const startServer = async (name: string) => {
    expect(instruction('CMD')).toEqual(['node', '--max-semi-space-size=16', 'src/server/cli/start.mjs'])
    const settings = { ...settingsOf(name), NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '0' }
    const server = begin(['node', '--max-semi-space-size=16', 'src/server/main.ts'], settings)
    const port = () => /listening at \S+:(\d+)/.exec(server.said())?.[1]
    await expect.poll(() => port() ?? server.said(), { timeout: 60_000 }).toMatch(/^\d+$/)
    return { ...server, port: port() ?? '' }
  }
  const isHealthy = async (port: string) => (await begin(instruction('HEALTHCHECK'), { PORT: port }).ended).code === 0

  const origin = `https://${variables.SITE}`
  let servers: Awaited<ReturnType<typeof startServer>>[] = []
  const serverAt = (index: number) => {
    const server = servers[index]
    if (!server) throw new Error(`There is no server ${index}`)
    return server
  }
  let cookie = ''

  interface Call {
    readonly method?: string
    readonly body?: unknown
    readonly headers?: Readonly<Record<string, string>>
  }
  /** Calls one of the servers in the session of the first admin. */
  const ask = async (port: string, path: string, { method = 'GET', body, headers }: Call = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { origin, cookie, 'x-requested-with': 'test', 'content-type': 'application/json', ...headers },
    })
    const text = await answer.text()
    const given = answer.headers.getSetCookie().findLast((line) => /^__Host-sid=[^;]/.test(line))
    if (given) cookie = given.split(';', 1).join()
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  }
  const post = (port: string, path: string, body: unknown = {}) => ask(port, path, { method: 'POST', body })

  test('set the database up, and serve one session from two servers', async () => {
    expect(await begin(services.setup?.command ?? [], settingsOf('setup')).ended).toMatchObject({ code: 0 })
    const person = ['--email', 'first@example.org', '--name', 'First', '--organization', 'Own Shop']
    const admin = begin(['node', 'src/server/cli/admin-create.ts', ...person], settingsOf('server-1'))
    admin.child.stdin.end('Trusty-Lathe-41')
    expect(await admin.ended).toMatchObject({ code: 0 })

    servers = await Promise.all(['server-1', 'server-2'].map(startServer))
    for (const { port } of servers) expect(await isHealthy(port)).toBe(true)
    expect(await isHealthy('9')).toBe(false)

    const signedIn = await post(serverAt(0).port, '/auth/login', {
      email: 'first@example.org',
      password: 'Trusty-Lathe-41',
    })
    expect(signedIn.status).toBe(200)
    expect((await ask(serverAt(1).port, '/auth/validate')).status).toBe(200)
    const [own] = await execute(databaseUrlOf('postgres'), 'select tenant_id from tenants')
    const entered = { method: 'PUT', body: { tenantId: own?.tenant_id } }
    expect((await ask(serverAt(1).port, '/users/me/tenant', entered)).status).toBe(200)
  })

  const projectNamed = (projectNumber: string) => ({
    projectNumber,
    projectName: `Frame ${projectNumber}`,
    priority: 50,
    currentPhase: 'production',
    plannedShipDate: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  })
  const operationsPath = (projectId: string) => `/project-operations/projects/${projectId}/operations`

  test('tell a browser of one server what is written on the other', async () => {
    const [first, second] = [serverAt(0).port, serverAt(1).port]
    const { body: token } = await post(second, '/auth/notification-token')
    const headers = { authorization: `Bearer ${token.token}` }
    const { body: ticket } = await ask(second, '/notifications/ticket', { method: 'POST', headers })
    const socket = new WebSocket(`ws://127.0.0.1:${second}/api/live?token=${ticket.ticket}`, { origin })
    const heard: string[] = []
    socket.on('message', (data) => heard.push(String(data)))
    await once(socket, 'open')
    const { body: project } = await post(first, '/projects', projectNamed('T-1'))
    await expect
      .poll(() => heard.filter((text) => text.includes(project.projectId)), { timeout: 30_000 })
      .not.toEqual([])
    socket.terminate()
    const seen = await ask(second, `/projects/${project.projectId}`)
    expect(seen.body).toMatchObject({ projectNumber: 'T-1' })
  })

  test('lose no acknowledged write while a release migrates the database and replaces them one after the other', async () => {
    const acknowledged: string[] = []
    const unexpected: unknown[] = []
    let isOver = false
    /** As a proxy does: what one server does not take goes to the other. */
    const write = async (writer: number): Promise<void> => {
      for (let count = 0; !isOver; count++) {
        const number = `W${writer}-${count}`
        const answer = await post(serverAt(count % 2).port, '/projects', projectNamed(number)).catch(() => null)
        if (answer?.status === 201) acknowledged.push(number)
        else if (answer && answer.status !== 503) unexpected.push(answer)
        if (!answer) await setTimeout(50)
      }
    }
    const writers = Promise.all([1, 2, 3].map(write))
    const more = (count: number) => {
      const least = acknowledged.length + count
      return expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(least)
    }
    await more(10)
    // A column with a value for every row locks the table until the migration is committed.
    const sql =
      'alter table projects add column of_release integer not null default 7; update projects set of_release = 8'
    const release = { tag: '9999_of_release', sql, hash: 'of-release' }
    const [ownerUrl, serverUrl] = ['scheduler_owner', 'scheduler_server'].map(databaseUrlOf)
    await migratePostgres(ownerUrl ?? '', serverUrl ?? '', [...readMigrations(), release])
    await more(10)
    // The servers that start now are those of the release; only its migration is not among their files.
    await execute(databaseUrlOf('postgres'), `delete from app_meta.migrations where tag = '${release.tag}'`)
    for (const index of [0, 1]) {
      const old = serverAt(index)
      old.child.kill('SIGTERM')
      expect(await old.ended).toMatchObject({ code: 0 })
      await more(5)
      servers[index] = await startServer(`server-${index + 1}`)
      await more(10)
    }
    isOver = true
    await writers
    expect(unexpected).toEqual([])
    const rows = await execute(databaseUrlOf('postgres'), 'select project_number, of_release from projects')
    const stored = new Set(rows.map((row) => row.project_number))
    expect(acknowledged.filter((number) => !stored.has(number))).toEqual([])
    expect(new Set(rows.map((row) => row.of_release))).toEqual(new Set([7, 8]))
  })

  /** Whether a server computes a run, by its metrics. */
  const isRunning = async ({ said }: { readonly said: () => string }): Promise<boolean> => {
    const port = /"port":(\d+)[^\n]*serving metrics/.exec(said())?.[1]
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return /^scheduler_runs_active 1$/m.test(metrics)
  }

  test('keep the plan and go on when the one that computes a run is killed', async () => {
    const { body: project } = await post(serverAt(0).port, '/projects', projectNamed('K-1'))
    const operations = Array.from({ length: 20 }, (_, n) => ({
      operationId: randomUUID(),
      name: `Step ${n}`,
      durationHours: 8,
    }))
    const stored = await post(serverAt(0).port, `${operationsPath(project.projectId)}/batch`, operations)
    expect(stored.status).toBeLessThan(300)
    const run = async (port: string, options: object) => {
      const { body } = await post(port, '/projects/schedule-all', options)
      return body.runId as string
    }
    const stateOf = async (port: string, runId: string) => (await ask(port, `/scheduling-runs/${runId}`)).body
    const planOf = async (port: string) => {
      const { body } = await ask(port, `/projects/${project.projectId}/operations`)
      return (body.projectOperations as { operationId: string; scheduledStartDate: string | null }[])
        .map(({ operationId, scheduledStartDate }) => `${operationId} ${scheduledStartDate}`)
        .sort()
    }
    const before = await planOf(serverAt(0).port)
    // It searches for minutes.
    const runId = await run(serverAt(0).port, { effort: 'thorough' })
    await expect
      .poll(async () => (await Promise.all(servers.map(isRunning))).includes(true), { timeout: 60_000 })
      .toBe(true)
    const [firstRuns] = await Promise.all(servers.map(isRunning))
    const [victim, other] = firstRuns ? [serverAt(0), serverAt(1)] : [serverAt(1), serverAt(0)]
    victim.child.kill('SIGKILL')
    expect((await stateOf(other.port, runId)).status).toBe('Running')
    const ended = () => stateOf(other.port, runId).then(({ status, cause }) => `${status} ${cause}`)
    await expect.poll(ended, { timeout: 90_000, interval: 1_000 }).toBe('Failed serverStopped')
    expect(await planOf(other.port)).toEqual(before)
    const next = await run(other.port, {})
    await expect.poll(async () => (await stateOf(other.port, next)).status, { timeout: 60_000 }).toBe('Succeeded')
    expect((await planOf(other.port)).filter((line) => line.endsWith('null'))).toEqual([])
    servers = [other]
  })

  test('stop in order', async () => {
    for (const { child } of servers) child.kill('SIGTERM')
    for (const { ended } of servers) expect(await ended).toMatchObject({ code: 0 })
  })

  test('make a backup that PostgreSQL restores', async () => {
    const backup = await begin(['bash', '.compose/backup.sh', 'once'], settingsOf('backup')).ended
    expect(backup).toMatchObject({ code: 0 })
    const [file] = readdirSync(folder)
    expect(file).toMatch(/^scheduler-.+\.dump$/)
    const { superuserUrl } = postgres
    await execute(superuserUrl, 'create database restored owner scheduler_owner')
    const into = Object.assign(new URL(superuserUrl), { pathname: '/restored' }).href
    const restore = ['pg_restore', '--exit-on-error', '-d', into, join(folder, file ?? '')]
    expect(await begin(restore, {}).ended).toMatchObject({ code: 0 })
    const client = new pg.Client(into)
    await client.connect()
    const { rows } = await client.query('select u.email, t.name from users u, tenants t')
    await client.end()
    expect(rows).toEqual([{ email: 'first@example.org', name: 'Own Shop' }])
  })

  test('are the ones that the proxy names', () => {
    const [, named = ''] = /reverse_proxy (.+) \{/.exec(textOf('.compose/Caddyfile')) ?? []
    const port = /EXPOSE (\d+)/.exec(textOf('Dockerfile'))?.[1]
    const servers = Object.keys(services).filter((name) => name.startsWith('server-'))
    expect(named.split(' ')).toEqual(servers.map((name) => `${name}:${port}`))
  })
})
