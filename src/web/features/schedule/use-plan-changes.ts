import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Operation } from '#contract/operations.ts'
import { type CompactSchedule, operationFlag } from '#contract/schedule.ts'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { moveOperationsMutation, patchOperationMutation } from '#web/api/operations.mutations.ts'
import { operationQuery, projectOperationsQuery } from '#web/api/operations.queries.ts'
import { pick, saveOver } from '#web/components/record-conflict/save-over.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { toast } from '#web/ui/toast.tsx'
import { findOperation } from './find-operation.ts'
import type { Reschedule } from './schedule-board.tsx'
import { type Place, type PlannedMove, settleStaleMoves } from './settle-stale-moves.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const handled = { meta: { handled: true } }

/** Stores what is moved, pinned and held on the board. What somebody else saved meanwhile is never overwritten unasked. */
export function usePlanChanges(plan: CompactSchedule | undefined) {
  const client = useQueryClient()
  const move = useMutation({ ...moveOperationsMutation(client), ...handled })
  const patch = useMutation({ ...patchOperationMutation(client), ...handled })

  const store = async (projectId: string, moves: PlannedMove[], seen: Map<string, Place>, onAsk: () => void) => {
    for (let left = moves; left.length > 0; ) {
      try {
        const answer = await move.mutateAsync({ projectId, moves: left })
        const count = Array.isArray(answer) ? answer.length : 1
        const moved = count === 1 ? 'Operation' : `${count} operations`
        return void toast.success(`${moved} moved`, undoAction(answer))
      } catch (error) {
        if (!isApiError(error) || error.code !== 'stale') throw error
        const now = await client.fetchQuery({ ...projectOperationsQuery(projectId), staleTime: 0 })
        left = await settleStaleMoves(left, seen, now, onAsk)
      }
    }
  }

  /** Settles when the move is stored, or when the reader is asked: from then on the plan shows what holds. */
  const reschedule = ({ followers, ...moved }: Reschedule): Promise<void> => {
    const planned = [moved, ...followers]
    const seen = new Map(planned.map(({ operationId, was }) => [operationId, was]))
    const moves = planned.map(({ operationId, version, startMs, endMs }, index) => ({
      operationId,
      expectedVersion: version,
      scheduledStartDate: iso(startMs),
      scheduledEndDate: iso(endMs),
      // What was moved by hand stays; what only gave way remains free for the next run.
      ...(index > 0 && { pinned: false }),
    }))
    return new Promise((resolve, reject) => {
      store(moved.projectId, moves, seen, resolve).then(resolve, (error) => {
        toast.error(errorSentence(error))
        reject(error)
      })
    })
  }

  const change = async (operationId: string, fields: { pinned: boolean } | { onHold: boolean }) => {
    const found = plan && findOperation(plan, operationId)
    if (!plan || !found) return
    const flags = plan.operations.flags[plan.operations.ids.indexOf(operationId)] ?? 0
    const was = { pinned: (flags & operationFlag.pinned) !== 0, onHold: (flags & operationFlag.onHold) !== 0 }
    const { projectId } = found
    await saveOver<typeof fields, Operation, Operation>({
      change: fields,
      seen: pick(was, Object.keys(fields)),
      version: found.version,
      save: (wanted, version) => patch.mutateAsync({ projectId, operationId, version, fields: wanted }),
      readAgain: () => client.fetchQuery({ ...operationQuery(projectId, operationId), staleTime: 0 }),
      // Yes or no: whoever changed it meanwhile wanted the same, so there is nothing to ask.
      ask: async () => null,
    }).catch((error: unknown) => void toast.error(errorSentence(error)))
  }

  return { reschedule, change }
}
