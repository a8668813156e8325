import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DataSource, type DataSourceInput, mostDataSources } from '#contract/data-sources.ts'
import { dayMs } from '#domain/time/units.ts'
import { buildDataSource, buildSourceRun, oneDoubt, sourceInput } from '#testing/builders/build-data-source.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import type { TestAnswer } from '#testing/call-as.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../../context.ts'
import { dataSources, sourceRecords, sourceRunDetails, sourceRuns } from '../../db/tables/data-sources.table.ts'
import { openText } from '../credentials/sealed-text.ts'
import { pruneSourceRuns } from './prune-source-runs.ts'

const secretsKey = 'a key of 32 characters, at least'
const startsAt = '2026-11-18T09:00:00Z'
const password = 'canary-pass:word'

/** A system of the shop on this machine. */
let erp: Server
let origin = ''
let received: IncomingMessage[] = []
let answer: (request: IncomingMessage, reply: ServerResponse) => void = () => undefined
let folders = ''

let server: TestServer
let tenant: TestTenant
let ctx: TenantContext
beforeAll(async () => {
  erp = createServer((request, reply) => {
    received.push(request)
    answer(request, reply)
  })
  await new Promise<void>((resolve) => erp.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(erp.address() as AddressInfo).port}`
  folders = await mkdtemp(join(tmpdir(), 'sources-'))
  server = await startServer({
    EXCHANGE_ALLOWED_HOSTS: `${origin},erp.example.com`,
    EXCHANGE_FOLDER: folders,
    SECRETS_KEY: secretsKey,
  })
})
beforeEach(async () => {
  server.clock.set(startsAt)
  received = []
  answer = (_, reply) => void reply.end('Project number,Operation\n1042,Cut\n')
  tenant = await server.newTenant({ timeZone: 'Europe/Berlin' })
  ctx = await server.contextOf(tenant.planner)
})
afterAll(async () => {
  erp.closeAllConnections()
  erp.close()
  await server.close()
  await rm(folders, { recursive: true, force: true })
})

const made = async (overrides: Partial<DataSourceInput> = {}, actor: Actor = tenant.planner): Promise<DataSource> => {
  const { status, body, text } = await server.as(actor).post('/sources', sourceInput(overrides))
  expect(status, text).toBe(201)
  return body
}
const fetched = (path = '/orders.csv'): Pick<DataSourceInput, 'origin' | 'secret' | 'schedule'> => ({
  origin: { kind: 'address', url: `${origin}${path}`, signIn: { kind: 'basic', user: 'erp' } },
  secret: password,
  schedule: { kind: 'daily', at: '05:30', weekdays: [1, 2, 3, 4, 5] },
})
const change = (sourceId: string, body: object, actor: Actor = tenant.planner, headers = {}): Promise<TestAnswer> =>
  server.as(actor).patch(`/sources/${sourceId}`, body, headers)
const refusal = ({ status, body }: TestAnswer) => [status, body.error]
const stored = async (sourceId: string) => {
  const [row] = await server.services.db.withTenant(ctx, (tx) =>
    tx
      .select()
      .from(dataSources)
      .where(and(eq(dataSources.tenantId, ctx.tenantId), eq(dataSources.sourceId, sourceId))),
  )
  return row
}

describe('a data source', () => {
  it('is set up by a planner, and listed with the places of the organization', async () => {
    const folder = join(folders, tenant.tenantId)
    const before = await server.as(tenant.planner).get('/sources')
    expect(before.body).toEqual({
      places: { allowedOrigins: [origin, 'https://erp.example.com'], folder: null },
      sources: [],
    })
    await mkdir(folder)
    const source = await made({ name: 'Orders', ...fetched() })
    expect(source).toMatchObject({
      name: 'Orders',
      hasSecret: true,
      version: 1,
      createdBy: tenant.planner.name,
      isMine: true,
      isPaused: false,
      // Half past five of the next morning in Berlin.
      nextRunAt: '2026-11-19T04:30:00.000Z',
      failures: 0,
      isBroken: false,
      lastRun: null,
      waitingRunId: null,
      openDoubts: 0,
    })
    const { body } = await server.as(tenant.admin).get('/sources')
    expect(body).toEqual({ places: { ...before.body.places, folder }, sources: [source] })
    const colleague = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] })
    expect((await server.as(colleague).get('/sources')).body.sources).toEqual([{ ...source, isMine: false }])
  })

  it('is changed and deleted by its author and admins only, and an admin who changes it becomes its author', async () => {
    const { sourceId } = await made({ name: 'Orders' })
    const colleague = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] })
    const words = 'Only its author and admins of this organization can change or delete it.'
    expect(refusal(await change(sourceId, { name: 'Mine' }, colleague))).toEqual([403, words])
    expect(refusal(await server.as(colleague).delete(`/sources/${sourceId}`))).toEqual([403, words])
    expect(refusal(await server.as(colleague).post(`/sources/${sourceId}/run`, { appliesAll: true }))).toEqual([
      403,
      words,
    ])
    expect((await change(sourceId, { name: 'Orders of ERP' })).body).toMatchObject({
      name: 'Orders of ERP',
      version: 2,
    })
    // Who only pauses it does not answer for it.
    expect((await change(sourceId, { isPaused: true }, tenant.admin)).body).toMatchObject({
      isPaused: true,
      nextRunAt: null,
      createdBy: tenant.planner.name,
    })
    expect((await change(sourceId, { isPaused: false, name: 'Ours' }, tenant.admin)).body.createdBy).toBe(
      tenant.admin.name,
    )
    expect(refusal(await change(sourceId, { name: 'Mine' }))).toEqual([403, words])
    expect((await server.as(tenant.admin).delete(`/sources/${sourceId}`)).status).toBe(204)
    expect((await server.as(tenant.admin).get('/sources')).body.sources).toEqual([])
  })

  it('is not for those who may not import everything', async () => {
    const { sourceId } = await made()
    const member = (access: 'view' | 'report' | 'plan', workCenterIds?: string[]) =>
      server.newUser({ memberOf: [{ tenantId: tenant.tenantId, access, ...(workCenterIds && { workCenterIds }) }] })
    for (const actor of [await member('view'), await member('report'), await member('plan', [])]) {
      const as = server.as(actor)
      const answers = [
        await as.get('/sources'),
        await as.get('/sources/attention'),
        await as.post('/sources', sourceInput()),
        await as.patch(`/sources/${sourceId}`, { isPaused: true }),
        await as.post(`/sources/${sourceId}/run`, {}),
        await as.put(`/sources/${sourceId}/file`, 'a,b'),
        await as.get(`/sources/${sourceId}/runs`),
      ]
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
    }
  })

  it('is changed only as it was read', async () => {
    const { sourceId } = await made()
    expect((await change(sourceId, { isPaused: true }, tenant.planner, { 'If-Match': '1' })).status).toBe(200)
    expect((await change(sourceId, { isPaused: false }, tenant.planner, { 'If-Match': '1' })).status).toBe(412)
  })

  it('has a name of its own, a schedule that fits, and is one of at most 20', async () => {
    await made({ name: 'Orders' })
    const post = (overrides: Partial<DataSourceInput>) =>
      server.as(tenant.planner).post('/sources', sourceInput(overrides))
    expect((await post({ name: 'ORDERS' })).status).toBe(409)
    expect((await post({ schedule: { kind: 'hourly', minute: 5 } })).status).toBe(422)
    expect((await post({ ...fetched(), schedule: { kind: 'arrival' } })).status).toBe(422)
    for (let count = 1; count < mostDataSources; count += 1) await made()
    expect(refusal(await post({}))).toEqual([422, 'An organization has at most 20 data sources.'])
  })

  it('reads only where the operator allows it', async () => {
    const urls = [
      'https://evil.example/orders.csv',
      'http://erp.example.com/orders.csv',
      'https://erp.example.com:8443/orders.csv',
      'https://erp.example.com.evil.example/orders.csv',
      'https://erp.example.com@evil.example/orders.csv',
      'https://erp:word@erp.example.com/orders.csv',
      'http://169.254.169.254/latest/meta-data',
      'http://localhost/orders.csv',
      'http://[::1]/orders.csv',
    ]
    for (const url of urls) {
      const body = sourceInput({ ...fetched(), origin: { kind: 'address', url, signIn: { kind: 'none' } } })
      const tried = await server.as(tenant.planner).post('/sources', body)
      expect({ url, status: tried.status }).toEqual({ url, status: 422 })
      const sample = await server.as(tenant.planner).post('/sources/read', { origin: body.origin })
      expect({ url, status: sample.status }).toEqual({ url, status: 422 })
    }
    const [url = ''] = urls
    const body = sourceInput({ ...fetched(), origin: { kind: 'address', url, signIn: { kind: 'none' } } })
    const { error } = (await server.as(tenant.planner).post('/sources', body)).body
    expect(error).toContain(`Allowed: ${origin}, https://erp.example.com.`)
    const inFolder = sourceInput({ origin: { kind: 'folder', pattern: '*.csv' } })
    expect(refusal(await server.as(tenant.planner).post('/sources', inFolder))).toEqual([
      422,
      'This organization has no folder on the server. Its operator makes one.',
    ])
    expect(received).toEqual([])
  })

  it('is in the audit log with those who set it up, changed it and deleted it, without the query of its address', async () => {
    const source = await made({ name: 'Orders', ...fetched('/orders.csv?key=hidden') })
    await change(source.sourceId, { rules: { ...source.rules, vanished: 'hold' } }, tenant.admin)
    await server.as(tenant.admin).delete(`/sources/${source.sourceId}`)
    const { body, text } = await server.as(tenant.admin).get('/admin/history')
    const entries = body.entries as { userName: string; changes: { field: string; from: unknown; to: unknown }[] }[]
    const told = entries.filter(({ changes }) => changes[0]?.field === 'dataSource')
    const words = `Orders (${origin}/orders.csv; at 05:30 on 5 days of the week)`
    expect(told.map(({ userName, changes }) => [userName, changes[0]?.from, changes[0]?.to])).toEqual([
      [tenant.admin.name, words, null],
      [tenant.admin.name, words, words],
      [tenant.planner.name, null, words],
    ])
    expect(told[1]?.changes.slice(1)).toEqual([
      { field: 'dataSourceAuthor', from: tenant.planner.name, to: tenant.admin.name },
      { field: 'dataSourceSettings', from: null, to: 'rules' },
    ])
    expect(text).not.toContain('hidden')
  })
})

