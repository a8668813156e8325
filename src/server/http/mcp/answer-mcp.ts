import type { CallToolResult, McpServerFactory, Server, Tool } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { assistantInstructions, assistantTools } from '#contract/assistant-tools.ts'
import { productName } from '#contract/vocabulary.ts'
import { AppError } from '../../errors.ts'
import { enterCall } from '../../services/assistants/call-rate.ts'
import { callTool, isTool } from '../../services/assistants/call-tool.ts'
import type { AssistantCaller } from '../../services/assistants/tool-answer.ts'

/** The SDK takes 30 MB, which only servers with assistants need. */
const loadSdk = () => import('@modelcontextprotocol/server')

/** A message with longer arguments is not one of a person's questions. */
const mostBytes = 256 * 1024

const inputSchema = (schema: z.ZodMiniType): Tool['inputSchema'] => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  return JSON.parse(JSON.stringify({ ...rest, type: 'object' }))
}

const listTools = () =>
  Object.entries(assistantTools).map(([name, { title, description, writes, input }]) => ({
    name,
    title,
    description,
    inputSchema: inputSchema(input),
    annotations: {
      title,
      readOnlyHint: !writes,
      destructiveHint: name === 'apply_proposal' || name === 'discard_proposal',
      idempotentHint: !writes,
      openWorldHint: false,
    },
  }))

let listed: ReturnType<typeof listTools> | undefined

/** Sentences and figures. Clients that read no structured content find the figures as JSON. */
const resultOf = (text: string, data: Readonly<Record<string, unknown>>): CallToolResult => ({
  content: [
    { type: 'text', text },
    { type: 'text', text: JSON.stringify(data) },
  ],
  structuredContent: { ...data },
})

const newServer = async (caller: AssistantCaller, request: FastifyRequest): Promise<Server> => {
  const { ProtocolError, ProtocolErrorCode, Server } = await loadSdk()
  const server = new Server(
    { name: productName, version: '1' },
    { capabilities: { tools: {} }, instructions: assistantInstructions },
  )
  server.setRequestHandler('tools/list', () => {
    listed ??= listTools()
    return { tools: listed }
  })
  server.setRequestHandler('tools/call', async ({ params }) => {
    if (!isTool(params.name)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool')
    const outcome = await callTool(caller, params.name, params.arguments)
    if (outcome.ok) return resultOf(outcome.text, outcome.data)
    if (outcome.fault !== undefined) request.log.error({ err: outcome.fault, tool: params.name }, 'tool failed')
    const { refusal } = outcome
    return {
      content: [{ type: 'text', text: JSON.stringify(refusal) }],
      structuredContent: { ...refusal },
      isError: true,
    }
  })
  return server
}

/** The request as the SDK reads it. Its credentials stay here. */
const asWebRequest = ({ headers }: FastifyRequest): Request => {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && /^(accept|content-type|mcp-[\w-]+)$/.test(name)) sent.set(name, value)
  }
  return new Request('http://localhost/api/mcp', { method: 'POST', headers: sent })
}

const isMessage = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body)

/** Answers one message: by its own revision of the protocol, or for older clients as one exchange without a session. */
const exchange = async (caller: AssistantCaller, request: FastifyRequest, body: unknown): Promise<Response> => {
  const { createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } = await loadSdk()
  const asked = asWebRequest(request)
  if (await isLegacyRequest(asked, body)) {
    const server = await newServer(caller, request)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      return await transport.handleRequest(asked, { parsedBody: body })
    } finally {
      await server.close()
    }
  }
  const factory: McpServerFactory = () => newServer(caller, request)
  const onerror = (err: Error): void => request.log.info({ err }, 'message of an assistant refused')
  // It answers the message that it is given, and makes no request of its own.
  const { fetch: answer } = createMcpHandler(factory, { legacy: 'reject', maxSubscriptions: 0, onerror })
  return answer(asked, { parsedBody: body })
}

interface McpAnswer {
  readonly status: number
  /** undefined = no body. */
  readonly body: unknown
}

/** The answer to one message of an assistant. 400 for a batch or no message, 413 for a long one, 429 for too many. */
export const answerMcp = async (caller: AssistantCaller, request: FastifyRequest): Promise<McpAnswer> => {
  const leave = enterCall(caller.ctx.app, caller.token.tokenId)
  try {
    const { body } = request
    if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw new AppError('too_large', 'At most 256 KB.')
    if (!isMessage(body)) throw new AppError('bad_request', 'Send one JSON-RPC message, not a batch.')
    const response = await exchange(caller, request, body)
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
  } finally {
    leave()
  }
}
