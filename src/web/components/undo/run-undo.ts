import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { errorSentence } from '#web/api/api-error.ts'
import { type UndoRequest, undoMutation } from '#web/api/history/changes.mutations.ts'
import { toast } from '#web/ui/toast.tsx'
import { askAboutRun } from './run-question.ts'
import { requestUndo } from './undo.ts'
import { skippedWords, undoWords } from './undo-words.ts'

/** Undoes or redoes, and reports what was undone, what was left, and why. */
export const runUndo = async (client: QueryClient, request: UndoRequest): Promise<void> => {
  const { verb } = request
  try {
    const { done: answer, question, skipped } = await new MutationObserver(client, undoMutation(client)).mutate(request)
    const skippedToo = skipped ? ` ${skippedWords(skipped)}` : ''
    if (question) {
      if (skipped) toast.info(skippedWords(skipped))
      return askAboutRun(question)
    }
    if (!answer) {
      const nothing = skipped ? `Nothing was ${verb === 'undo' ? 'undone' : 'redone'}.` : `You have nothing to ${verb}.`
      return toast.info(nothing + skippedToo)
    }
    const label = verb === 'undo' ? 'Redo' : 'Undo'
    const back = () => void requestUndo({ verb: verb === 'undo' ? 'redo' : 'undo', changeId: answer.of })
    const say = answer.restored > 0 ? toast.success : toast.info
    // Replaces the toast that offered the undo.
    say(undoWords(verb, answer) + skippedToo, {
      about: answer.of,
      ...(answer.restored > 0 && { action: { label, onClick: back } }),
    })
  } catch (error) {
    toast.error(errorSentence(error))
  }
}