describe('the secret of an address', () => {
  it('is stored sealed, sent to its address only, and appears nowhere', async () => {
    const source = await made({ name: 'Orders', ...fetched() })
    const row = await stored(source.sourceId)
    expect(row?.secret).not.toContain(password)
    expect(openText(row?.secret ?? '', { secretsKey, owner: source.sourceId })).toBe(password)
    expect(() => openText(row?.secret ?? '', { secretsKey, owner: tenant.tenantId })).toThrow()
    answer = (_, reply) => void reply.writeHead(401).end(password)
    const body = { origin: source.origin, sourceId: source.sourceId }
    const failed = await server.as(tenant.planner).post('/sources/read', body)
    expect(refusal(failed)).toEqual([422, 'The address refused the sign-in (401).'])
    expect(received[0]?.headers.authorization).toBe(`Basic ${Buffer.from(`erp:${password}`).toString('base64')}`)
    const texts = [
      JSON.stringify(source),
      failed.text,
      (await server.as(tenant.admin).get('/sources')).text,
      (await change(source.sourceId, { name: 'Other' })).text,
      (await server.as(tenant.admin).get('/admin/history')).text,
      ...server.logs,
    ]
    for (const text of texts) for (const form of [password, row?.secret ?? '-']) expect(text).not.toContain(form)
  })

  it('is kept for its own host and sign-in only', async () => {
    const { sourceId } = await made(fetched())
    const before = (await stored(sourceId))?.secret
    const to = (url: string, signIn: object = { kind: 'basic', user: 'erp' }) =>
      change(sourceId, { origin: { kind: 'address', url, signIn } })
    expect((await to(`${origin}/other.csv`)).status).toBe(200)
    expect((await stored(sourceId))?.secret).toBe(before)
    const again = 'Enter the password again. It was stored for another address or another sign-in.'
    expect(refusal(await to('https://erp.example.com/orders.csv'))).toEqual([422, again])
    expect(refusal(await to(`${origin}/orders.csv`, { kind: 'basic', user: 'root' }))).toEqual([422, again])
    expect((await to(`${origin}/orders.csv`, { kind: 'header', header: 'X-Forwarded' })).status).toBe(422)
    expect((await stored(sourceId))?.secret).toBe(before)
    expect((await to('https://erp.example.com/orders.csv', { kind: 'none' })).body.hasSecret).toBe(false)
    expect(refusal(await to(`${origin}/orders.csv`))).toEqual([422, 'Enter the password.'])
  })

  it('is refused where nothing signs in with it, and what is stored then stays', async () => {
    const problems = [
      { path: 'secret', message: 'Nothing signs in with this. Choose an address with a sign-in, or leave it out.' },
    ]
    const open = { kind: 'address', url: `${origin}/orders.csv`, signIn: { kind: 'none' } }
    const { sourceId } = await made(fetched())
    const before = (await stored(sourceId))?.secret
    const create = (input: object) => server.as(tenant.planner).post('/sources', { ...sourceInput(), ...input })
    for (const refused of [
      await create({ name: 'Pushed', secret: password }),
      await create({ name: 'Open', ...fetched(), origin: open }),
      await change(sourceId, { origin: open, secret: password }),
      await change(sourceId, { origin: { kind: 'pushed' }, schedule: { kind: 'arrival' }, secret: password }),
      await change((await made({ name: 'Program' })).sourceId, { secret: password }),
    ]) {
      expect([refused.status, refused.body.problems]).toEqual([400, problems])
    }
    expect((await stored(sourceId))?.secret).toBe(before)
  })

  it('is used for a sample by the author and admins only, and for the same host and sign-in', async () => {
    const { sourceId, origin: place } = await made(fetched())
    const colleague = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] })
    const read = (actor: Actor, body: object) => server.as(actor).post('/sources/read', { sourceId, ...body })
    expect((await read(colleague, { origin: place })).status).toBe(403)
    const elsewhere = { kind: 'address', url: 'https://erp.example.com/x', signIn: { kind: 'basic', user: 'erp' } }
    expect((await read(tenant.planner, { origin: elsewhere })).status).toBe(422)
    expect(received).toEqual([])
    const { body } = await read(tenant.admin, { origin: place })
    expect(body).toMatchObject({ fileName: 'orders.csv', table: { header: ['Project number', 'Operation'] } })
  })

  it('does not follow the address elsewhere', async () => {
    answer = (_, reply) => void reply.writeHead(302, { location: `${origin}/secret` }).end()
    const { origin: place, secret } = fetched()
    const { status, body } = await server.as(tenant.planner).post('/sources/read', { origin: place, secret })
    expect([status, body.error]).toEqual([422, 'The address leads to another one (302). Enter that one.'])
    expect(received.map(({ url }) => url)).toEqual(['/orders.csv'])
  })
})

