import type { RunUndoQuestion } from '#contract/changes.ts'
import { madeByWords, runMovedWords } from '#domain/scheduling/moved-words.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { endRunQuestion } from './run-question.ts'
import { requestUndo } from './undo.ts'

const scopeWords = ({ scope, projectNumber }: RunUndoQuestion): string => {
  if (scope === 'all') return 'Schedule all'
  return scope === 'project' && projectNumber !== null ? `Schedule #${projectNumber}` : 'Schedule selected'
}

/** 'Schedule all: 150 operations moved', the same words as in the toast at the end of the run. */
const runWords = (question: RunUndoQuestion): string =>
  `${madeByWords(question, scopeWords(question))}: ${runMovedWords(question)}`

/** Asks before one key press undoes a whole run. */
export function RunUndoDialog({ question }: { question: RunUndoQuestion }) {
  const dates = useDateSettings()
  return (
    <ConfirmDialog
      open
      title="Undo the whole run?"
      confirmLabel="Undo the run"
      onCancel={endRunQuestion}
      onConfirm={() => {
        endRunQuestion()
        void requestUndo({ verb: 'undo', changeId: question.changeId })
      }}
    >
      <p className="font-semibold">{runWords(question)}</p>
      <p className="mt-1 text-ink-2">
        Your latest change is the run of {formatShortDateTime(question.startedAt, dates)}. Undo restores the dates that
        its operations had before.
      </p>
    </ConfirmDialog>
  )
}
