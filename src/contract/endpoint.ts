import type { z } from 'zod/mini'
import { type Action, actions } from './actions.ts'

/**
 * Who may call: anyone; anyone signed in; every member with a chosen organization; members who may do the named action; super
 * admins; the holder of a notification token (session 15 min, notifications only); a calendar program with the address of a feed; or a
 * shop-floor device (its own cookie; no session opens these calls, and the cookie opens no others).
 */
export type Access =
  | 'public'
  | 'session'
  | 'tenant'
  | Action
  | 'superAdmin'
  | 'notificationToken'
  | 'calendarFeed'
  | 'device'

/** The action of a call that not every member may make; null = it asks for no right of a membership. */
export const actionOf = (access: Access): Action | null => actions.find((action) => action === access) ?? null

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of the product: the server registers it, the client types it, OpenAPI is generated from it. */
export interface Endpoint<
  P extends z.ZodMiniType = z.ZodMiniType,
  Q extends z.ZodMiniType = z.ZodMiniType,
  B extends z.ZodMiniType = z.ZodMiniType,
  R extends z.ZodMiniType = z.ZodMiniType,
  A extends Access = Access,
> {
  readonly method: Method
  /** Below `/api`, with `:name` parameters. */
  readonly path: `/${string}`
  readonly access: A
  readonly summary: string
  /** The sentence for the reader when the call fails and the server gives none (specification 8.4). */
  readonly failed: string
  /** The sentence when it has failed again after a tenant problem. */
  readonly failedAgain?: string
  /** The sentence when there was no answer. */
  readonly unanswered?: string
  /** The sentence when the answer was empty or unreadable. */
  readonly emptyAnswer?: string
  readonly params?: P
  readonly query?: Q
  /** Parsed after `wire-names` has turned PascalCase and snake_case into camelCase. */
  readonly body?: B
  /** Largest body, where it may exceed the usual 1 MiB. */
  readonly bodyBytes?: number
  /** How the client spells the fields of the body, with `ModifiedBy` added (specification 7.2); camelCase by default. */
  readonly bodyNames?: 'PascalCase'
  readonly response: R
  /** Success status; 200 by default, 204 = no body, 302 = another address, which the handler names. */
  readonly status?: 200 | 201 | 202 | 204 | 302
  /** The type of an answer that is not JSON but a file or a page. */
  readonly mediaType?: 'text/csv' | 'text/calendar' | 'text/html' | 'application/octet-stream'
  /** True for a call that is no GET but stores nothing: it is answered on a full disk too. */
  readonly readsOnly?: boolean
  /** Where the caller may send `If-Match` with the version it read, or must; stale = 412. */
  readonly versioned?: boolean | 'required'
}

/** Describes an endpoint, keeping the exact types of its parts. */
export const endpoint = <
  P extends z.ZodMiniType = z.ZodMiniUndefined,
  Q extends z.ZodMiniType = z.ZodMiniUndefined,
  B extends z.ZodMiniType = z.ZodMiniUndefined,
  R extends z.ZodMiniType = z.ZodMiniType,
  const A extends Access = Access,
>(
  definition: Endpoint<P, Q, B, R, A>,
): Endpoint<P, Q, B, R, A> => definition

export type ResponseOf<E extends { response: z.ZodMiniType }> = z.output<E['response']>