describe('a sample', () => {
  it('is read from the folder of the organization', async () => {
    const folder = join(folders, tenant.tenantId)
    await mkdir(folder)
    await writeFile(join(folder, 'orders.csv'), 'Project number,Operation\n7,Weld\n')
    const body = { origin: { kind: 'folder', pattern: 'orders*.csv' } }
    const read = await server.as(tenant.planner).post('/sources/read', body)
    expect(read.body).toMatchObject({ fileName: 'orders.csv', table: { rows: [['7', 'Weld']] } })
    const missing = { origin: { kind: 'folder', pattern: '*.xlsx' } }
    expect(refusal(await server.as(tenant.planner).post('/sources/read', missing))).toEqual([
      422,
      'There is no file *.xlsx in the folder.',
    ])
    expect((await server.as(tenant.planner).post('/sources/read', { origin: { kind: 'pushed' } })).status).toBe(422)
  })
})

describe('what needs a person', () => {
  it('is listed: broken sources that are not paused, runs that wait, and doubtful rows', async () => {
    const broken = await buildDataSource(ctx, { name: 'A', failures: 3 })
    await buildSourceRun(ctx, broken.sourceId)
    const failed = (problem: string) => ({ run: { outcome: 'failed' as const, problem } })
    server.clock.advance(60_000)
    const since = server.clock.now().toISOString()
    await buildSourceRun(ctx, broken.sourceId, failed('First.'))
    server.clock.advance(60_000)
    await buildSourceRun(ctx, broken.sourceId, failed('Second.'))
    await buildSourceRun(ctx, broken.sourceId, failed('Third.'))
    await buildDataSource(ctx, { name: 'B', failures: 9, isPaused: true })
    const waits = await buildDataSource(ctx, { name: 'C' })
    const figure = { create: 0, update: 4, vanished: 0 }
    const figures = { rows: 5, doubtful: 2, projects: figure, operations: figure, keptOurs: 0, changedPercent: 80 }
    const { runId } = await buildSourceRun(ctx, waits.sourceId, { run: { outcome: 'waiting', figures } })
    await buildSourceRun(ctx, waits.sourceId, { run: { openDoubts: 2 }, details: { doubts: oneDoubt } })
    const at = server.clock.now().toISOString()
    const none = { kind: 'source', problem: null, changedPercent: null, openDoubts: 0 }
    expect((await server.as(tenant.planner).get('/sources/attention')).body).toEqual([
      { ...none, sourceId: broken.sourceId, name: 'A', about: 'broken', problem: 'Third.', since },
      { ...none, sourceId: waits.sourceId, name: 'C', about: 'waiting', since: at, changedPercent: 80 },
      { ...none, sourceId: waits.sourceId, name: 'C', about: 'doubts', since: at, openDoubts: 2 },
    ])
    const { sources } = (await server.as(tenant.planner).get('/sources')).body
    expect(sources[2]).toMatchObject({ name: 'C', waitingRunId: runId, openDoubts: 2 })
  })
})

