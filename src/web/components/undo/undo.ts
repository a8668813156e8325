import type { QueryClient } from '@tanstack/react-query'
import { changeIdOf } from '#web/api/client.ts'
import type { UndoRequest } from '#web/api/history/changes.mutations.ts'
import type { ToastOptions } from '#web/ui/toast.tsx'

/** A module variable, because the Undo button of a toast outlives the screen that showed it. */
let client: QueryClient | null = null

/** Sets the query client that an undo updates. The shell calls this while a user is signed in. Returns a function that clears it. */
export const provideUndo = (queryClient: QueryClient): (() => void) => {
  client = queryClient
  return () => {
    client = null
  }
}

/** Undoes or redoes on the server, shows the result in a toast, and updates the screen. */
export const requestUndo = async (request: UndoRequest): Promise<void> => {
  if (!client) return
  const { runUndo } = await import('./run-undo.ts')
  await runUndo(client, request)
}

/** The change set of an answer, or of its records if each was saved by a separate call; null if unknown. */
const changesOf = (answer: object): (string | null)[] => {
  const own = changeIdOf(answer)
  return own === null && Array.isArray(answer) ? answer.map(changeIdOf) : [own]
}

/**
 * The Undo button of a toast for exactly its change: `toast.success('Saved', undoAction(answer))`. A change of several
 * calls is undone completely or not offered.
 */
export const undoAction = (...answers: readonly object[]): ToastOptions => {
  const changes = answers.flatMap(changesOf)
  const changeIds = changes.filter((changeId) => changeId !== null)
  const [about] = changeIds
  if (about === undefined || changeIds.length < changes.length) return {}
  const undo = () => {
    for (const changeId of changeIds.toReversed()) void requestUndo({ verb: 'undo', changeId })
  }
  return { about, action: { label: 'Undo', onClick: undo } }
}
