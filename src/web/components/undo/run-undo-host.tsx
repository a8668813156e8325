import { lazy, Suspense } from 'react'
import { useRunUndoQuestion } from '#web/stores/run-undo-question.ts'

const RunUndoDialog = lazy(() =>
  import('./run-undo-dialog.tsx').then(({ RunUndoDialog }) => ({ default: RunUndoDialog })),
)

/** Part of the shell; loads the dialog with the first question. */
export function RunUndoHost() {
  const question = useRunUndoQuestion((state) => state.question)
  return <Suspense>{question && <RunUndoDialog question={question} />}</Suspense>
}
