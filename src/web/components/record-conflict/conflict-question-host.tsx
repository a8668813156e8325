import { Suspense, useEffect } from 'react'
import { dropConflictQuestions, useConflicts } from '#web/api/conflict-questions.ts'
import { lazyPart } from '#web/components/lazy-part.ts'

const ConflictQuestionDialog = lazyPart(() =>
  import('./conflict-question-dialog.tsx').then(({ ConflictQuestionDialog }) => ConflictQuestionDialog),
)

/** Part of the shell: asks one question after another, and loads the dialog with the first one. */
export function ConflictQuestionHost() {
  const [question] = useConflicts()
  useEffect(() => dropConflictQuestions, [])
  return <Suspense>{question && <ConflictQuestionDialog key={question.id} question={question} />}</Suspense>
}
