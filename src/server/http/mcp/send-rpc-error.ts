import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { productName } from '#contract/vocabulary.ts'
import { errorBody, noteError } from '../plugins/error-handler.ts'

/** Codes of JSON-RPC: of the protocol for what the protocol knows, otherwise the server's own range. */
const rpcCodes: Partial<Record<ErrorCode, number>> = { bad_request: -32600, too_large: -32600, internal: -32603 }

const idOf = (body: unknown): string | number | null => {
  const { id } = (body ?? {}) as { id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** A refusal as an error of JSON-RPC, with the status that says the same. Without a valid token, it names how to sign in. */
export const sendRpcError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const known = noteError(error, request, reply)
  if (known === null) return reply.code(400).send()
  const { error: message, code, ...data } = errorBody(known, request.id)
  if (known.status === 401) reply.header('WWW-Authenticate', `Bearer realm="${productName}", error="invalid_token"`)
  return reply
    .code(errorStatus[known.code])
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        jsonrpc: '2.0',
        id: idOf(request.body),
        error: { code: rpcCodes[code] ?? -32000, message, data: { code, ...data } },
      }),
    )
}
