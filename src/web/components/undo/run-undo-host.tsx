import { lazy, Suspense } from 'react'
import { useInterface } from '#web/stores/interface.ts'

const RunUndoDialog = lazy(() =>
  import('./run-undo-dialog.tsx').then(({ RunUndoDialog }) => ({ default: RunUndoDialog })),
)

/** Part of the shell; loads the dialog with the first question. */
export function RunUndoHost() {
  const question = useInterface(({ runQuestion }) => runQuestion)
  return <Suspense>{question && <RunUndoDialog question={question} />}</Suspense>
}
