import * as contract from '#contract/data-sources.ts'
import { decideSourceRun, dismissSourceDoubts } from '../../services/data-sources/decide-source-run.ts'
import {
  askForRun,
  changeDataSource,
  createDataSource,
  deleteDataSource,
} from '../../services/data-sources/manage-data-sources.ts'
import { listDataSources, listSourceAttention } from '../../services/data-sources/read-data-sources.ts'
import { readSourceSample } from '../../services/data-sources/read-sample.ts'
import { getSourceRun, listSourceRuns } from '../../services/data-sources/read-source-runs.ts'
import { takeSourceFile } from '../../services/data-sources/take-file.ts'
import { listExportAttention } from '../../services/scheduled-exports/read-scheduled-exports.ts'
import { pushedFileName } from '../pushed-file-name.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const dataSourcesRoutes: readonly ServedRoute[] = [
  serve(contract.listDataSources, ({ ctx }) => listDataSources(ctx)),
  serve(contract.listSourceAttention, async ({ ctx }) => [
    ...(await listSourceAttention(ctx)),
    ...(await listExportAttention(ctx)),
  ]),
  serve(contract.readSourceSample, ({ ctx, body }) => readSourceSample(ctx, body)),
  serve(contract.postDataSource, ({ ctx, body }) => createDataSource(ctx, { input: body })),
  serve(contract.patchDataSource, ({ ctx, params, body, expectedVersion }) =>
    changeDataSource(ctx, { sourceId: params.id, change: body, expectedVersion }),
  ),
  serve(contract.deleteDataSource, async ({ ctx, params }) => {
    await deleteDataSource(ctx, { sourceId: params.id })
    return undefined
  }),
  serve(contract.runDataSource, ({ ctx, params, body }) => askForRun(ctx, { sourceId: params.id, ...body })),
  serve(contract.putSourceFile, ({ ctx, params, query, file, request }) => {
    const name = pushedFileName(query.name, request.headers['content-disposition'])
    return takeSourceFile(ctx, { sourceId: params.id, name, bytes: file })
  }),
  serve(contract.listSourceRuns, ({ ctx, params }) => listSourceRuns(ctx, { sourceId: params.id })),
  serve(contract.getSourceRun, ({ ctx, params }) => getSourceRun(ctx, { sourceId: params.id, runId: params.runId })),
  serve(contract.decideSourceRun, ({ ctx, params, body }) =>
    decideSourceRun(ctx, { sourceId: params.id, runId: params.runId, decision: body }),
  ),
  serve(contract.dismissSourceDoubts, ({ ctx, params }) =>
    dismissSourceDoubts(ctx, { sourceId: params.id, runId: params.runId }),
  ),
]
