import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiTokenPrefix } from '#contract/api-tokens.ts'
import { type Access, actionOf } from '#contract/endpoint.ts'
import {
  backgroundHeader,
  callerSources,
  changeSourceHeader,
  clientIdHeader,
  tenantIdHeader,
} from '#contract/headers.ts'
import { tenantIdPattern } from '#contract/tenants.ts'
import type { HistorySource } from '#contract/vocabulary.ts'
import { type Actor, may } from '#domain/access/rights.ts'
import {
  type AppServices,
  mintDeviceContext,
  mintSessionContext,
  mintTenantContext,
  type TenantContext,
} from '../context.ts'
import { AppError, ForbiddenError, NotFoundError, UnauthenticatedError } from '../errors.ts'
import { findApiToken } from '../services/api-tokens/find-api-token.ts'
import { findFeed } from '../services/calendar-feeds/find-feed.ts'
import { findDevice } from '../services/floor/find-device.ts'
import { type LiveSession, loadSession, type SessionUse } from '../services/sessions/load-session.ts'
import { readNotificationToken } from '../services/sessions/notification-token.ts'
import { type FoundLink, findStatusLink } from '../services/status-links/find-link.ts'
import { CallerLeftError } from '../waiting-caller.ts'
import { floorSecretOf, sessionSecretOf } from './cookies.ts'
import type { ContextByAccess } from './serve.ts'

interface TenantCaller extends Caller {
  /** Network address; null = unknown. */
  readonly address: string | null
}

const callers = new WeakMap<FastifyRequest, TenantCaller>()

/** Stores the caller of a request once it is identified. */
export const setCaller = (request: FastifyRequest, caller: TenantCaller): void => {
  callers.set(request, caller)
}

export const callerOf = (request: FastifyRequest): TenantCaller => {
  const caller = callers.get(request)
  if (!caller) throw new Error('This request was never identified')
  return caller
}

/** The session of a request on a route that needs one. */
export const sessionOf = (request: FastifyRequest): LiveSession => {
  const { session } = callerOf(request)
  if (!session) throw new Error('This route has no session')
  return session
}

/** Network address of the caller, for throttling and for the list of the caller's own sessions; null = unknown. */
export const addressOf = (request: FastifyRequest): string | null => callerOf(request).address

/** Aborted when the caller leaves before the whole answer is sent. Fastify's own signal is aborted as soon as a body has arrived. */
export const leaving = ({ raw }: FastifyReply): AbortSignal => {
  const left = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort(new CallerLeftError('The caller left before the answer'))
  })
  return left.signal
}

/** User of a request, for the log; null when unknown. */
export const userIdOf = (request: FastifyRequest): string | null => callers.get(request)?.userId ?? null

interface Caller {
  readonly ctx: ContextByAccess[Access]
  /** The session that identifies it; null on public routes and for tokens. */
  readonly session: LiveSession | null
  readonly userId: string | null
  /** The change number of the organization when the caller was identified; null where no answer is cached. */
  readonly changeNumber: string | null
}

/** A caller without a session. */
const sessionless = { session: null, userId: null, changeNumber: null } as const

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(', ') : value
}

const clientIdOf = (request: FastifyRequest): string | null => {
  const value = headerOf(request, clientIdHeader)
  return value !== undefined && /^[\w-]{1,64}$/.test(value) ? value : null
}

const sourceOf = (request: FastifyRequest): HistorySource =>
  callerSources.find((source) => source === headerOf(request, changeSourceHeader)) ?? 'api'

/** The caller's own statement can only shorten the session: no header extends it more than a plain call would. */
const kindOfUse = (request: FastifyRequest): SessionUse =>
  headerOf(request, backgroundHeader) === undefined ? 'activity' : 'background'

/** A download link cannot send our headers, so it names its organization in the address. */
const inAddress = (request: FastifyRequest): string | undefined => {
  const { tenantId } = request.query as { tenantId?: unknown }
  return typeof tenantId === 'string' ? tenantId : undefined
}

