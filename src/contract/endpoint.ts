import type { z } from 'zod'

/**
 * Who may call: anyone; anyone signed in; a member with a chosen organization; its admins; super admins;
 * or the holder of a notification token (session 15 min, notifications only).
 */
export type Access = 'public' | 'session' | 'tenant' | 'admin' | 'superAdmin' | 'notificationToken'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of the product: the server registers it, the client types it, OpenAPI is generated from it. */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  readonly method: Method
  /** Below `/api`, with `:name` parameters. */
  readonly path: `/${string}`
  readonly access: A
  readonly summary: string
  /** What the reader is told when the call fails and the server gives no sentence of its own (specification 8.4). */
  readonly failed: string
  /** The same when it failed once more after a tenant problem. */
  readonly failedAgain?: string
  /** The same when nobody answered at all. */
  readonly unanswered?: string
  /** The same when the answer holds nothing that can be read. */
  readonly emptyAnswer?: string
  readonly params?: P
  readonly query?: Q
  /** Parsed after `wire-names` has turned PascalCase and snake_case into camelCase. */
  readonly body?: B
  /** How the client spells the fields of the body, with `ModifiedBy` added (specification 7.2); camelCase unless said. */
  readonly bodyNames?: 'PascalCase'
  readonly response: R
  /** Success status; 200 unless said, 204 = no body. */
  readonly status?: 200 | 201 | 202 | 204
  /** What the answer is when it is no JSON: a file. */
  readonly mediaType?: 'text/csv'
  /** True where the caller may send `If-Match` with the version it read; stale = 412. */
  readonly versioned?: boolean
}

/** Describes an endpoint, keeping the exact types of its parts. */
export const endpoint = <
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodType,
  const A extends Access = Access,
>(
  definition: Endpoint<P, Q, B, R, A>,
): Endpoint<P, Q, B, R, A> => definition

export type ResponseOf<E extends { response: z.ZodType }> = z.output<E['response']>
