import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { OpenDatabase } from './db/database.ts'
import { type AnsweredRequest, answeredRequests, type EndedJob, endedJobs, hear } from './measure.ts'

/** What is read whenever somebody asks for the metrics. */
export interface MetricSources {
  readonly db: Pick<OpenDatabase, 'connections'>
  readonly live: { count(): number }
  readonly runner: { count(): number }
}

const requestSeconds = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]
const jobSeconds = [0.1, 0.3, 1, 3, 10, 30, 100, 300, 1_000]

/** The metrics of this process: requests, the database's connections, sockets, runs, forecasts, event loop and memory. */
const metricsOf = ({ db, live, runner }: MetricSources) => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'scheduler_http_request_seconds',
    help: 'Time until a request was answered.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSeconds,
    registers,
  })
  const jobs = new Histogram({
    name: 'scheduler_job_seconds',
    help: 'Time that scheduling runs and forecasts took.',
    labelNames: ['job'],
    buckets: jobSeconds,
    registers,
  })
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  gauge('scheduler_database_connections', 'Open connections to the database.', () => db.connections().open)
  gauge('scheduler_database_connections_idle', 'Open connections that nobody uses.', () => db.connections().idle)
  gauge('scheduler_database_waiting', 'Callers that wait for a connection.', () => db.connections().waiting)
  gauge('scheduler_live_sockets', 'Open live sockets of browsers.', () => live.count())
  gauge('scheduler_runs_active', 'Scheduling runs that this server computes now.', () => runner.count())

  const stops = [
    hear<AnsweredRequest>(answeredRequests, ({ ms, method, route, status }) =>
      requests.observe({ method, route, status }, ms / 1_000),
    ),
    hear<EndedJob>(endedJobs, ({ job, ms }) => jobs.observe({ job }, ms / 1_000)),
  ]
  return {
    registry,
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * Serves the metrics at `/metrics` of an address of their own, in the text format of Prometheus. They name no organization and no
 * person, but the address is meant for the own network alone: nobody signs in there.
 */
export const serveMetrics = async (
  sources: MetricSources,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsServer> => {
  const { registry, stop } = metricsOf(sources)
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    try {
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text)
    } catch {
      response.writeHead(500).end()
    }
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(port, host, listening)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      stop()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
