import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import { type AppServices, mintTenantContext, newServices, type TenantContext } from '#server/context.ts'
import { exchangeFactsOf, mailFactsOf, oidcClientOf, readEnv } from '#server/env.ts'
import type { TimeLimits } from '#server/http/plugins/request-limits.ts'
import type { Readiness } from '#server/http/routes/health.routes.ts'
import { identityProviderOf } from '#server/identity-provider.ts'
import { currentCost } from '#server/services/credentials/password-hash.ts'
import { loadSession } from '#server/services/sessions/load-session.ts'
import { buildTenant, type TestTenant } from './builders/build-tenant.ts'
import { type Actor, buildUser, testCost, type UserOverrides } from './builders/build-user.ts'
import { type CallAs, callAs } from './call-as.ts'
import { stopPostgresServer } from './postgres-databases.ts'
import { testStart } from './test-clock.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

/** A clock that starts with the tests and advances only when a test advances it. */
interface FakeClock {
  readonly now: () => Date
  readonly advance: (ms: number) => void
  readonly set: (at: Date | string) => void
}

export const fakeClock = (startsAt = testStart): FakeClock => {
  let atMs = Date.parse(startsAt)
  return {
    now: () => new Date(atMs),
    advance: (ms) => {
      atMs += ms
    },
    set: (at) => {
      atMs = new Date(at).getTime()
    },
  }
}

export interface TestServer {
  readonly app: FastifyInstance
  readonly services: AppServices
  readonly database: TestDatabase
  readonly clock: FakeClock
  readonly readiness: Readiness
  /** Log lines so far, as JSON text. */
  readonly logs: readonly string[]
  /** A new organization with an admin and a planner, both signed in. */
  newTenant(overrides?: { name?: string; timeZone?: string }): Promise<TestTenant>
  newUser(overrides?: UserOverrides): Promise<Actor>
  /** Sends calls as an actor (null = not signed in): `as(admin).post('/projects', {...})`. */
  as(actor: Actor | null): CallAs
  /** The context of an actor's session, for calling a service directly. */
  contextOf(actor: Actor): Promise<TenantContext>
  close(): Promise<void>
}

interface ServerOverrides {
  /** Whether hashing a password costs as much as in production; otherwise almost nothing. */
  readonly realHashes?: boolean
  readonly ALLOWED_ORIGINS?: string
  readonly PUBLIC_ORIGIN?: string
  readonly SOCKET_URL?: string
  readonly ERROR_REPORT_DSN?: string
  readonly WEBHOOK_ALLOWED_HOSTS?: string
  readonly EXCHANGE_ALLOWED_HOSTS?: string
  readonly EXCHANGE_FOLDER?: string
  readonly SMTP_URL?: string
  readonly MAIL_FROM?: string
  readonly SECRETS_KEY?: string
  readonly OIDC_ISSUER?: string
  readonly OIDC_CLIENT_ID?: string
  readonly OIDC_CLIENT_SECRET?: string
  readonly OIDC_BUTTON?: string
  readonly NODE_ENV?: 'test' | 'production'
  readonly TRUSTED_PROXIES?: string
  readonly siteRoot?: string
  readonly timeLimits?: TimeLimits
}

const realCost = { ...currentCost }

/** Hosts that every test server may call. Nothing answers there. */
const allowedHosts = { WEBHOOK_ALLOWED_HOSTS: 'hooks.example.com', EXCHANGE_ALLOWED_HOSTS: 'hooks.example.com' }

/** Open servers of this process; closing the last one also stops the private PostgreSQL server. */
let openServers = 0

const contextOf = async (services: AppServices, actor: Actor): Promise<TenantContext> => {
  const session = actor.sessionSecret ? await loadSession(services, actor.sessionSecret) : null
  if (!session?.tenant) throw new Error(`${actor.email} has no session with an organization`)
  const { userId, userName, role, workCenterIds, timeZone, tenant } = session
  const facts = { app: services, userId, userName, role, workCenterIds, timeZone, requestId: 'test', clientId: null }
  return mintTenantContext({ ...facts, tenantId: tenant.tenantId, source: 'api' })
}

/**
 * The real application on a real, empty database (embedded in memory, or PostgreSQL with TEST_DATABASE=postgres) with a clock that the test
 * advances. One per test file: `beforeAll` it, `afterAll(() => server.close())`, a new tenant per test.
 */
export const startServer = async (overrides: ServerOverrides = {}): Promise<TestServer> => {
  const { siteRoot, realHashes, timeLimits, ...variables } = overrides
  Object.assign(currentCost, realHashes ? realCost : testCost)
  const env = readEnv({ NODE_ENV: 'test', ...allowedHosts, ...variables })
  openServers += 1
  const database = await openTestDatabase()
  const clock = fakeClock()
  const readiness: Readiness = { takesWork: true }
  const logs: string[] = []
  const services = newServices({
    db: database.db,
    now: clock.now,
    mail: mailFactsOf(env),
    exchange: exchangeFactsOf(env),
    secretsKey: env.SECRETS_KEY,
    identityProvider: identityProviderOf(oidcClientOf(env), clock.now),
  })
  const logStream = { write: (line: string) => void logs.push(line) }
  const app = await buildApp({ ...services, env, siteRoot: siteRoot ?? null, readiness, logStream, timeLimits })
  await app.ready()
  return {
    app,
    services,
    database,
    clock,
    readiness,
    logs,
    newTenant: (tenant) => buildTenant(services, tenant),
    newUser: (user) => buildUser(services, user),
    as: (actor) => callAs(app, actor),
    contextOf: (actor) => contextOf(services, actor),
    close: async () => {
      await app.close()
      await database.close()
      openServers -= 1
      if (openServers === 0) await stopPostgresServer()
    },
  }
}
