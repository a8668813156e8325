import { useEffect, useState } from 'react'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { fieldLabel, fieldWords, type HistoryReader } from '#web/components/record-history/change-words.ts'
import { dropConflictQuestions, useConflictQuestions } from '#web/stores/conflict-questions.ts'
import { RecordConflictDialog } from './record-conflict-dialog.tsx'

const noNames: HistoryReader['names'] = new Map()

/** On screens where things are moved without a form: yours or theirs, when a move was overtaken. */
export function ConflictQuestionHost() {
  const [question] = useConflictQuestions(({ asked }) => asked)
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  useEffect(() => dropConflictQuestions, [])
  if (!question) return null
  const { subject, changedBy, base, yours, theirs, answer } = question
  const reader = { dates, nowMs, names: noNames }
  return (
    <RecordConflictDialog<Readonly<Record<string, unknown>>>
      key={`${subject} ${JSON.stringify(theirs)}`}
      {...{ subject, changedBy }}
      versions={{ base, yours, theirs }}
      fields={Object.keys(base).map((key) => ({
        key,
        label: fieldLabel(key),
        format: (record) => fieldWords(key, record[key], reader)?.text ?? '—',
      }))}
      onSave={answer}
      onTakeTheirs={() => answer(null)}
    />
  )
}
