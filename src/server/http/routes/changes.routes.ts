import * as contract from '#contract/changes.ts'
import { listChanges } from '../../services/changes/list-changes.ts'
import { undoChange } from '../../services/changes/undo-change.ts'
import { undoLast } from '../../services/changes/undo-last.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const changesRoutes: readonly ServedRoute[] = [
  serve(contract.listChanges, ({ ctx }) => listChanges(ctx)),
  serve(contract.undoChange, ({ ctx, params }) => undoChange(ctx, { ...params, verb: 'undo' })),
  serve(contract.redoChange, ({ ctx, params }) => undoChange(ctx, { ...params, verb: 'redo' })),
  serve(contract.undoLast, ({ ctx, body }) => undoLast(ctx, { verb: 'undo', asksBeforeRun: body?.asksBeforeRun })),
  serve(contract.redoLast, async ({ ctx }) => {
    const { done, skipped } = await undoLast(ctx, { verb: 'redo' })
    return { done, skipped }
  }),
]
