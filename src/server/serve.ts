import { join } from 'node:path'
import { buildApp, headerSettings } from './app.ts'
import { newServices } from './context.ts'
import type { OpenDatabase } from './db/database.ts'
import { type Env, exchangeFactsOf, isLoopback, mailFactsOf, oidcClientOf, warningsOf } from './env.ts'
import { originChecker } from './http/plugins/allowed-origins.ts'
import { identityProviderOf } from './identity-provider.ts'
import { keepBackups } from './jobs/keep-backups.ts'
import { keepForecasts } from './jobs/keep-forecasts.ts'
import { keepOddsCurrent } from './jobs/keep-odds.ts'
import { keepRemediesCurrent } from './jobs/keep-remedies.ts'
import { makeMorningPlans } from './jobs/make-morning-plans.ts'
import { runDataSources } from './jobs/run-data-sources.ts'
import { startMail } from './jobs/send-mail.ts'
import { sendScheduledExports } from './jobs/send-scheduled-exports.ts'
import { sendWebhooks } from './jobs/send-webhooks.ts'
import { smtpTransport } from './jobs/smtp-transport.ts'
import { startRunner } from './jobs/start-runner.ts'
import { sweepHourly } from './jobs/sweep.ts'
import { watchLateness } from './jobs/watch-lateness.ts'
import { attachLive } from './live/attach-live.ts'
import { logSlowStatements } from './measure.ts'
import { serveMetrics } from './metrics.ts'
import { prepareDemo } from './prepare-demo.ts'
import { demoEmails, demoPassword } from './services/tenants/find-demo.ts'
import { closeInOrder, type Served } from './stop-in-order.ts'

const siteRoot = join(import.meta.dirname, '../../dist')

const greet = (env: Env, port: number, hasDemo: boolean): void => {
  const url = env.PUBLIC_ORIGIN ?? `http://${isLoopback(env.HOST) ? 'localhost' : env.HOST}:${port}`
  console.log(`\nReady: ${url}\n`)
  if (hasDemo)
    console.log(`Demo sign-ins, password ${demoPassword}:\n${demoEmails.map((email) => `  ${email}`).join('\n')}\n`)
  if (!isLoopback(env.HOST) && !env.PUBLIC_ORIGIN?.startsWith('https:')) {
    console.log('Sign-in needs HTTPS anywhere but on this machine: put a TLS proxy in front and set PUBLIC_ORIGIN.\n')
  }
  for (const warning of warningsOf(env)) console.log(`${warning}\n`)
}

/** The libraries are loaded only where traces are wanted. */
const traceWork = async (env: Env): Promise<{ close(): Promise<void> } | null> => {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return null
  const { sendTraces } = await import('./tracing.ts')
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = env
  return sendTraces({ endpoint, serviceName, share: env.OTEL_TRACES_SAMPLER_ARG })
}

const closeAll = async (jobs: readonly { close(): Promise<void> | void }[]): Promise<void> => {
  await Promise.all(jobs.map((job) => job.close()))
}

/** Serves a database until it is closed. When it cannot, it closes the database and throws a readable sentence. */
export const serve = async (env: Env, db: OpenDatabase): Promise<Served> => {
  const now = () => new Date()
  const identityProvider = identityProviderOf(oidcClientOf(env), now)
  const [mail, exchange] = [mailFactsOf(env), exchangeFactsOf(env)]
  const services = newServices({ db, now, mail, exchange, secretsKey: env.SECRETS_KEY, identityProvider })
  try {
    const hasDemo = await prepareDemo(services, env)
    const readiness = { takesWork: true }
    const app = await buildApp({ ...services, env, siteRoot, readiness })
    const traces = await traceWork(env)
    if (env.SLOW_STATEMENT_MS > 0) logSlowStatements(app.log, env.SLOW_STATEMENT_MS)
    const isAllowedOrigin = originChecker(env.PUBLIC_ORIGIN, env.ALLOWED_ORIGINS)
    const live = attachLive(app.server, services, {
      isAllowedOrigin,
      trustedProxies: env.TRUSTED_PROXIES,
      headers: headerSettings(env),
    })
    const send = smtpTransport(env)
    const runner = startRunner(services, app.log)
    const jobs = [
      runner,
      watchLateness(services, app.log),
      keepForecasts(services, app.log),
      keepRemediesCurrent(services, app.log),
      keepOddsCurrent(services, app.log),
      sendWebhooks(services, app.log, new Set(env.WEBHOOK_ALLOWED_HOSTS)),
      sendScheduledExports(services, app.log),
      makeMorningPlans(services, app.log),
      runDataSources(services, app.log),
      sweepHourly(services, app.log),
      keepBackups(services, app.log),
      ...(send ? [startMail(services, send, app.log)] : []),
    ]
    await live.ready()
    const { METRICS_HOST: host, METRICS_PORT: port } = env
    const metrics = port === undefined ? null : await serveMetrics({ db, live, runner }, { host, port })
    if (metrics) app.log.info({ port: metrics.port }, 'serving metrics')
    await app.listen({ host: env.HOST, port: env.PORT })
    const address = app.server.address()
    greet(env, typeof address === 'object' && address ? address.port : env.PORT, hasDemo)
    const close = () =>
      closeInOrder({
        app,
        db,
        readiness,
        live,
        runner: { close: () => closeAll([...jobs, metrics, traces].filter((job) => job !== null)) },
      })
    return { log: app.log, close }
  } catch (error) {
    await db.close()
    throw error
  }
}
