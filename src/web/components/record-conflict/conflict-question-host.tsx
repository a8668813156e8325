import { Suspense, useEffect } from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'
import { dropConflictQuestions, useInterface } from '#web/stores/interface.ts'

const ConflictQuestionDialog = lazyPart(() =>
  import('./conflict-question-dialog.tsx').then(({ ConflictQuestionDialog }) => ConflictQuestionDialog),
)

/** Part of the shell: asks one question after another, and loads the dialog with the first one. */
export function ConflictQuestionHost() {
  const [question] = useInterface(({ conflicts }) => conflicts)
  useEffect(() => dropConflictQuestions, [])
  return <Suspense>{question && <ConflictQuestionDialog key={question.id} question={question} />}</Suspense>
}
