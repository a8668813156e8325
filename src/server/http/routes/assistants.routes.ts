import * as contract from '#contract/assistants.ts'
import { listAssistantCalls } from '../../services/assistants/call-log.ts'
import { answerMcp } from '../mcp/answer-mcp.ts'
import { type ServedRoute, serve } from '../serve.ts'

/** `publicOrigin`: the address that people type, for links; undefined = links are paths. */
export const assistantsRoutes = (publicOrigin: string | undefined): readonly ServedRoute[] => [
  serve(contract.postMcp, async ({ ctx, request, reply }) => {
    const origin = (publicOrigin ?? '').replace(/\/+$/, '')
    const { status, body } = await answerMcp({ ctx: ctx.tenant, token: ctx.token, origin }, request)
    reply.code(status)
    return body
  }),
  serve(contract.listAssistantCalls, ({ ctx, query }) => listAssistantCalls(ctx, query)),
]
