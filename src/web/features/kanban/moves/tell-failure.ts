import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'

export const updateFailed = 'Failed to update project'

interface Told {
  /** Shown for a failure that has no sentence of its own. */
  readonly sentence?: string
  /** Read out, as the card has gone back; null when a later move of it still stands. */
  readonly back: string | null
}

/** What the reader is told when a move was not saved: refused by the rule, overtaken by someone else, or failed. */
export function tellFailure(error: unknown, subject: string, { sentence, back }: Told): void {
  const code = isApiError(error) ? error.code : null
  if (isApiError(error) && error.status === 401) return
  if (code === 'stale' || code === 'not_found') {
    toast.info(`Someone else changed ${subject} in the meantime. The board now shows the current state.`)
    return
  }
  if (code === 'invalid_move' || code === 'rule') {
    toast.error(errorSentence(error))
  } else {
    console.error('Failed to update project phase in database')
    toast.error(sentence ?? errorSentence(error))
  }
  if (back !== null) announce(back)
}
