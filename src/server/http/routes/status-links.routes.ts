import { Readable } from 'node:stream'
import * as contract from '#contract/status-links.ts'
import {
  createStatusLink,
  listAllStatusLinks,
  listStatusLinks,
  revokeStatusLink,
} from '../../services/status-links/project-links.ts'
import { previewStatus } from '../../services/status-links/read-status.ts'
import { type ServedRoute, serve } from '../serve.ts'
import { statusPageHeaders, writeStatusPage } from '../status-page/write-status-page.ts'

export const statusLinksRoutes: readonly ServedRoute[] = [
  serve(contract.listStatusLinks, ({ ctx, params }) => listStatusLinks(ctx, { projectId: params.id })),
  serve(contract.postStatusLink, ({ ctx, params, body }) =>
    createStatusLink(ctx, { projectId: params.id, input: body }),
  ),
  serve(contract.previewStatus, async ({ ctx, params, query: { reference, forecast }, reply }) => {
    const choices = { projectId: params.id, reference, showsForecast: forecast === 'shown' }
    const status = await previewStatus(ctx, choices)
    reply.headers(statusPageHeaders).type('text/html; charset=utf-8')
    return Readable.from([writeStatusPage(status, { isPreview: true })])
  }),
  serve(contract.listAllStatusLinks, ({ ctx }) => listAllStatusLinks(ctx)),
  serve(contract.deleteStatusLink, async ({ ctx, params }) => {
    await revokeStatusLink(ctx, params)
    return undefined
  }),
]
