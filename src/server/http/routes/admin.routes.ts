import { Readable } from 'node:stream'
import * as contract from '#contract/admin.ts'
import { exportAudit } from '../../services/admin/export-audit.ts'
import { getOverview } from '../../services/admin/get-overview.ts'
import { listAudit } from '../../services/admin/list-audit.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const adminRoutes: readonly ServedRoute[] = [
  serve(contract.getAdminOverview, ({ ctx }) => getOverview(ctx)),
  serve(contract.listAudit, ({ ctx, query }) => listAudit(ctx, query)),
  serve(contract.exportAudit, async ({ ctx, query, reply }) => {
    const name = `audit-log-${ctx.app.now().toISOString().slice(0, 10)}.csv`
    reply.type('text/csv; charset=utf-8').header('Content-Disposition', `attachment; filename="${name}"`)
    return Readable.from(exportAudit(ctx, query))
  }),
]
