import { getRunResult as runResult } from '#contract/run-results.ts'
import * as contract from '#contract/scheduling-runs.ts'
import { revertRun } from '../../services/changes/revert-run.ts'
import { cancelRun } from '../../services/scheduling-runs/cancel-run.ts'
import { endRunSearch } from '../../services/scheduling-runs/end-run-search.ts'
import { getRun } from '../../services/scheduling-runs/get-run.ts'
import { getRunResult } from '../../services/scheduling-runs/get-run-result.ts'
import { listRunChanges } from '../../services/scheduling-runs/list-run-changes.ts'
import { listRuns } from '../../services/scheduling-runs/list-runs.ts'
import { scheduleSelected } from '../../services/scheduling-runs/schedule-selected.ts'
import { startRun } from '../../services/scheduling-runs/start-run.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const schedulingRunsRoutes: readonly ServedRoute[] = [
  serve(contract.scheduleAll, ({ ctx, body }) => startRun(ctx, { projectId: null, options: body })),
  serve(contract.scheduleProject, ({ ctx, params, body }) => startRun(ctx, { projectId: params.id, options: body })),
  serve(contract.scheduleSelected, ({ ctx, body }) => scheduleSelected(ctx, body)),
  serve(contract.listRuns, ({ ctx }) => listRuns(ctx)),
  serve(contract.getRun, ({ ctx, params }) => getRun(ctx, params)),
  serve(runResult, ({ ctx, params }) => getRunResult(ctx, params)),
  serve(contract.cancelRun, ({ ctx, params }) => cancelRun(ctx, params)),
  serve(contract.endRunSearch, ({ ctx, params }) => endRunSearch(ctx, params)),
  serve(contract.revertRun, ({ ctx, params }) => revertRun(ctx, params)),
  serve(contract.listRunChanges, ({ ctx, params }) => listRunChanges(ctx, params)),
]
