import type { FastifyInstance } from 'fastify'
import { assistantPath } from '#contract/assistants.ts'
import { AppError } from '../../errors.ts'
import { sendRpcError } from '../mcp/send-rpc-error.ts'

/** There are no sessions and no streams: the other methods of the protocol's address are refused with 405, as the protocol says. */
export const installOtherMcpMethods = (app: FastifyInstance): void => {
  app.route({
    method: ['GET', 'DELETE'],
    url: assistantPath,
    errorHandler: sendRpcError,
    handler: async (_, reply) => {
      reply.header('Allow', 'POST')
      throw new AppError('method_not_allowed', 'Send messages with POST.')
    },
  })
}
