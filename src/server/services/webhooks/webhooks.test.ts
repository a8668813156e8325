import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mostTestsPerMinute, mostWebhooks, type WebhookDelivery } from '#contract/webhooks.ts'
import { minuteMs } from '#domain/time/units.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../../context.ts'
import { sendWebhooks } from '../../jobs/send-webhooks.ts'
import { storeMessages } from '../records/queue-webhooks.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { sweepExpired } from '../sessions/sessions.ts'
import { listDeliveries } from './manage-webhooks.ts'

const startsAt = '2026-11-18T09:00:00Z'
const quiet = { info: () => undefined, error: () => undefined }

interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A receiver on this machine. `answer` decides the status of each request; null = it never answers. */
let receiver: Server
let origin = ''
let received: Received[] = []
let answer: (request: Received) => number | null = () => 204

let server: TestServer
let tenant: TestTenant
let ctx: TenantContext
let jobs: { close(): Promise<void>; round(): Promise<void> }[] = []

beforeAll(async () => {
  receiver = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const message = { path: request.url ?? '', headers, body: Buffer.concat(parts).toString('utf8') }
      received.push(message)
      const status = answer(message)
      if (status === null) return
      reply.writeHead(status, status === 302 ? { location: `${origin}/elsewhere` } : {}).end('x'.repeat(10_000))
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  server = await startServer({ WEBHOOK_ALLOWED_HOSTS: `${origin},hooks.example.com` })
})
beforeEach(async () => {
  server.clock.set(startsAt)
  received = []
  answer = () => 204
  tenant = await server.newTenant()
  ctx = await server.contextOf(tenant.admin)
})
afterEach(async () => {
  await Promise.all(jobs.map((job) => job.close()))
  jobs = []
  await server.services.db.withSystem((tx) => tx.execute(sql`delete from webhook_deliveries`))
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await server.close()
})

const start = (allowed = new Set([origin])) => {
  const job = sendWebhooks(server.services, quiet, allowed)
  jobs.push(job)
  return job
}

const make = async (input: object = {}, of = tenant) => {
  const body = { url: `${origin}/plan`, events: ['project.shipped'], ...input }
  const made = await server.as(of.admin).post('/webhooks', body)
  expect(made.status, made.text).toBe(201)
  return made.body as { webhookId: string; webhookSecret: string; url: string }
}

const ship = async (of = tenant) => {
  const project = await buildProject(await server.contextOf(of.admin), { projectName: 'Pump skid' })
  const change = { currentPhase: 'shipped', status: 'Completed', actualShipDate: '2026-11-18' }
  const { status, text } = await server.as(of.planner).put(`/projects/${project.projectId}`, change)
  expect(status, text).toBe(200)
  return project
}

/** Read by the service, because the session of the admin ends before the last attempt. */
const deliveries = (webhookId: string): Promise<WebhookDelivery[]> => listDeliveries(ctx, { webhookId })

