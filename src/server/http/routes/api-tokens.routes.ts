import * as contract from '#contract/api-tokens.ts'
import { createApiToken, deleteApiToken, listApiTokens } from '../../services/api-tokens/my-api-tokens.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const apiTokensRoutes: readonly ServedRoute[] = [
  serve(contract.listApiTokens, ({ ctx }) => listApiTokens(ctx)),
  serve(contract.postApiToken, ({ ctx, body }) => createApiToken(ctx, body)),
  serve(contract.deleteApiToken, async ({ ctx, params }) => {
    await deleteApiToken(ctx, params)
    return undefined
  }),
]
