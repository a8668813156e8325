import * as contract from '#contract/saved-views.ts'
import { listSavedViews } from '../../services/saved-views/read-saved-views.ts'
import { changeSavedView, createSavedView, deleteSavedView } from '../../services/saved-views/write-saved-views.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const savedViewsRoutes: readonly ServedRoute[] = [
  serve(contract.listSavedViews, ({ ctx, query }) => listSavedViews(ctx, query)),
  serve(contract.postSavedView, ({ ctx, body }) => createSavedView(ctx, body)),
  serve(contract.putSavedView, ({ ctx, params, body, expectedVersion }) =>
    changeSavedView(ctx, { viewId: params.id, input: body, expectedVersion }),
  ),
  serve(contract.deleteSavedView, async ({ ctx, params }) => {
    await deleteSavedView(ctx, { viewId: params.id })
    return undefined
  }),
]
