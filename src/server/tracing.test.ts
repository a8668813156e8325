import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { requestedWithHeader, requestedWithValue } from '#contract/headers.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { answeredRequests, endedJobs, hear, measuredStatements, within } from './measure.ts'
import { sendTraces } from './tracing.ts'

interface SentSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

let server: TestServer
let port: string
let collector: Server
/** The bodies that the collector has received. */
const received: { path: string | undefined; body: string }[] = []
let traces: ReturnType<typeof sendTraces> | undefined
/** A request has been answered when its answer has been sent, which can be later than the caller has it. */
let answered = 0
let statements = 0
const stops = [
  hear(answeredRequests, () => {
    answered += 1
  }),
  hear(measuredStatements, () => {
    statements += 1
  }),
]

beforeAll(async () => {
  server = await startServer()
  port = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port
  collector = createServer(async (request, response) => {
    received.push({ path: request.url, body: await text(request) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
})
afterEach(async () => {
  await traces?.close()
  traces = undefined
  received.length = 0
  answered = 0
})
afterAll(async () => {
  for (const stop of stops) stop()
  collector.closeAllConnections()
  collector.close()
  await server.close()
})

const begin = (share = 1, endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`) => {
  traces = sendTraces({ endpoint, serviceName: 'scheduler in a test', share })
}

/** Sends a call over a connection, with its body later than its head; answers the status. */
const postSlowly = async ({ sessionSecret }: Actor, path: string, body: object): Promise<number | undefined> => {
  const headers = {
    cookie: `__Host-sid=${sessionSecret}`,
    origin: `http://localhost:${port}`,
    host: `localhost:${port}`,
    [requestedWithHeader]: requestedWithValue,
    'content-type': 'application/json',
  }
  const call = request({ port, path, method: 'POST', headers })
  call.flushHeaders()
  await expect.poll(() => statements).toBeGreaterThan(0)
  call.end(JSON.stringify(body))
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  await text(answer)
  return answer.statusCode
}

/** Ends the tracing after so many requests, and reads what the collector was sent. */
const sent = async (requests: number): Promise<{ spans: SentSpan[]; all: string }> => {
  await expect.poll(() => answered).toBe(requests)
  await traces?.close()
  const all = received.map(({ body }) => body).join('\n')
  const spans = received.flatMap(({ body }) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }).resourceSpans.flatMap(
      ({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
  return { spans, all }
}

const attribute = ({ attributes }: SentSpan, key: string): unknown =>
  Object.values(attributes.find((each) => each.key === key)?.value ?? {})[0]

const childrenOf = (spans: readonly SentSpan[], parent: SentSpan | undefined): SentSpan[] =>
  spans.filter(({ parentSpanId, traceId }) => parentSpanId === parent?.spanId && traceId === parent?.traceId)

const project = { projectNumber: 'T-771', projectName: 'Secret turbine', plannedShipDate: '2027-01-15T00:00:00Z' }

describe('traces', () => {
  it('have a span for each request, by the pattern of its route, and one for each statement within', async () => {
    const { planner } = await server.newTenant()
    begin()
    statements = 0
    expect(await postSlowly(planner, '/api/projects', project)).toBe(201)
    expect((await server.as(planner).get('/projects/00000000-0000-4000-8000-00000000abcd')).status).toBe(404)
    const { spans, all } = await sent(2)
    expect(received.every(({ path }) => path === '/v1/traces')).toBe(true)
    expect(all).toContain('scheduler in a test')
    const post = spans.find(({ name }) => name === 'POST /api/projects')
    const get = spans.find(({ name }) => name === 'GET /api/projects/:id')
    expect(post && attribute(post, 'http.response.status_code')).toBe(201)
    expect(get && attribute(get, 'http.response.status_code')).toBe(404)
    expect(post?.traceId).not.toBe(get?.traceId)
    // Those that find the session before the body is read, and those of the service behind it.
    const asked = childrenOf(spans, post).map((span) => String(attribute(span, 'db.query.text')))
    expect(asked).toContainEqual(expect.stringMatching(/sessions/))
    expect(asked).toContainEqual(expect.stringMatching(/insert into "projects"/))
  })

  it('hold no value, no address, no name and no organization', async () => {
    const { planner, tenantId } = await server.newTenant({ name: 'Hidden Gearworks' })
    begin()
    const { body } = await server.as(planner).post('/projects', project)
    const { projectId } = body as { projectId: string }
    await server.as(planner).get(`/projects/${projectId}?search=turbine`)
    const { spans, all } = await sent(2)
    expect(spans.length).toBeGreaterThan(2)
    const secrets = [
      project.projectNumber,
      project.projectName,
      projectId,
      tenantId,
      planner.email,
      'Hidden',
      'turbine',
    ]
    for (const secret of secrets) expect(all).not.toContain(secret)
  })

  it('go on where a proxy in front has begun', async () => {
    const { planner } = await server.newTenant()
    begin(0)
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
    await server.app.inject({ url: '/api/health', headers })
    // Of those that begin here, a share of 0 sends none.
    await server.as(planner).get('/projects')
    const { spans } = await sent(2)
    expect(spans.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
      ['GET /api/health', 'b7ad6b7169203331'],
    ])
    expect(spans[0]?.traceId).toBe(traceId)
  })

  it('have one for each job, with what is asked of the database meanwhile', async () => {
    const { planner } = await server.newTenant()
    const ctx = await server.contextOf(planner)
    begin()
    const work = {}
    await within({ work, name: 'forecast' }, () => ctx.app.db.readTenant(ctx, (tx) => tx.execute('select 1 as one')))
    endedJobs.publish({ work, job: 'forecast', ms: 5 })
    const { spans } = await sent(0)
    const job = spans.find(({ name }) => name === 'forecast')
    expect(childrenOf(spans, job).map((span) => attribute(span, 'db.query.text'))).toContain('select 1 as one')
  })

  it('keep no answer and no stop waiting when the collector is away', async () => {
    const { planner } = await server.newTenant()
    const state = { asked: 0, givenUp: 0 }
    const away = createServer((asked) => {
      state.asked += 1
      asked.socket.once('close', () => {
        state.givenUp += 1
      })
    }).listen(0, '127.0.0.1')
    await once(away, 'listening')
    begin(1, `http://127.0.0.1:${(away.address() as AddressInfo).port}`)
    expect((await server.as(planner).get('/projects')).status).toBe(200)
    await traces?.close()
    expect(received).toEqual([])
    // By then, the exporter would be seen to have given up, had the stop waited for that.
    await fetch(`http://127.0.0.1:${(collector.address() as AddressInfo).port}/`)
    expect(state).toEqual({ asked: 1, givenUp: 0 })
    away.closeAllConnections()
    away.close()
  })
})
