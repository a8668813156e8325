import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { AppServices } from './context.ts'
import type { Env } from './env.ts'
import { createErrorReporter } from './error-reporter.ts'
import { addressReader } from './http/caller-address.ts'
import { originChecker } from './http/plugins/allowed-origins.ts'
import { installCors } from './http/plugins/cors.ts'
import { installDocs } from './http/plugins/docs.ts'
import { installErrorHandler, sendError } from './http/plugins/error-handler.ts'
import { installJsonBody } from './http/plugins/json-body.ts'
import { installRequestLog, loggerOptions } from './http/plugins/logger-options.ts'
import { installOtherMcpMethods } from './http/plugins/other-mcp-methods.ts'
import { answerClientError, asksForSocket, installRawRefusals } from './http/plugins/raw-refusals.ts'
import { installRequestLimits, requestLimits, type TimeLimits } from './http/plugins/request-limits.ts'
import { applySecurityHeaders, type HeaderSettings, installSecurityHeaders } from './http/plugins/security-headers.ts'
import { installStaticSite } from './http/plugins/static-site.ts'
import { installStatusPage, isStatusAddress, refuseStatusPage } from './http/plugins/status-page.ts'
import { newTransfers, registerRoutes } from './http/register-route.ts'
import { allRoutes } from './http/routes/all-routes.ts'
import type { Readiness } from './http/routes/health.routes.ts'

type Settings =
  | 'NODE_ENV'
  | 'LOG_LEVEL'
  | 'PUBLIC_ORIGIN'
  | 'ALLOWED_ORIGINS'
  | 'TRUSTED_PROXIES'
  | 'SOCKET_URL'
  | 'ERROR_REPORT_DSN'
  | 'WEBHOOK_ALLOWED_HOSTS'

export interface AppOptions extends AppServices {
  readonly env: Pick<Env, Settings>
  /** Folder of the built application; null = the API alone. */
  readonly siteRoot?: string | null
  /** Turned off when a stop is requested. */
  readonly readiness?: Readiness
  /** Where log lines go; standard output by default. */
  readonly logStream?: { write(line: string): void }
  /** `requestLimits` by default. */
  readonly timeLimits?: TimeLimits
}

/** What the headers of all answers depend on. */
export const headerSettings = (env: AppOptions['env']): HeaderSettings => ({
  isProduction: env.NODE_ENV === 'production',
  socketUrl: env.SOCKET_URL ?? null,
})

const newServer = ({ env, logStream, timeLimits = requestLimits }: AppOptions): FastifyInstance => {
  const app: FastifyInstance = fastify({
    logger: loggerOptions({ level: env.LOG_LEVEL, stream: logStream }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: requestLimits.bodyBytes,
    requestTimeout: timeLimits.arrivalMs,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 512 },
    // Hooks refuse these requests (`installRawRefusals`), with the headers of every other answer.
    return503OnClosing: false,
    http: {
      headersTimeout: timeLimits.headerArrivalMs,
      connectionsCheckingInterval: timeLimits.checkEveryMs,
      requireHostHeader: false,
      shouldUpgradeCallback: (request) => app.server.listenerCount('upgrade') > 0 && asksForSocket(request),
    },
    clientErrorHandler: answerClientError(headerSettings(env)),
    frameworkErrors: (error, request, reply) => {
      applySecurityHeaders(reply, headerSettings(env))
      if (isStatusAddress(request.url)) refuseStatusPage(error, request, reply)
      else sendError(error, request, reply)
    },
  })
  return app
}

/** The HTTP side on an open database: every endpoint of the contract, the built application, the documentation. */
export const buildApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const { env, db, now, caches, mail, exchange, secretsKey, identityProvider } = options
  const app = newServer(options)
  installSecurityHeaders(app, headerSettings(env))
  installRawRefusals(app, headerSettings(env))
  installRequestLimits(app)
  installRequestLog(app)
  installErrorHandler(app)
  installJsonBody(app)
  installCors(app, env.ALLOWED_ORIGINS)
  await app.register(cookie)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false })
  const routeOptions = {
    services: { db, now, caches, mail, exchange, secretsKey, identityProvider },
    checkAnswers: env.NODE_ENV === 'test',
    isAllowedOrigin: originChecker(env.PUBLIC_ORIGIN, env.ALLOWED_ORIGINS),
    addressOf: addressReader(env.TRUSTED_PROXIES, (message) => app.log.warn(message)),
    timeLimits: options.timeLimits ?? requestLimits,
    transfers: newTransfers(),
  }
  const routes = allRoutes({
    readiness: options.readiness ?? { takesWork: true },
    reporter: createErrorReporter({
      dsn: env.ERROR_REPORT_DSN,
      log: (crash) => app.log.error({ crash }, 'A page crashed'),
      now,
    }),
    socketUrl: env.SOCKET_URL ?? null,
    publicOrigin: env.PUBLIC_ORIGIN,
    webhookOrigins: new Set(env.WEBHOOK_ALLOWED_HOSTS),
  })
  await registerRoutes(app, routes, routeOptions)
  installOtherMcpMethods(app)
  installDocs(app, env.PUBLIC_ORIGIN)
  installStatusPage(app, { ...routeOptions, workMs: routeOptions.timeLimits.workMs })
  await installStaticSite(app, options.siteRoot ?? null)
  return app
}
