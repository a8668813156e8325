import * as contract from '#contract/bulk-operations.ts'
import { withSource } from '../../context.ts'
import { askMovesEffect } from '../../services/bulk-operations/ask-moves-effect.ts'
import { bulkChangeOperations } from '../../services/bulk-operations/bulk-change-operations.ts'
import { listOwnOperations } from '../../services/bulk-operations/own-operations.ts'
import { previewMove } from '../../services/bulk-operations/preview-move.ts'
import { snoozeOperations, unsnoozeOperations } from '../../services/bulk-operations/snooze-operations.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const bulkOperationsRoutes: readonly ServedRoute[] = [
  // History shows a bulk change as the source, whatever source the caller names.
  serve(contract.bulkChangeOperations, ({ ctx, body }) => bulkChangeOperations(withSource(ctx, 'bulk'), body)),
  serve(contract.previewMove, ({ ctx, body }) => previewMove(ctx, body)),
  serve(contract.askMovesEffect, ({ ctx, body }) => askMovesEffect(ctx, body)),
  serve(contract.listOwnOperations, ({ ctx, body }) => listOwnOperations(ctx, body)),
  serve(contract.snoozeOperations, ({ ctx, body }) => snoozeOperations(ctx, body)),
  serve(contract.unsnoozeOperations, ({ ctx, body }) => unsnoozeOperations(ctx, body)),
]
