import { Readable } from 'node:stream'
import * as contract from '#contract/history.ts'
import { exportHistory } from '../../services/history/export-history.ts'
import { listHistory, listProjectHistory } from '../../services/history/read-history.ts'
import { nameDownload } from '../name-download.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const historyRoutes: readonly ServedRoute[] = [
  serve(contract.listHistory, ({ ctx, query }) => listHistory(ctx, query)),
  serve(contract.exportHistory, async ({ ctx, query, reply }) => {
    await nameDownload(ctx, reply, { name: 'history', ending: 'csv' })
    reply.type('text/csv; charset=utf-8')
    return Readable.from(exportHistory(ctx, query))
  }),
  serve(contract.listProjectHistory, ({ ctx, params }) => listProjectHistory(ctx, { projectId: params.id })),
]
