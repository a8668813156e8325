import * as contract from '#contract/status-links.ts'
import {
  createStatusLink,
  listAllStatusLinks,
  listStatusLinks,
  revokeStatusLink,
} from '../../services/status-links/project-links.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const statusLinksRoutes: readonly ServedRoute[] = [
  serve(contract.listStatusLinks, ({ ctx, params }) => listStatusLinks(ctx, { projectId: params.id })),
  serve(contract.postStatusLink, ({ ctx, params, body }) =>
    createStatusLink(ctx, { projectId: params.id, input: body }),
  ),
  serve(contract.listAllStatusLinks, ({ ctx }) => listAllStatusLinks(ctx)),
  serve(contract.deleteStatusLink, async ({ ctx, params }) => {
    await revokeStatusLink(ctx, params)
    return undefined
  }),
]
