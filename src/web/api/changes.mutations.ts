import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { redoChange, redoLast, type UndoAnswer, undoChange, undoLast } from '#contract/changes.ts'
import { call } from './client.ts'
import { tenantScope } from './query-keys.ts'

/** What to take back (`undo`) or put back (`redo`): a change set, or null = the newest own one. */
export interface UndoRequest {
  verb: 'undo' | 'redo'
  changeId: string | null
  idempotencyKey?: string
}

/** Undoes or redoes on the server. null = there was nothing to. Throws ApiError. */
export const sendUndo = async ({ verb, changeId, idempotencyKey }: UndoRequest): Promise<UndoAnswer | null> => {
  const options = { idempotencyKey: idempotencyKey ?? crypto.randomUUID() }
  if (changeId !== null) return call(verb === 'undo' ? undoChange : redoChange, { params: { changeId } }, options)
  return (await call(verb === 'undo' ? undoLast : redoLast, {}, options)).done
}

/** Whatever it touched is asked for again: an undo may concern any record of the organisation. */
export const undoMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: sendUndo,
    onSettled: () => client.invalidateQueries({ queryKey: tenantScope() }),
    meta: { handled: true },
  })
