import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { categoriesQuery } from '#web/api/categories/categories.queries.ts'
import type { AskedConflict } from '#web/api/conflict-questions.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { fieldLabel, fieldWords } from '#web/components/record-history/change-words.ts'
import { RecordConflictDialog } from './record-conflict-dialog.tsx'

/** Asks for yours or theirs if another user saved the record before a change that was made without a form. */
export function ConflictQuestionDialog({ question }: { question: AskedConflict }) {
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const categories = useQuery(categoriesQuery()).data ?? []
  const { subject, changedBy, base, yours, theirs, answer } = question
  const reader = { dates, nowMs, names: new Map(categories.map(({ categoryId, name }) => [categoryId, name])) }
  return (
    <RecordConflictDialog<Readonly<Record<string, unknown>>>
      subject={subject}
      changedBy={changedBy}
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
