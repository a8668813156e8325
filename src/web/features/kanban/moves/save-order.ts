import type { Operation } from '#contract/operations.ts'
import { replayOrder } from '#domain/board/replay-order.ts'
import { isApiError } from '#web/api/api-error.ts'
import type { BoardCalls } from '#web/api/board.calls.ts'

/**
 * Saves the order of a project's operations after one was moved, against the order its reader saw. When somebody else has saved
 * another one meanwhile that does not touch the move, the move is made in theirs; else theirs stands. Throws ApiError ('stale').
 */
export async function saveOrder(
  calls: Pick<BoardCalls, 'reorder' | 'readOrder'>,
  projectId: string,
  { moved, ...orders }: { moved: string; seen: readonly string[]; wanted: readonly string[] },
): Promise<Operation[]> {
  let { seen, wanted } = orders
  for (;;) {
    try {
      return await calls.reorder(projectId, [...wanted], [...seen])
    } catch (error) {
      if (!isApiError(error) || error.code !== 'stale') throw error
      const theirs = await calls.readOrder(projectId)
      const replayed = replayOrder(moved, { seen, wanted, theirs })
      if (!replayed) throw error
      seen = theirs
      wanted = replayed
    }
  }
}
