import { Suspense } from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'
import { useRunQuestion } from './run-question.ts'

const RunUndoDialog = lazyPart(() => import('./run-undo-dialog.tsx').then(({ RunUndoDialog }) => RunUndoDialog))

/** Part of the shell; loads the dialog with the first question. */
export function RunUndoHost() {
  const question = useRunQuestion()
  return <Suspense>{question && <RunUndoDialog question={question} />}</Suspense>
}