describe('the name of a data source', () => {
  it('is not that of a person, in whose name history would show its changes', async () => {
    const input = sourceInput({ name: tenant.admin.name.toUpperCase() })
    expect(refusal(await server.as(tenant.planner).post('/sources', input))).toEqual([
      409,
      'A person of this organization has this name. Name the data source after the system it reads.',
    ])
    const other = await server.newTenant()
    const elsewhere = sourceInput({ name: other.admin.name })
    expect((await server.as(tenant.planner).post('/sources', elsewhere)).status).toBe(201)
  })
})

describe('the sweep', () => {
  it('keeps the newest 50 runs, and gives up what waits for 90 days, and what has been gone for 180', async () => {
    const { sourceId } = await buildDataSource(ctx)
    const file = Buffer.from('a,b')
    const { runId } = await buildSourceRun(ctx, sourceId, { run: { outcome: 'waiting' }, details: { file } })
    const memory = (recordId: string, missingSince: Date | null) => ({
      tenantId: ctx.tenantId,
      sourceId,
      recordId,
      kind: 'project' as const,
      values: {},
      missingSince,
    })
    const gone = '00000000-0000-4000-8000-00000000000a'
    await server.services.db.withTenant(ctx, (tx) =>
      tx.insert(sourceRecords).values([memory(gone, server.clock.now()), memory(gone.replace('a', 'b'), null)]),
    )
    const read = () =>
      server.services.db.withTenant(ctx, async (tx) => ({
        runs: await tx.select().from(sourceRuns).orderBy(sourceRuns.startedAt),
        files: (await tx.select().from(sourceRunDetails)).filter((row) => row.file !== null).length,
        known: (await tx.select().from(sourceRecords)).length,
      }))
    server.clock.advance(90 * dayMs)
    await pruneSourceRuns(ctx)
    expect(await read()).toMatchObject({ runs: [{ runId, outcome: 'waiting' }], files: 1, known: 2 })
    server.clock.advance(1)
    await pruneSourceRuns(ctx)
    expect(await read()).toMatchObject({ runs: [{ runId, outcome: 'superseded' }], files: 0, known: 2 })
    for (let count = 0; count < 51; count += 1) await buildSourceRun(ctx, sourceId)
    server.clock.advance(90 * dayMs)
    await pruneSourceRuns(ctx)
    const after = await read()
    expect([after.runs.length, after.runs.some((run) => run.runId === runId), after.known]).toEqual([50, false, 1])
    server.clock.advance(90 * dayMs + 1)
    await pruneSourceRuns(ctx)
    expect((await read()).known).toBe(0)
  })
})
