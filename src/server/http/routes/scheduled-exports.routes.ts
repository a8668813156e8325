import { Readable } from 'node:stream'
import * as contract from '#contract/scheduled-exports.ts'
import {
  changeScheduledExport,
  createScheduledExport,
  deleteScheduledExport,
  sendScheduledExportNow,
} from '../../services/scheduled-exports/manage-scheduled-exports.ts'
import { listScheduledExports, readExportFile } from '../../services/scheduled-exports/read-scheduled-exports.ts'
import { datedFile } from '../dated-file.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const scheduledExportsRoutes: readonly ServedRoute[] = [
  serve(contract.listScheduledExports, ({ ctx }) => listScheduledExports(ctx)),
  serve(contract.postScheduledExport, ({ ctx, body }) => createScheduledExport(ctx, { input: body })),
  serve(contract.patchScheduledExport, ({ ctx, params, body, expectedVersion }) =>
    changeScheduledExport(ctx, { exportId: params.id, input: body, expectedVersion }),
  ),
  serve(contract.deleteScheduledExport, async ({ ctx, params }) => {
    await deleteScheduledExport(ctx, { exportId: params.id })
    return undefined
  }),
  serve(contract.sendScheduledExport, ({ ctx, params }) => sendScheduledExportNow(ctx, { exportId: params.id })),
  serve(contract.readScheduledExport, async ({ ctx, params, reply }) => {
    const { bytes, mediaType, datesOf, format } = await readExportFile(ctx, { exportId: params.id })
    reply.type(mediaType).header('Content-Disposition', datedFile(ctx, `dates-of-${datesOf}`, format))
    return Readable.from([bytes], { objectMode: false })
  }),
]
