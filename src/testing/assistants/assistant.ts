import { type ApiTokenInput, apiTokenPrefix } from '#contract/api-tokens.ts'
import type { AssistantTool } from '#contract/assistant-tools.ts'
import { createApiToken } from '#server/services/api-tokens/my-api-tokens.ts'
import type { Actor } from '../builders/build-user.ts'
import type { TestAnswer } from '../call-as.ts'
import type { TestServer } from '../server-harness.ts'

export interface ToolResult {
  readonly isError: boolean
  /** The sentences for a person; of a refusal, its reason. */
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely.
  readonly data: any
  readonly answer: TestAnswer
}

export interface Assistant {
  readonly actor: Actor
  readonly apiToken: string
  /** Sends one message of the protocol. */
  send(message: unknown, headers?: Record<string, string | undefined>): Promise<TestAnswer>
  call(tool: AssistantTool, args?: object): Promise<ToolResult>
}

/** Headers that every client of the protocol sends. */
export const mcpHeaders = { accept: 'application/json, text/event-stream' }

/** A message that calls a tool. */
export const toolCall = (name: string, args: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})

/** An assistant of an actor in memory, with an API token of its own. Without limits, it may try plans and apply none. */
export const assistantOf = async (
  server: TestServer,
  owner: Actor,
  input: Partial<ApiTokenInput> = {},
): Promise<Assistant> => {
  const ctx = await server.contextOf(owner)
  const { apiToken } = await createApiToken(ctx, { name: 'Assistant', scope: 'plan', expiresInDays: 30, ...input })
  if (!apiToken.startsWith(apiTokenPrefix)) throw new Error('Not a token')
  const actor: Actor = { ...owner, sessionSecret: null, apiToken }
  const send: Assistant['send'] = (message, headers) =>
    server.as(actor).post('/mcp', message, { ...mcpHeaders, ...headers })
  return {
    actor,
    apiToken,
    send,
    call: async (tool, args = {}) => {
      const answer = await send(toolCall(tool, args))
      const { result } = answer.body ?? {}
      if (answer.status !== 200 || !result) throw new Error(`${tool} answered ${answer.status} ${answer.text}`)
      const data = result.structuredContent
      const isError = result.isError === true
      return { isError, text: isError ? data.error.message : result.content[0].text, data, answer }
    },
  }
}
