import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import type { Action } from '#contract/actions.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import type { AppServices, DeviceContext, SessionContext, TenantContext } from '../context.ts'
import type { TokenFacts } from '../services/api-tokens/find-api-token.ts'
import type { FeedSubject } from '../services/calendar-feeds/find-feed.ts'

/** The context of a public route, without a user. */
export interface PublicContext {
  readonly app: AppServices
  readonly requestId: string
}

/** The holder of a notification token. */
interface NotificationContext extends PublicContext {
  readonly sessionHash: string
  readonly userId: string
  readonly tenantId: string
  /** The same holder acting in the organization of the token. */
  readonly tenant: TenantContext
}

/** A calendar program that has the address of a feed. */
interface FeedContext extends PublicContext {
  readonly feed: FeedSubject
  /** The owner of the feed in its organization. */
  readonly tenant: TenantContext
}

/** An assistant with the API token of a person. */
interface AssistantContext extends PublicContext {
  readonly token: TokenFacts
  /** The owner of the token in its organization. */
  readonly tenant: TenantContext
}

export interface ContextByAccess extends Record<Action | 'tenant', TenantContext> {
  public: PublicContext
  session: SessionContext
  superAdmin: SessionContext
  notificationToken: NotificationContext
  calendarFeed: FeedContext
  apiToken: AssistantContext
  device: DeviceContext
}

type OutputOf<T> = [NonNullable<T>] extends [z.ZodMiniType] ? z.output<NonNullable<T>> : undefined

/** One request, parsed: the types are those of the contract. */
export interface Call<E extends Endpoint> {
  readonly ctx: ContextByAccess[E['access'] & Access]
  readonly params: OutputOf<E['params']>
  readonly query: OutputOf<E['query']>
  readonly body: OutputOf<E['body']>
  /** The bytes of a call that takes a file; none for all other calls. */
  readonly file: Uint8Array
  /** Version named by If-Match; null when the caller sent none. */
  readonly expectedVersion: number | null
  /** For cookies and headers of the few routes that set some; services get nothing else of them. */
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Caches the answers of a call (`answer-cache.ts`). They must be the same for every member of the organization who sees dates in the
 * same zone: the handler uses only its arguments, that zone, the clock (which stands at the last full minute), and what raises the change
 * number of the organization. Every recorded write does (`services/records/write-tenant.ts`). It sets no header. Presence and the
 * progress of a run do not belong here. `afterForecast`: the answer contains the forecast, which is awaited first.
 */
export type Caching = 'cached' | 'afterForecast'

/** An endpoint with the service that answers it. */
export interface ServedRoute {
  readonly endpoint: Endpoint
  readonly caching: Caching | null
  readonly handle: (call: Call<Endpoint>) => Promise<unknown>
}

/** Binds an endpoint of the contract to its service; a routes file is a list of these. A file is sent as a stream. */
export const serve = <const E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<z.output<E['response']> | Readable>,
  caching: Caching | null = null,
): ServedRoute => ({ endpoint, handle: handle as unknown as ServedRoute['handle'], caching })
