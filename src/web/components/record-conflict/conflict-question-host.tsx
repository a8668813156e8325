import { lazy, Suspense, useEffect } from 'react'
import { dropConflictQuestions, useConflictQuestions } from '#web/stores/conflict-questions.ts'

const ConflictQuestionDialog = lazy(() =>
  import('./conflict-question-dialog.tsx').then((module) => ({ default: module.ConflictQuestionDialog })),
)

/** Part of the shell: asks one question after another, and loads the dialog with the first one. */
export function ConflictQuestionHost() {
  const [question] = useConflictQuestions(({ asked }) => asked)
  useEffect(() => dropConflictQuestions, [])
  return <Suspense>{question && <ConflictQuestionDialog key={question.id} question={question} />}</Suspense>
}
