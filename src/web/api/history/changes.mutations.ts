import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  type RunUndoQuestion,
  redoChange,
  redoLast,
  type SkippedChanges,
  type UndoAnswer,
  undoChange,
  undoLast,
} from '#contract/changes.ts'
import { call } from '#web/api/client.ts'
import { tenantScope } from '#web/api/query-keys.ts'

/** The change set to undo or redo; null means the user's latest one. */
export interface UndoRequest {
  verb: 'undo' | 'redo'
  changeId: string | null
  idempotencyKey?: string
}

/** The result. `done` null without a `question` means that there was nothing to undo. */
interface UndoOutcome {
  done: UndoAnswer | null
  question?: RunUndoQuestion | null
  /** Newer changes that could not be undone. */
  skipped?: SkippedChanges | null
}

/** Undoes or redoes on the server. The server asks before it undoes a whole run that was not named. Throws ApiError. */
const sendUndo = async ({ verb, changeId, idempotencyKey }: UndoRequest): Promise<UndoOutcome> => {
  const options = { idempotencyKey: idempotencyKey ?? crypto.randomUUID() }
  if (changeId !== null) {
    return { done: await call(verb === 'undo' ? undoChange : redoChange, { params: { changeId } }, options) }
  }
  return verb === 'undo' ? call(undoLast, { body: { asksBeforeRun: true } }, options) : call(redoLast, {}, options)
}

/** Reads everything again, because an undo may change any record of the organization. */
export const undoMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: sendUndo,
    // One after another: a second Ctrl+Z undoes the change that is the latest after the first one.
    scope: { id: 'undo' },
    onSettled: () => client.invalidateQueries({ queryKey: tenantScope() }),
    meta: { handled: true },
  })
