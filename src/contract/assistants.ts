import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'

/** The address at which assistants connect, relative to the server. */
export const assistantPath = '/api/mcp'

/**
 * One JSON-RPC message of the Model Context Protocol (streamable HTTP, without sessions), answered as JSON. Only API tokens open it. The
 * tools and their arguments are in `assistant-tools.ts`. The body is read as it is sent, because names inside it belong to the protocol.
 */
export const postMcp = endpoint({
  method: 'POST',
  path: '/mcp',
  access: 'apiToken',
  summary: 'Model Context Protocol for assistants: one JSON-RPC message',
  failed: 'Failed to answer the assistant',
  response: z.unknown(),
  errors: 'jsonRpc',
})

/** `refused`: a rule, a right or a limit refused it, or it asked for something unknown. `failed`: the server could not answer. */
const assistantOutcomes = ['done', 'refused', 'failed'] as const

/** A call of a tool by an assistant. */
export const AssistantCall = z.object({
  callId: z.string(),
  at: Instant,
  /** Name of the owner of the token. */
  userName: z.string(),
  tokenName: z.string(),
  tool: z.string(),
  /** The arguments as JSON, shortened. */
  asked: z.string(),
  outcome: z.enum(assistantOutcomes),
  /** The answer in one sentence, or the reason of a refusal. */
  answer: z.string(),
  /** The proposal that it made or named; null = none. */
  proposalId: z.nullable(z.string()),
})
export type AssistantCall = z.infer<typeof AssistantCall>

/** Calls in one answer. */
export const assistantCallsPage = 50

/** Calls are kept for 90 days, and at most this many of an organization. */
export const keptAssistantCalls = { days: 90, most: 5_000 } as const

export const listAssistantCalls = endpoint({
  method: 'GET',
  path: '/assistant-calls',
  access: 'tenant',
  summary:
    'What assistants asked and did with my tokens, or for admins with all tokens of the organization, newest first',
  failed: 'Failed to fetch what assistants did',
  query: z.object({
    /** Only calls before this one. */
    before: z.optional(Id),
  }),
  response: z.object({
    calls: z.array(AssistantCall),
    /** Whether there are earlier calls. */
    more: z.boolean(),
  }),
})
