import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import type { AppServices, SessionContext, TenantContext } from '../context.ts'
import { awaitForecastOnce } from '../services/forecasts/current-forecast.ts'

/** Who calls a public route: nobody in particular. */
export interface PublicContext {
  readonly app: AppServices
  readonly requestId: string
}

/** Who holds a notification token. */
export interface NotificationContext extends PublicContext {
  readonly sessionHash: string
  readonly userId: string
  readonly tenantId: string
  /** The same holder acting in the organization of the token. */
  readonly tenant: TenantContext
}

export interface ContextByAccess {
  public: PublicContext
  session: SessionContext
  superAdmin: SessionContext
  tenant: TenantContext
  admin: TenantContext
  notificationToken: NotificationContext
}

type OutputOf<T> = [NonNullable<T>] extends [z.ZodType] ? z.output<NonNullable<T>> : undefined

/** One request, parsed: the types are those of the contract. */
export interface Call<E extends Endpoint> {
  readonly ctx: ContextByAccess[E['access'] & Access]
  readonly params: OutputOf<E['params']>
  readonly query: OutputOf<E['query']>
  readonly body: OutputOf<E['body']>
  /** Version named by If-Match; null when the caller sent none. */
  readonly expectedVersion: number | null
  /** For cookies and headers of the few routes that set some; everything else stays out of services. */
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * How an answer may be kept until something changes (see `kept-answer.ts`): one that is the same for every member of the
 * organization. Its handler may read the database, the clock and what it is called with, and set no header.
 */
export interface Keeping {
  /** The clock's steps for this answer: it is judged as of the last full one, kept or not. */
  readonly stepMs: number
  /** What is waited for, and stores something, before the answer is looked for again or read: else it would be out of date at once. */
  readonly before?: (ctx: TenantContext) => Promise<void>
  /** Which changes end it: any in the database, or those alone that raise the organization's change number. */
  readonly endsWith: 'all' | 'shop'
}

/** What every member of the organization is answered alike, judged as of this minute. */
export const keptByMinute: Keeping = { stepMs: 60_000, endsWith: 'all' }
/** The same where minutes count: what has just become overdue. */
export const keptBySecond: Keeping = { stepMs: 1_000, endsWith: 'all' }

/** The same of what shows the forecast. */
export const forecastByMinute: Keeping = { ...keptByMinute, before: awaitForecastOnce }
export const forecastBySecond: Keeping = { ...keptBySecond, before: awaitForecastOnce }

/** The same of what shows nothing but the projects and operations of the organization, its working time and its forecast. */
export const shopByMinute: Keeping = { ...forecastByMinute, endsWith: 'shop' }
export const shopBySecond: Keeping = { ...forecastBySecond, endsWith: 'shop' }

/** An endpoint with the service that answers it. */
export interface ServedRoute {
  readonly endpoint: Endpoint
  readonly keeping: Keeping | null
  readonly handle: (call: Call<Endpoint>) => Promise<unknown>
}

/**
 * Binds an endpoint of the contract to its service; a routes file is a list of these. A file is answered as a stream.
 * `keeping`: only for what an organization's own records answer, never for who is here or how far a run is.
 */
export const serve = <const E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<z.output<E['response']> | Readable>,
  keeping: Keeping | null = null,
): ServedRoute => ({ endpoint, handle: handle as unknown as ServedRoute['handle'], keeping })
