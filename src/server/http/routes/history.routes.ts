import * as contract from '#contract/history.ts'
import { listProjectHistory } from '../../services/history/list-project-history.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const historyRoutes: readonly ServedRoute[] = [
  serve(contract.listProjectHistory, ({ ctx, params }) => listProjectHistory(ctx, { projectId: params.id })),
]
