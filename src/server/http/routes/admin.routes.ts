import { Readable } from 'node:stream'
import * as contract from '#contract/admin.ts'
import { getOverview } from '../../services/admin/get-overview.ts'
import { exportHistory } from '../../services/history/export-history.ts'
import { getHistoryLoss } from '../../services/history/prune-history.ts'
import { listHistory } from '../../services/history/read-history.ts'
import { datedFile } from '../dated-file.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const adminRoutes: readonly ServedRoute[] = [
  serve(contract.getAdminOverview, ({ ctx }) => getOverview(ctx)),
  serve(contract.listAudit, ({ ctx, query }) => listHistory(ctx, query, 'all')),
  serve(contract.exportAudit, async ({ ctx, query, reply }) => {
    reply.type('text/csv; charset=utf-8').header('Content-Disposition', datedFile(ctx, 'audit-log', 'csv'))
    return Readable.from(exportHistory(ctx, query, 'all'))
  }),
  serve(contract.getHistoryLoss, ({ ctx, query }) => getHistoryLoss(ctx, query)),
]
