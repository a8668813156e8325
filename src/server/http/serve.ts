import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import type { Action } from '#contract/actions.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import type { AppServices, DeviceContext, SessionContext, TenantContext } from '../context.ts'
import type { FeedSubject } from '../services/calendar-feeds/find-feed.ts'
import { awaitForecastOnce } from '../services/forecasts/current-forecast.ts'

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

export interface ContextByAccess extends Record<Action | 'tenant', TenantContext> {
  public: PublicContext
  session: SessionContext
  superAdmin: SessionContext
  notificationToken: NotificationContext
  calendarFeed: FeedContext
  device: DeviceContext
}

type OutputOf<T> = [NonNullable<T>] extends [z.ZodMiniType] ? z.output<NonNullable<T>> : undefined

/** One request, parsed: the types are those of the contract. */
export interface Call<E extends Endpoint> {
  readonly ctx: ContextByAccess[E['access'] & Access]
  readonly params: OutputOf<E['params']>
  readonly query: OutputOf<E['query']>
  readonly body: OutputOf<E['body']>
  /** Version named by If-Match; null when the caller sent none. */
  readonly expectedVersion: number | null
  /** For cookies and headers of the few routes that set some; services get nothing else of them. */
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * How an answer may be kept until something changes (see `kept-answer.ts`). The answer must be the same for every member
 * of the organization who sees dates in the same zone: its handler uses only the database, the clock, that zone and its arguments,
 * and sets no header.
 */
export interface Keeping {
  /** Step of the clock for this answer: the answer shows the state at the last full step, kept or not. */
  readonly stepMs: number
  /** Runs before the answer is looked up again or read. It may write, which would outdate an answer at once. */
  readonly before?: (ctx: TenantContext) => Promise<void>
  /** The changes that end it: any change in the database, or only those that raise the organization's change number. */
  readonly endsWith: 'all' | 'shop'
}

/** For answers that are the same for every member of the organization, as of this minute. */
export const keptByMinute: Keeping = { stepMs: 60_000, endsWith: 'all' }
/** The same as of this second, for work that has just become overdue. */
const keptBySecond: Keeping = { stepMs: 1_000, endsWith: 'all' }

/** The same for answers that contain the forecast. */
export const forecastByMinute: Keeping = { ...keptByMinute, before: awaitForecastOnce }
export const forecastBySecond: Keeping = { ...keptBySecond, before: awaitForecastOnce }

/** The same for answers that contain only projects, operations, working time and the forecast of the organization. */
export const shopByMinute: Keeping = { ...forecastByMinute, endsWith: 'shop' }
export const shopBySecond: Keeping = { ...forecastBySecond, endsWith: 'shop' }

/** An endpoint with the service that answers it. */
export interface ServedRoute {
  readonly endpoint: Endpoint
  readonly keeping: Keeping | null
  readonly handle: (call: Call<Endpoint>) => Promise<unknown>
}

/**
 * Binds an endpoint of the contract to its service; a routes file is a list of these. A file is sent as a stream.
 * `keeping` is only for the organization's own records, never for presence or the progress of a run.
 */
export const serve = <const E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<z.output<E['response']> | Readable>,
  keeping: Keeping | null = null,
): ServedRoute => ({ endpoint, handle: handle as unknown as ServedRoute['handle'], keeping })