/**
 * The organization of a request: that of the session or token. A sent X-Tenant-ID (or `?tenantId=`) is only an assertion; when it
 * names another one, the tab is stale and the request is refused.
 */
const assertedTenant = (request: FastifyRequest, tenantId: string | undefined): string => {
  const asserted = headerOf(request, tenantIdHeader) ?? inAddress(request)
  if (asserted !== undefined && !tenantIdPattern.test(asserted))
    throw new AppError('invalid_tenant', 'Invalid tenant ID')
  if (tenantId === undefined) throw new AppError('missing_tenant', 'Missing tenant ID')
  if (asserted !== undefined && asserted.toLowerCase() !== tenantId) {
    throw new AppError('tenant_mismatch', 'Tenant processing error')
  }
  return tenantId
}

const publicCaller = (app: AppServices, request: FastifyRequest): Caller => ({
  ctx: { app, requestId: request.id },
  ...sessionless,
})

const tokenCaller = async (app: AppServices, request: FastifyRequest): Promise<Caller> => {
  const [, token] = /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '') ?? []
  const holder = token === undefined ? null : await readNotificationToken(app, token, kindOfUse(request))
  if (!holder) throw new UnauthenticatedError()
  const { sessionHash, userId, tenantId, userName, role, workCenterIds, timeZone } = holder
  const who = { userId, userName, role, workCenterIds, timeZone }
  const facts = { app, ...who, requestId: request.id, clientId: clientIdOf(request) }
  const tenant = mintTenantContext({ ...facts, tenantId, source: sourceOf(request) })
  return {
    ctx: { app, requestId: request.id, sessionHash, userId, tenantId, tenant },
    ...sessionless,
  }
}

/** Every token that gives nothing is answered like an unknown path. */
const feedCaller = async (app: AppServices, request: FastifyRequest, address: string | null): Promise<Caller> => {
  const { token } = request.params as { token?: unknown }
  const found = typeof token === 'string' ? await findFeed(app, { token, address }) : null
  if (!found) throw new NotFoundError()
  const facts = { app, ...found.holder, requestId: request.id, clientId: null }
  const tenant = mintTenantContext({ ...facts, source: 'api' })
  return { ctx: { app, requestId: request.id, feed: found.feed, tenant }, ...sessionless }
}

/**
 * The reader of a status link. A session in the same browser is not looked at. The link acts in its own name, because its
 * maker may have left. Every address that shows nothing is answered like an unknown one.
 */
export const statusReader = async (
  app: AppServices,
  {
    token,
    address,
    requestId,
  }: { readonly token: string; readonly address: string | null; readonly requestId: string },
): Promise<{ readonly link: FoundLink; readonly tenant: TenantContext }> => {
  const link = await findStatusLink(app, { token, address })
  if (!link) throw new NotFoundError()
  const { tenantId, linkId, timeZone } = link
  const facts = { app, tenantId, userId: linkId, userName: '', timeZone, requestId }
  return {
    link,
    tenant: mintTenantContext({ ...facts, role: 'view', workCenterIds: null, clientId: null, source: 'system' }),
  }
}

/** A shop-floor device by its cookie alone: the session of a person in the same browser is not looked at. */
const deviceCaller = async (app: AppServices, request: FastifyRequest): Promise<Caller> => {
  const secret = floorSecretOf(request)
  const found = secret === null ? null : await findDevice(app, secret)
  if (!found) throw new UnauthenticatedError('This device is not signed in.')
  const { tenantId, timeZone, device } = found
  const facts = {
    app,
    userId: device.deviceId,
    userName: device.name,
    role: 'report' as const,
    workCenterIds: null,
    timeZone,
    device,
  }
  const ctx = mintDeviceContext({ ...facts, tenantId, source: 'floor', requestId: request.id, clientId: null })
  return { ctx, ...sessionless, userId: device.deviceId }
}

/** The API token of a request; null = it has none, and may have a session. */
export const apiTokenOf = ({ headers }: FastifyRequest): string | null =>
  headers.authorization?.startsWith(`Bearer ${apiTokenPrefix}`) ? headers.authorization.slice('Bearer '.length) : null

