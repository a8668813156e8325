import { useCallback, useMemo, useState } from 'react'
import type { DataSource, SourceDoubts, SourceReading } from '#contract/data-sources.ts'
import { type ImportRow, importRows, withMeaning } from '#web/components/import/import-rows.ts'
import type { DraftChoice } from '#web/components/import/use-import-draft.ts'

type Answers = Pick<SourceReading, 'valueMeanings' | 'centerMeanings' | 'planAnswers'>

/** The rows that could not be understood, with what the reader has answered about them. */
const doubtfulRows = (
  { rows, columns, problems, choices }: SourceDoubts,
  { valueMeanings }: Answers,
  revision: number,
): ImportRow[] => {
  const place = new Map(rows.map(({ row }, index) => [row, index]))
  const drawn = importRows(
    { rows: rows.map(({ cells }) => [...cells]), columns: [...columns], revision, valueMeanings },
    {
      problems: problems.flatMap((problem) => {
        const row = place.get(problem.row)
        return row === undefined ? [] : [{ ...problem, row }]
      }),
      choices,
      changed: [],
      actions: 'f'.repeat(rows.length),
    },
  )
  return drawn.map((row, index) => ({ ...row, number: (rows[index]?.row ?? index) + 1 }))
}

/** What the reader decides about doubtful rows, on top of what the data source has stored. */
export function useDoubtAnswers({ reading }: Pick<DataSource, 'reading'>, doubts: SourceDoubts) {
  const [changed, setChanged] = useState<Answers>({})
  const [revision, setRevision] = useState(0)
  const answers: Answers = {
    valueMeanings: changed.valueMeanings ?? reading.valueMeanings ?? [],
    centerMeanings: changed.centerMeanings ?? reading.centerMeanings ?? [],
    planAnswers: changed.planAnswers ?? reading.planAnswers ?? [],
  }
  const { valueMeanings } = answers
  const change = useCallback((next: Answers) => {
    setChanged((before) => ({ ...before, ...next }))
    setRevision((before) => before + 1)
  }, [])
  const onCell = useCallback(
    (index: number, column: number, means: string) => {
      const field = doubts.columns[column]
      const typed = doubts.rows[index]?.cells[column]
      if (field && typed !== undefined) {
        change({ valueMeanings: withMeaning(valueMeanings ?? [], { field, typed, means }) })
      }
    },
    [doubts, valueMeanings, change],
  )
  return {
    answers,
    isChanged: revision > 0,
    rows: useMemo(() => doubtfulRows(doubts, { valueMeanings }, revision), [doubts, valueMeanings, revision]),
    onCell,
    choose: ({ centerMeanings, planAnswers }: DraftChoice) =>
      change({
        ...(centerMeanings && { centerMeanings: [...centerMeanings] }),
        ...(planAnswers && { planAnswers: [...planAnswers] }),
      }),
    /** The answers are stored now. */
    stored: () => setRevision(0),
  }
}
