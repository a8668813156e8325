import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, defaultTextMapGetter, ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import {
  type AnsweredRequest,
  answeredRequests,
  type BegunWork,
  type EndedJob,
  endedJobs,
  hear,
  keepWhileWorking,
  type MeasuredStatement,
  measuredStatements,
  wordsOf,
} from './measure.ts'

export interface TraceSettings {
  /** Address of the collector, such as http://localhost:4318. */
  readonly endpoint: string
  readonly serviceName: string
  /** Share of the traces that begin here and are sent, from 0 to 1. */
  readonly share: number
}

/** A collector that does not answer keeps a stop waiting no longer than this. */
const stopWaitsMs = 2_000

/** The trace that a proxy in front has begun; otherwise a new one begins. */
const contextFrom = (propagator: W3CTraceContextPropagator, { headers }: BegunWork): Context =>
  headers ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter) : ROOT_CONTEXT

/**
 * Sends a trace of each request, run and forecast, with the statements within, to a collector (OTLP over HTTP). A trace holds
 * patterns of routes and statements without their values: no addresses, no organizations, nobody's name. Returns how to stop,
 * which sends what is still waiting.
 */
export const sendTraces = ({ endpoint, serviceName, share }: TraceSettings): { close(): Promise<void> } => {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('scheduler')
  const propagator = new W3CTraceContextPropagator()
  const spans = new WeakMap<object, Span>()
  const current = new AsyncLocalStorage<Context>()

  const enter = (begun: BegunWork): Context => {
    const kind = begun.headers ? SpanKind.SERVER : SpanKind.INTERNAL
    const span = tracer.startSpan(begun.name, { kind }, contextFrom(propagator, begun))
    spans.set(begun.work, span)
    return trace.setSpan(ROOT_CONTEXT, span)
  }
  const endRequest = ({ work, method, route, status }: AnsweredRequest): void => {
    const span = spans.get(work)
    span?.updateName(`${method} ${route}`)
    span?.setAttributes({ 'http.request.method': method, 'http.route': route, 'http.response.status_code': status })
    span?.end()
  }
  const tellStatement = ({ text, ms }: MeasuredStatement): void => {
    const parent = trace.getSpan(current.getStore() ?? ROOT_CONTEXT)
    if (!parent?.isRecording()) return
    const words = wordsOf(text)
    const endedMs = Date.now()
    const options = {
      kind: SpanKind.CLIENT,
      startTime: endedMs - ms,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': words },
    }
    tracer.startSpan(words.split(' ', 1)[0] ?? 'statement', options, current.getStore()).end(endedMs)
  }

  const stops = [
    keepWhileWorking(current, enter),
    hear<AnsweredRequest>(answeredRequests, endRequest),
    hear<EndedJob>(endedJobs, ({ work }) => spans.get(work)?.end()),
    hear<MeasuredStatement>(measuredStatements, tellStatement),
  ]
  return {
    close: async () => {
      for (const stop of stops) stop()
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, stopWaitsMs)
      })
      await Promise.race([provider.shutdown().catch(() => undefined), late])
      clearTimeout(timer)
    },
  }
}
