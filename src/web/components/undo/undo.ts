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

/** The Undo of a toast that says something was done, and of nothing else: `toast.success('Saved', undoAction(answer))`. A change of several calls is undone whole, or not offered. */
export const undoAction = (...answers: readonly object[]): ToastOptions => {
  const changeIds = answers.map(changeIdOf).filter((changeId) => changeId !== null)
  const [about] = changeIds
  if (about === undefined || changeIds.length < answers.length) return {}
  const undo = () => {
    for (const changeId of changeIds.toReversed()) void requestUndo({ verb: 'undo', changeId })
  }
  return { about, action: { label: 'Undo', onClick: undo } }
}