/** Checks a message as a receiver does that knows the secret. */
const isSigned = ({ headers, body }: Received, secret: string): boolean => {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

describe('a webhook', () => {
  it('is told of the events that it chose, with a signature that its secret confirms', async () => {
    const { webhookId, webhookSecret } = await make()
    await make({ url: `${origin}/runs`, events: ['run.finished'] })
    const project = await ship()
    await start().round()
    expect(received.map(({ path }) => path)).toEqual(['/plan'])
    const [message] = received
    if (!message) throw new Error('Nothing arrived')
    expect(isSigned(message, webhookSecret)).toBe(true)
    expect(isSigned({ ...message, body: message.body.replace('Pump', 'Dump') }, webhookSecret)).toBe(false)
    expect(message.headers['webhook-timestamp']).toBe(String(Date.parse(startsAt) / 1000))
    expect(message.headers['content-type']).toBe('application/json')
    const [logged] = await deliveries(webhookId)
    expect(JSON.parse(message.body)).toEqual({
      id: logged?.deliveryId,
      event: 'project.shipped',
      at: '2026-11-18T09:00:00.000Z',
      tenantId: tenant.tenantId,
      data: expect.objectContaining({
        projectId: project.projectId,
        projectName: 'Pump skid',
        shippedBy: tenant.planner.name,
      }),
    })
    expect(message.headers['webhook-id']).toBe(logged?.deliveryId)
    expect(logged).toMatchObject({ status: 'delivered', attempts: 1, answerStatus: 204, problem: null })
    const { webhooks } = (await server.as(tenant.admin).get('/webhooks')).body
    expect(webhooks.find((one: { webhookId: string }) => one.webhookId === webhookId).lastDelivery).toEqual(logged)
  })

  it('is told of late and recovered projects, and of a finished run once', async () => {
    await make({ events: ['project.late', 'project.recovered', 'run.finished'] })
    const about = {
      projectId: 'p',
      projectNumber: '1042',
      projectName: 'Pump skid',
      latenessDays: 3,
      plannedShipDate: null,
    }
    const run = { runId: 'r', projectName: null, startedBy: 'Dana', changedOperations: 4, unplacedOperations: 0 }
    const finished = { ...run, code: 'runFinished', lateProjects: 1, lateProjectsBefore: 2 } as const
    await writeTenant(ctx, async ({ record }) => {
      record.notify({
        to: 'members',
        cause: { code: 'projectLate', ...about, overdue: true, mainCause: null },
        subject: null,
      })
      record.notify({ to: 'members', cause: { code: 'projectRecovered', ...about }, subject: null })
      record.notify({ to: 'members', cause: { ...finished, preview: false }, subject: null })
      record.notify({ to: { users: [tenant.planner.userId] }, cause: { ...finished, preview: false }, subject: null })
      record.notify({ to: 'members', cause: { ...finished, preview: true }, subject: null })
      record.notify({ to: 'members', cause: { code: 'runFailed', ...run, cause: 'error' }, subject: null })
    })
    await start().round()
    expect(received.map(({ body }) => JSON.parse(body).event).sort()).toEqual([
      'project.late',
      'project.recovered',
      'run.finished',
    ])
  })

  it('hears nothing of what was rolled back, and nothing of another organization', async () => {
    const other = await server.newTenant()
    const { webhookId } = await make()
    await ship(other)
    const cause = { code: 'projectShipped', projectId: 'p', projectNumber: '1', projectName: 'x' } as const
    const rest = { shippedBy: 'Dana', plannedShipDate: null, actualShipDate: null }
    const undone = writeTenant(ctx, async ({ tx, record }) => {
      record.notify({ to: 'members', cause: { ...cause, ...rest }, subject: null })
      await tx.execute(sql`select 1 / 0`)
    })
    await expect(undone).rejects.toThrow()
    await start().round()
    expect([received, await deliveries(webhookId)]).toEqual([[], []])
  })

  it('receives a test message as soon as it is asked for', async () => {
    const { webhookId } = await make()
    start()
    const { status, body } = await server.as(tenant.admin).post(`/webhooks/${webhookId}/test`)
    expect([status, body.event, body.status]).toEqual([202, 'test', 'waiting'])
    await expect.poll(() => received.length, { timeout: 9_000 }).toBe(1)
    await expect.poll(async () => (await deliveries(webhookId))[0]?.status, { timeout: 9_000 }).toBe('delivered')
  })

  it('has a secret that is shown once, also under an Idempotency-Key, and appears in no list and no log', async () => {
    const ask = () =>
      server
        .as(tenant.admin)
        .post('/webhooks', { url: `${origin}/plan`, events: ['project.late'] }, { 'Idempotency-Key': 'hook-1' })
    const [first, second] = [await ask(), await ask()]
    expect(first.body.webhookSecret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(second.body).toEqual({ ...first.body, webhookSecret: null })
    const list = await server.as(tenant.admin).get('/webhooks')
    const keys = await server.services.db.withTenant(await server.contextOf(tenant.admin), (tx) =>
      tx.execute(sql`select k::text as row from idempotency_keys k`),
    )
    for (const text of [list.text, JSON.stringify(keys.rows), ...server.logs]) {
      expect(text).not.toContain(first.body.webhookSecret)
    }
  })

  it('ends when it is deleted, with the messages that wait', async () => {
    const { webhookId } = await make()
    await ship()
    expect((await server.as(tenant.admin).delete(`/webhooks/${webhookId}`)).status).toBe(204)
    await start().round()
    expect(received).toEqual([])
    expect((await server.as(tenant.admin).get(`/webhooks/${webhookId}/deliveries`)).status).toBe(404)
    const { entries } = (await server.as(tenant.admin).get('/admin/history')).body
    const changes = entries.flatMap((entry: { changes: { field: string }[] }) => entry.changes)
    expect(changes.filter(({ field }: { field: string }) => field === 'webhook')).toHaveLength(2)
  })
})

describe('a message that is not accepted', () => {
  it('is sent again after 1, 5, 15, 60, 180, 360 and 720 minutes, and then given up', async () => {
    const { webhookId } = await make()
    await ship()
    answer = () => 500
    const job = start()
    await job.round()
    for (const minutes of [1, 5, 15, 60, 180, 360, 720]) {
      const before = received.length
      server.clock.advance(minutes * minuteMs - 1)
      await job.round()
      expect(received).toHaveLength(before)
      expect(await deliveries(webhookId)).toMatchObject([{ status: 'waiting', answerStatus: 500, attempts: before }])
      server.clock.advance(1)
      await job.round()
      expect(received).toHaveLength(before + 1)
    }
    expect(await deliveries(webhookId)).toMatchObject([{ status: 'failed', attempts: 8, nextAttemptAt: null }])
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(8)
    server.clock.advance(24 * 60 * minuteMs)
    await job.round()
    expect(received).toHaveLength(8)
  })

  it('is accepted later, when the receiver is back', async () => {
    const { webhookId } = await make()
    await ship()
    answer = () => (received.length === 1 ? 503 : 200)
    const job = start()
    await job.round()
    server.clock.advance(minuteMs)
    await job.round()
    expect(await deliveries(webhookId)).toMatchObject([{ status: 'delivered', attempts: 2, answerStatus: 200 }])
  })

  it('because nobody answers at that address is logged with the reason', async () => {
    const { webhookId } = await make({ url: 'http://127.0.0.1:9/plan' }).catch(() => ({ webhookId: '' }))
    expect(webhookId).toBe('')
    const made = await make()
    await server.services.db.withTenant(await server.contextOf(tenant.admin), (tx) =>
      tx.execute(sql`update webhooks set url = 'http://127.0.0.1:9/plan' where webhook_id = ${made.webhookId}`),
    )
    await ship()
    await start(new Set(['http://127.0.0.1:9'])).round()
    expect(await deliveries(made.webhookId)).toMatchObject([
      { status: 'waiting', answerStatus: null, problem: 'No connection (ECONNREFUSED)' },
    ])
  })

  it('because the receiver redirects is not sent elsewhere', async () => {
    const { webhookId } = await make()
    await ship()
    answer = () => 302
    await start().round()
    expect(received.map(({ path }) => path)).toEqual(['/plan'])
    expect(await deliveries(webhookId)).toMatchObject([{ status: 'waiting', answerStatus: 302 }])
  })

  it('is taken up by another server when the one that sent it dies or stops', async () => {
    const { webhookId } = await make()
    await ship()
    answer = () => null
    const first = start()
    await expect.poll(() => received.length, { timeout: 9_000 }).toBe(1)
    const second = start()
    await second.round()
    expect(received).toHaveLength(1)
    await first.close()
    expect(await deliveries(webhookId)).toMatchObject([{ status: 'waiting', attempts: 0 }])
    answer = () => 204
    server.clock.advance(minuteMs)
    await second.round()
    expect(await deliveries(webhookId)).toMatchObject([{ status: 'delivered', attempts: 1 }])
  })

  it('is deleted after 14 days', async () => {
    const { webhookId } = await make()
    await ship()
    server.clock.advance(14 * 24 * 60 * minuteMs + 1)
    await sweepExpired(server.services)
    const left = await server.services.db.withSystem((tx) =>
      tx.execute(sql`select delivery_id from webhook_deliveries where webhook_id = ${webhookId}`),
    )
    expect(left.rows).toEqual([])
  })
})

describe('a receiver that does not answer', () => {
  /** Writes as many messages for every webhook of an organization. */
  const queue = async (of: TestTenant, messages: number) =>
    server.services.db.withTenant(await server.contextOf(of.admin), (tx) => {
      const all = Array.from({ length: messages }, () => ({ event: 'run.finished', data: {} }))
      return storeMessages(tx, { tenantId: of.tenantId, now: server.clock.now() }, all, () => sql`true`)
    })
  const sentTo = (path: string) => received.filter((message) => message.path === path).length

  it('delays only its own organization, and gets two messages at a time', async () => {
    for (const path of ['/slow-1', '/slow-2', '/slow-3']) await make({ url: `${origin}${path}` })
    await queue(tenant, 100)
    answer = ({ path }) => (path.startsWith('/slow') ? null : 204)
    start()
    await expect.poll(() => received.length, { timeout: 9_000 }).toBe(4)
    const other = await server.newTenant()
    await make({ url: `${origin}/other` }, other)
    await queue(other, 30)
    // The slow ones are given ten seconds each.
    await expect.poll(() => sentTo('/other'), { timeout: 9_000 }).toBe(30)
    const slow = ['/slow-1', '/slow-2', '/slow-3'].map(sentTo)
    expect(slow.every((messages) => messages <= 2)).toBe(true)
    expect(slow.reduce((sum, messages) => sum + messages)).toBe(4)
  })

  it('does not keep the other receivers of its organization waiting', async () => {
    await make({ url: `${origin}/slow` })
    await make({ url: `${origin}/quick` })
    await queue(tenant, 20)
    answer = ({ path }) => (path === '/slow' ? null : 204)
    start()
    await expect.poll(() => sentTo('/quick'), { timeout: 9_000 }).toBe(20)
    expect(sentTo('/slow')).toBe(2)
  })

  it('is not filled with test messages: ten in a minute, then 429, also for parallel ones', async () => {
    const { webhookId } = await make()
    const second = await make()
    const ask = (id: string) => server.as(tenant.admin).post(`/webhooks/${id}/test`)
    const answers = await Promise.all(
      Array.from({ length: mostTestsPerMinute + 4 }, (_, at) => ask(at % 2 === 0 ? webhookId : second.webhookId)),
    )
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(mostTestsPerMinute)
    const refused = answers.filter(({ status }) => status !== 202)
    expect(refused[0]).toMatchObject({
      status: 429,
      body: { error: 'At most 10 test messages can be sent in a minute. Try again in a minute.' },
    })
    expect(refused[0]?.headers['retry-after']).toBe('60')
    const other = await server.newTenant()
    const { webhookId: theirs } = await make({}, other)
    expect((await server.as(other.admin).post(`/webhooks/${theirs}/test`)).status).toBe(202)
    server.clock.advance(minuteMs)
    expect((await ask(webhookId)).status).toBe(202)
  })
})

describe('where a webhook may be sent', () => {
  it('is decided by the settings of the server: no other host, scheme or port, and no password in the address', async () => {
    for (const url of [
      'https://evil.example/plan',
      'http://hooks.example.com/plan',
      'https://hooks.example.com:8443/plan',
      'https://hooks.example.com.evil.example/plan',
      'https://hooks.example.com@evil.example/plan',
      'https://user:word@hooks.example.com/plan',
      'http://169.254.169.254/latest/meta-data',
      'http://localhost/plan',
      'http://[::1]/plan',
      'http://10.0.0.1/plan',
    ]) {
      const { status } = await server.as(tenant.admin).post('/webhooks', { url, events: ['project.late'] })
      expect({ url, status }).toEqual({ url, status: 422 })
    }
    for (const url of ['ftp://hooks.example.com/x', 'javascript:alert(1)', 'plan', '']) {
      const { status } = await server.as(tenant.admin).post('/webhooks', { url, events: ['project.late'] })
      expect({ url, status }).toEqual({ url, status: 400 })
    }
    await make({ url: 'https://hooks.example.com/plan?key=1' })
  })

  it('is checked again before each message', async () => {
    const { webhookId } = await make()
    await ship()
    await start(new Set(['https://hooks.example.com'])).round()
    expect(received).toEqual([])
    expect(await deliveries(webhookId)).toMatchObject([{ problem: 'This server no longer sends to that host' }])
  })

  it('is nowhere without the setting', async () => {
    await make()
    await ship()
    await start(new Set()).round()
    expect(received).toEqual([])
  })

  it('is one of at most 20 addresses', async () => {
    for (let made = 0; made < mostWebhooks; made += 1) await make()
    const body = { url: `${origin}/plan`, events: ['project.late'] }
    expect((await server.as(tenant.admin).post('/webhooks', body)).status).toBe(422)
  })
})
