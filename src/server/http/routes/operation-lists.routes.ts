import { Readable } from 'node:stream'
import * as contract from '#contract/operation-lists.ts'
import { exportOperations } from '../../services/operation-lists/export-operations.ts'
import { listOperationGroups, listOperationRows } from '../../services/operation-lists/list-operation-rows.ts'
import { nameDownload } from '../name-download.ts'
import { type ServedRoute, serve, shopBySecond } from '../serve.ts'

export const operationListsRoutes: readonly ServedRoute[] = [
  serve(contract.listOperationRows, ({ ctx, query }) => listOperationRows(ctx, query), shopBySecond),
  serve(contract.listOperationGroups, ({ ctx, query }) => listOperationGroups(ctx, query), shopBySecond),
  serve(contract.exportOperations, async ({ ctx, query, reply }) => {
    await nameDownload(ctx, reply, { name: 'operations', ending: 'csv' })
    reply.type('text/csv; charset=utf-8')
    return Readable.from(exportOperations(ctx, query))
  }),
]
