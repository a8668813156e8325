import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import * as contract from '#contract/exports.ts'
import type { TenantContext } from '../../context.ts'
import { type ExportSelection, exportProjects } from '../../services/imports/export-projects.ts'
import { exportShop } from '../../services/imports/export-shop.ts'
import { selectExported } from '../../services/imports/select-exported.ts'
import { datedFile } from '../dated-file.ts'
import { type ServedRoute, serve } from '../serve.ts'

const mediaTypes: Readonly<Record<contract.ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml; charset=utf-8',
}

interface SentFile {
  readonly name: string
  readonly selection: ExportSelection
  readonly format: contract.ExportFormat
}

const sendFile = async (ctx: TenantContext, reply: FastifyReply, { name, selection, format }: SentFile) => {
  const parts = await exportProjects(ctx, { selection, format })
  reply.type(mediaTypes[format]).header('Content-Disposition', datedFile(ctx, name, format))
  return Readable.from(parts, { objectMode: false })
}

export const exportsRoutes: readonly ServedRoute[] = [
  serve(contract.exportProjects, ({ ctx, body: { projectIds, format }, reply }) =>
    sendFile(ctx, reply, { name: 'projects', selection: { projectIds }, format }),
  ),
  serve(contract.exportOperationTable, async ({ ctx, query: { format, ...query }, reply }) =>
    sendFile(ctx, reply, { name: 'operations', selection: await selectExported(ctx, query), format }),
  ),
  serve(contract.exportShop, async ({ ctx, query, reply }) => {
    const parts = await exportShop(ctx, query)
    reply.type('application/json; charset=utf-8').header('Content-Disposition', datedFile(ctx, 'shop', 'json'))
    return Readable.from(parts, { objectMode: false })
  }),
]
