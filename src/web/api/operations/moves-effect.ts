import { askMovesEffect, type MovesEffect } from '#contract/bulk-operations.ts'
import { call } from '#web/api/client.ts'
import { type PlannedMove, sentMoves } from './operation-writes.ts'

/** The effect of storing moves on all projects, compared with the current forecast. */
export const loadMovesEffect = (moves: readonly PlannedMove[], signal: AbortSignal): Promise<MovesEffect> =>
  call(askMovesEffect, { body: { moves: sentMoves(moves) } }, { signal })
