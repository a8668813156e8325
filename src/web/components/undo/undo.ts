import type { QueryClient } from '@tanstack/react-query'
import type { UndoRequest } from '#web/api/changes.mutations.ts'
import { changeIdOf } from '#web/api/client.ts'
import type { ToastOptions } from '#web/ui/toast.tsx'

let client: QueryClient | null = null

/** Says whose lists an undo brings up to date; the shell does, while somebody is signed in. Returns what ends that. */
export const provideUndo = (queryClient: QueryClient): (() => void) => {
  client = queryClient
  return () => {
    client = null
  }
}

/** Undoes or redoes on the server, says what came of it in a toast, and brings the screen up to date. */
export const requestUndo = async (request: UndoRequest): Promise<void> => {
  if (!client) return
  const { runUndo } = await import('./run-undo.ts')
  await runUndo(client, request)
}

/** The Undo of a toast that says something was done: `toast.success('Saved', undoAction(answer))`. */
export const undoAction = (answer: unknown): ToastOptions => {
  const changeId = changeIdOf(answer)
  if (changeId === null) return {}
  return { about: changeId, action: { label: 'Undo', onClick: () => void requestUndo({ verb: 'undo', changeId }) } }
}
