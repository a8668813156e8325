import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { endedJobs } from './measure.ts'
import { type MetricsServer, serveMetrics } from './metrics.ts'

let server: TestServer
let metrics: MetricsServer
const counts = { sockets: 0, runs: 0 }

beforeAll(async () => {
  server = await startServer()
  const sources = {
    db: server.services.db,
    live: { count: () => counts.sockets },
    runner: { count: () => counts.runs },
  }
  metrics = await serveMetrics(sources, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await metrics.close()
  await server.close()
})

const ask = async (path = '/metrics', method = 'GET') => {
  const answer = await fetch(`http://127.0.0.1:${metrics.port}${path}`, { method })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

/** The value of a metric with these labels, in any order; null = there is none. */
const metric = (text: string, name: string, labels: Record<string, string> = {}): number | null => {
  const line = text
    .split('\n')
    .find(
      (each) =>
        each.startsWith(name) &&
        /^[ {]/.test(each.slice(name.length)) &&
        Object.entries(labels).every(([label, value]) => each.includes(`${label}="${value}"`)),
    )
  return line === undefined ? null : Number(line.split(' ').at(-1))
}

describe('the metrics', () => {
  it('count answered requests by the pattern of their route, and no address', async () => {
    const tenant = await server.newTenant()
    const id = '00000000-0000-4000-8000-00000000abcd'
    await server.as(tenant.admin).get(`/projects/${id}`)
    await server.as(tenant.admin).get('/projects')
    const { text, type } = await ask()
    expect(type).toContain('text/plain')
    const count = async (route: string, status: string) =>
      metric((await ask()).text, 'scheduler_http_request_seconds_count', { method: 'GET', route, status })
    // A request is counted when its answer has been sent.
    await expect.poll(() => count('/api/projects/:id', '404')).toBe(1)
    await expect.poll(() => count('/api/projects', '200')).toBe(1)
    for (const secret of [id, tenant.tenantId, tenant.admin.email]) expect(text).not.toContain(secret)
  })

  it('tell the connections, sockets and runs of the moment, and the times of jobs', async () => {
    Object.assign(counts, { sockets: 3, runs: 1 })
    endedJobs.publish({ work: {}, job: 'forecast', ms: 250 })
    const { text } = await ask()
    expect(metric(text, 'scheduler_live_sockets')).toBe(3)
    expect(metric(text, 'scheduler_runs_active')).toBe(1)
    expect(metric(text, 'scheduler_database_connections')).toBeGreaterThanOrEqual(1)
    expect(metric(text, 'scheduler_database_waiting')).toBe(0)
    expect(metric(text, 'scheduler_job_seconds_sum', { job: 'forecast' })).toBe(0.25)
    expect(metric(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  })

  it('tell who waits for the embedded database, or for the pool', async () => {
    const { db } = server.services
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const callers = Array.from({ length: 12 }, () => db.withSystem(() => held))
    await expect.poll(async () => metric((await ask()).text, 'scheduler_database_waiting')).toBeGreaterThan(0)
    letGo()
    await Promise.all(callers)
    expect(metric((await ask()).text, 'scheduler_database_waiting')).toBe(0)
  })

  it('are all that the address serves', async () => {
    expect((await ask('/')).status).toBe(404)
    expect((await ask('/api/health')).status).toBe(404)
    expect((await ask('/metrics', 'POST')).status).toBe(404)
  })
})
