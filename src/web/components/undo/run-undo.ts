import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { errorSentence } from '#web/api/api-error.ts'
import { type UndoRequest, undoMutation } from '#web/api/changes.mutations.ts'
import { toast } from '#web/ui/toast.tsx'
import { askAboutRun } from './run-question.ts'
import { requestUndo } from './undo.ts'
import { undoWords } from './undo-words.ts'

/** Undoes or redoes, and reports what was undone, what was left, and why. */
export const runUndo = async (client: QueryClient, request: UndoRequest): Promise<void> => {
  const { verb } = request
  try {
    const { done: answer, question } = await new MutationObserver(client, undoMutation(client)).mutate(request)
    if (question) return askAboutRun(question)
    if (!answer) return toast.info(verb === 'undo' ? 'You have nothing to undo.' : 'You have nothing to redo.')
    const label = verb === 'undo' ? 'Redo' : 'Undo'
    const back = () => void requestUndo({ verb: verb === 'undo' ? 'redo' : 'undo', changeId: answer.of })
    const say = answer.restored > 0 ? toast.success : toast.info
    // Replaces the toast that offered the undo.
    say(undoWords(verb, answer), { about: answer.of, ...(answer.restored > 0 && { action: { label, onClick: back } }) })
  } catch (error) {
    toast.error(errorSentence(error))
  }
}
