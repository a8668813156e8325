import type { z } from 'zod/mini'
import { type Action, actions } from './actions.ts'

/**
 * Who may call: anyone; anyone signed in; every member with a current organization; members who may do the named action; super admins; the
 * owner of a notification token (session of 15 min, notifications only); a calendar program with the address of a feed; a shop-floor
 * device (its own cookie: no session opens these calls, and the cookie opens no others); or a program with an API token, never a session.
 */
export type Access =
  | 'public'
  | 'session'
  | 'tenant'
  | Action
  | 'superAdmin'
  | 'notificationToken'
  | 'calendarFeed'
  | 'apiToken'
  | 'device'

/** The action of a call that requires a member's right; null = no right is required. */
export const actionOf = (access: Access): Action | null => actions.find((action) => action === access) ?? null

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of the API: the server registers it, the client is typed by it, and OpenAPI is generated from it. */
export interface Endpoint<
  P extends z.ZodMiniType = z.ZodMiniType,
  Q extends z.ZodMiniType = z.ZodMiniType,
  B extends z.ZodMiniType = z.ZodMiniType,
  R extends z.ZodMiniType = z.ZodMiniType,
  A extends Access = Access,
> {
  readonly method: Method
  /** Relative to `/api`, with `:name` parameters. */
  readonly path: `/${string}`
  readonly access: A
  readonly summary: string
  /** Message if the call fails and the server gives none. */
  readonly failed: string
  /** Message if it fails again after a tenant problem. */
  readonly failedAgain?: string
  /** Message if there is no answer. */
  readonly unanswered?: string
  /** Message if the answer is empty or unreadable. */
  readonly emptyAnswer?: string
  readonly params?: P
  readonly query?: Q
  /** Parsed after `wire-names` has converted PascalCase and snake_case to camelCase. */
  readonly body?: B
  /** Maximum body size, if larger than the default of 1 MiB. */
  readonly bodyBytes?: number
  /** Whether the body is a file, taken as bytes whatever its media type says. */
  readonly takesFile?: boolean
  /** How the client spells the fields of the body, with `ModifiedBy` added; camelCase by default. */
  readonly bodyNames?: 'PascalCase'
  readonly response: R
  /** Success status; 200 by default, 204 = no body, 302 = redirect to an address from the handler. */
  readonly status?: 200 | 201 | 202 | 204 | 302
  /** Media type of an answer that is a file or a page instead of JSON. */
  readonly mediaType?: 'text/csv' | 'text/calendar' | 'text/html' | 'application/octet-stream'
  /** How refusals are written: as errors of JSON-RPC instead of `ErrorBody`. */
  readonly errors?: 'jsonRpc'
  /** Set for a call that is not a GET but stores nothing, so it is answered even if the disk is full. */
  readonly readsOnly?: boolean
  /** Whether the caller may or must send `If-Match` with the version it read; an outdated version gets 412. */
  readonly versioned?: boolean | 'required'
}

/** Describes an endpoint and preserves the exact types of its parts. */
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
