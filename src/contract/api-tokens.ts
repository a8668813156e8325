import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Decimal, Id, Instant, RequiredLine } from './fields.ts'
import { withUsual } from './lenient-fields.ts'

/** Prefix of every token, so that an accidentally published one can be recognized. */
export const apiTokenPrefix = 'sch_'

/** Maximum number of tokens of one person in one organization. */
export const mostApiTokens = 20

/** `read`: everything its owner may read, or ask without storing anything. `plan`: everything its owner may read and change in planning at the time of the call. */
export const apiTokenScopes = ['read', 'plan'] as const
export const ApiTokenScope = z.enum(apiTokenScopes)
export type ApiTokenScope = z.infer<typeof ApiTokenScope>

export const apiTokenDays = [30, 90, 365] as const

/** The most operations for which a token may be made to apply a proposal. */
export const mostMovedByToken = 500

/** What an assistant may apply with a token that has not been given other limits: nothing. */
export const usualApplyLimits = { mayApply: false, noNewLate: true, noFrozen: true, mostMoved: 200 }

/** Limits within which an assistant may apply its proposals (`apply_proposal`). They do not concern other calls of the API. */
export const ApplyLimits = z.object({
  /** Whether it may apply proposals at all. Otherwise a person applies them on screen. */
  mayApply: withUsual(z.boolean(), usualApplyLimits.mayApply),
  /** Whether a proposal that makes a project late is refused. */
  noNewLate: withUsual(z.boolean(), usualApplyLimits.noNewLate),
  /** Whether a proposal that moves operations inside the freeze window is refused. */
  noFrozen: withUsual(z.boolean(), usualApplyLimits.noFrozen),
  /** The most operations that a proposal may change. */
  mostMoved: withUsual(z.int(), usualApplyLimits.mostMoved),
})
export type ApplyLimits = z.infer<typeof ApplyLimits>

/** A personal token with which a program calls the API as its owner, in one organization. */
export const ApiToken = z.object({
  tokenId: z.string(),
  name: z.string(),
  scope: ApiTokenScope,
  createdAt: Instant,
  expiresAt: Instant,
  /** To the minute; null = never. */
  lastUsedAt: z.nullable(Instant),
  ...ApplyLimits.shape,
})
export type ApiToken = z.infer<typeof ApiToken>

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/api-tokens',
  access: 'tenant',
  summary: 'My API tokens in this organization, the newest first',
  failed: 'Failed to fetch your API tokens',
  response: z.array(ApiToken),
})

export const ApiTokenInput = z.object({
  name: RequiredLine('Name', 80),
  scope: ApiTokenScope,
  expiresInDays: z.literal(apiTokenDays),
  /** `ApplyLimits`; absent ones are the usual ones. Only with the scope `plan`. */
  mayApply: z.optional(z.boolean()),
  noNewLate: z.optional(z.boolean()),
  noFrozen: z.optional(z.boolean()),
  mostMoved: z.optional(Decimal(1, mostMovedByToken).check(z.refine(Number.isInteger, 'Whole numbers only'))),
})
export type ApiTokenInput = z.infer<typeof ApiTokenInput>

/** 403 for the scope `plan` if its owner may change nothing; 422 beyond 20 tokens, or for a token that only reads and may apply. */
export const postApiToken = endpoint({
  method: 'POST',
  path: '/api-tokens',
  access: 'tenant',
  summary: 'Make an API token; it is shown only once',
  failed: 'Failed to create the API token',
  body: ApiTokenInput,
  response: z.extend(ApiToken, {
    /** For `Authorization: Bearer <token>`; null in an answer repeated under its Idempotency-Key. */
    apiToken: z.nullable(z.string()),
  }),
  status: 201,
})

export const deleteApiToken = endpoint({
  method: 'DELETE',
  path: '/api-tokens/:tokenId',
  access: 'tenant',
  summary: 'Revoke one of my API tokens',
  failed: 'Failed to revoke the API token',
  params: z.object({ tokenId: Id }),
  response: z.undefined(),
  status: 204,
})
