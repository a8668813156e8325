import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant, RequiredLine } from './fields.ts'

/** Prefix of every token, so that an accidentally published one can be recognized. */
export const apiTokenPrefix = 'sch_'

/** Maximum number of tokens of one person in one organization. */
export const mostApiTokens = 20

/** `read`: everything its owner may read. `plan`: everything its owner may read and change in planning at the time of the call. */
export const apiTokenScopes = ['read', 'plan'] as const
export const ApiTokenScope = z.enum(apiTokenScopes)
export type ApiTokenScope = z.infer<typeof ApiTokenScope>

export const apiTokenDays = [30, 90, 365] as const

/** A personal token with which a program calls the API as its owner, in one organization. */
export const ApiToken = z.object({
  tokenId: z.string(),
  name: z.string(),
  scope: ApiTokenScope,
  createdAt: Instant,
  expiresAt: Instant,
  /** To the minute; null = never. */
  lastUsedAt: z.nullable(Instant),
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
})
export type ApiTokenInput = z.infer<typeof ApiTokenInput>

/** 403 for the scope `plan` if its owner may change nothing; 422 beyond 20 tokens. */
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
