import * as contract from '#contract/workers.ts'
import { listFloorEntries } from '../../services/floor/list-floor-entries.ts'
import { changeWorker, createWorker, deleteWorker, listWorkers } from '../../services/floor/workers.ts'
import { listWorkerNames } from '../../services/work-time/worker-names.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const workersRoutes: readonly ServedRoute[] = [
  serve(contract.listWorkerNames, ({ ctx }) => listWorkerNames(ctx)),
  serve(contract.listWorkers, ({ ctx }) => listWorkers(ctx)),
  serve(contract.postWorker, ({ ctx, body }) => createWorker(ctx, body)),
  serve(contract.putWorker, ({ ctx, params: { workerId }, body, expectedVersion }) =>
    changeWorker(ctx, { workerId, input: body, expectedVersion }),
  ),
  serve(contract.deleteWorker, async ({ ctx, params }) => {
    await deleteWorker(ctx, params)
    return undefined
  }),
  serve(contract.listFloorEntries, ({ ctx, params }) => listFloorEntries(ctx, params)),
]
