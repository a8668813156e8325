import { Readable } from 'node:stream'
import * as contract from '#contract/operation-lists.ts'
import { exportOperations } from '../../services/operation-lists/export-operations.ts'
import { listOperationGroups, listOperationRows } from '../../services/operation-lists/list-operation-rows.ts'
import { datedFile } from '../dated-file.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const operationListsRoutes: readonly ServedRoute[] = [
  serve(contract.listOperationRows, ({ ctx, query }) => listOperationRows(ctx, query), 'afterForecast'),
  serve(contract.listOperationGroups, ({ ctx, query }) => listOperationGroups(ctx, query), 'afterForecast'),
  serve(contract.exportOperations, async ({ ctx, query, reply }) => {
    reply.type('text/csv; charset=utf-8').header('Content-Disposition', datedFile(ctx, 'operations', 'csv'))
    return Readable.from(exportOperations(ctx, query))
  }),
]
