import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'js-yaml'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execute, findPostgres, type PostgresServer, startPostgres } from '#testing/start-postgres.ts'
import { envOfChildren } from '#testing/test-clock.ts'

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
    expect(instruction('CMD')).toEqual(['node', 'src/server/cli/start.mjs'])
    const settings = { ...settingsOf(name), NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '0' }
    const server = begin(['node', 'src/server/main.ts'], settings)
    const port = () => /listening at \S+:(\d+)/.exec(server.said())?.[1]
    await expect.poll(() => port() ?? server.said(), { timeout: 60_000 }).toMatch(/^\d+$/)
    return { ...server, port: port() ?? '' }
  }
  const isHealthy = async (port: string) => (await begin(instruction('HEALTHCHECK'), { PORT: port }).ended).code === 0

  test('set the database up, serve one session from two servers, and stop in order', async () => {
    expect(await begin(services.setup?.command ?? [], settingsOf('setup')).ended).toMatchObject({ code: 0 })
    const person = ['--email', 'first@example.org', '--name', 'First', '--organization', 'Own Shop']
    const admin = begin(['node', 'src/server/cli/admin-create.ts', ...person], settingsOf('server-1'))
    admin.child.stdin.end('Trusty-Lathe-41')
    expect(await admin.ended).toMatchObject({ code: 0 })

    const servers = await Promise.all(['server-1', 'server-2'].map(startServer))
    for (const { port } of servers) expect(await isHealthy(port)).toBe(true)
    expect(await isHealthy('9')).toBe(false)

    const origin = `https://${variables.SITE}`
    const ask = (port: string, path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}/api${path}`, {
        ...init,
        headers: { origin, 'x-requested-with': 'test', 'content-type': 'application/json', ...init.headers },
      })
    const [first, second] = servers.map(({ port }) => port)
    const body = JSON.stringify({ email: 'first@example.org', password: 'Trusty-Lathe-41' })
    const signedIn = await ask(first ?? '', '/auth/login', { method: 'POST', body })
    expect(signedIn.status).toBe(200)
    const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';', 1).join())
    const seen = await ask(second ?? '', '/auth/validate', { headers: { cookie: cookie.join('; ') } })
    expect(seen.status).toBe(200)

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