/** Throws 403 with the reason when the caller may not do anywhere what a call does. Its service looks at the records concerned. */
const requireRight = (actor: Actor, access: Access): void => {
  const action = actionOf(access)
  const decision = action && may(actor, action)
  if (decision && !decision.ok) throw new ForbiddenError(decision.reason)
}

/** The owner of an API token, within its scope. The cookie of the same request is not looked at. */
const apiTokenCaller = async (
  app: AppServices,
  { access, readsOnly, address }: Asking,
  request: FastifyRequest,
  token: string,
): Promise<Caller> => {
  const holder = await findApiToken(app, { token, address })
  if (!holder) throw new UnauthenticatedError()
  const { userId, userName, role, workCenterIds, timeZone, changeNumber } = holder
  const tenantId = assertedTenant(request, holder.tenantId)
  if (holder.token.scope === 'read' && !readsOnly) {
    throw new ForbiddenError('This API token can only read.')
  }
  requireRight({ role, workCenterIds }, access)
  const who = { userId, userName, role, workCenterIds, timeZone }
  const facts = { app, ...who, requestId: request.id, clientId: clientIdOf(request) }
  return { ctx: mintTenantContext({ ...facts, tenantId, source: 'api' }), session: null, userId, changeNumber }
}

/**
 * An assistant: the owner of an API token, whatever the token may do. Its tools look at the scope. A cookie of the same request is not
 * looked at.
 */
const assistantCaller = async (
  app: AppServices,
  { apiToken, address }: Asking,
  request: FastifyRequest,
): Promise<Caller> => {
  const holder = apiToken === null ? null : await findApiToken(app, { token: apiToken, address })
  if (!holder) throw new UnauthenticatedError('Send a valid API token as “Authorization: Bearer …”.')
  const { userId, userName, role, workCenterIds, timeZone, token } = holder
  const tenantId = assertedTenant(request, holder.tenantId)
  const facts = { app, userId, userName, role, workCenterIds, timeZone, requestId: request.id, clientId: null }
  const tenant = mintTenantContext({ ...facts, tenantId, source: 'assistant' })
  return { ctx: { app, requestId: request.id, token, tenant }, ...sessionless, userId }
}

/** The access of the requested route, and the caller's network address (null = unknown). */
interface Asking {
  readonly access: Access
  /** Whether the call stores nothing. */
  readonly readsOnly: boolean
  /** The API token of the request, where the route takes one. */
  readonly apiToken: string | null
  readonly address: string | null
}

/**
 * Identifies the caller of a route with this access; throws 401, 403, 400, 409, or 404 for the address of a calendar feed.
 * No body or header grants any right.
 */
export const identifyCaller = async (app: AppServices, asking: Asking, request: FastifyRequest): Promise<Caller> => {
  const { access, address, apiToken } = asking
  if (access === 'public') return publicCaller(app, request)
  if (access === 'notificationToken') return tokenCaller(app, request)
  if (access === 'calendarFeed') return feedCaller(app, request, address)
  if (access === 'device') return deviceCaller(app, request)
  if (access === 'apiToken') return assistantCaller(app, asking, request)
  if (apiToken !== null) return apiTokenCaller(app, asking, request, apiToken)
  const secret = sessionSecretOf(request)
  const session = secret === null ? null : await loadSession(app, secret, kindOfUse(request))
  if (!session) throw new UnauthenticatedError()
  const { userId, userName, role, workCenterIds, timeZone, changeNumber } = session
  const who = { userId, userName, role, workCenterIds, timeZone }
  const facts = { app, ...who, requestId: request.id, clientId: clientIdOf(request) }
  const known = { session, userId, changeNumber }
  if (access === 'session' || access === 'superAdmin') {
    if (access === 'superAdmin' && !session.isSuperAdmin) throw new ForbiddenError()
    return { ctx: mintSessionContext(facts), ...known }
  }
  const tenantId = assertedTenant(request, session.tenant?.tenantId)
  requireRight({ role, workCenterIds }, access)
  return { ctx: mintTenantContext({ ...facts, tenantId, source: sourceOf(request) }), ...known }
}
