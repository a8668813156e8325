import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { toast } from '#web/ui/toast.tsx'

export const updateFailed = 'Failed to update project'

/** What the reader is told when a move was not saved: refused by the rule, overtaken by someone else, or failed. */
export function tellFailure(error: unknown, subject: string, sentence: string | null = null): void {
  const code = isApiError(error) ? error.code : null
  if (isApiError(error) && error.status === 401) return
  if (code === 'stale' || code === 'not_found') {
    toast.info(`Someone else changed ${subject} in the meantime. The board now shows the current state.`)
  } else if (code === 'invalid_move' || code === 'rule') {
    toast.error(errorSentence(error))
  } else {
    console.error('Failed to update project phase in database')
    toast.error(sentence ?? errorSentence(error))
  }
}
