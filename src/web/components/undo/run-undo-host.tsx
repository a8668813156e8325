import { Suspense } from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'
import { useInterface } from '#web/stores/interface.ts'

const RunUndoDialog = lazyPart(() => import('./run-undo-dialog.tsx').then(({ RunUndoDialog }) => RunUndoDialog))

/** Part of the shell; loads the dialog with the first question. */
export function RunUndoHost() {
  const question = useInterface(({ runQuestion }) => runQuestion)
  return <Suspense>{question && <RunUndoDialog question={question} />}</Suspense>
}
