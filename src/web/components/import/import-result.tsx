import { CircleCheck, Download, FileUp, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { changeIdOf } from '#web/api/client.ts'
import type { ImportOutcome } from '#web/api/files/imports.mutations.ts'
import { requestUndo } from '#web/components/undo/undo.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { ImportWords } from './import-words.ts'

const listed = (parts: readonly (string | false)[]): string => parts.filter((part) => part !== false).join(', ')

/** Number of records of each kind. */
const figuresOf = (
  outcome: ImportOutcome,
  one: string,
): readonly (readonly [create: number, update: number, one: string])[] => {
  if ('records' in outcome) return [[outcome.records.create, outcome.records.update, one]]
  const { projects, operations, workCenters, calendars } = outcome
  const patterns = (action: string) => calendars.filter((calendar) => calendar.action === action).length
  const days = calendars.reduce((sum, { holidays }) => sum + holidays, 0)
  return [
    [projects.create, projects.update, 'project'],
    [operations.create, operations.update, 'operation'],
    [workCenters.length, 0, 'work center'],
    [patterns('create'), patterns('update'), 'shift pattern'],
    [days, 0, 'holiday'],
  ]
}

/** 'Created: 2 projects, 14 operations. Updated: 1 project', without zero counts. */
const outcomeText = (outcome: ImportOutcome, one: string): string => {
  const figures = figuresOf(outcome, one)
  const created = listed(figures.map(([count, , of]) => count > 0 && formatCount(count, of)))
  const updated = listed(figures.map(([, count, of]) => count > 0 && formatCount(count, of)))
  return [created !== '' && `Created: ${created}`, updated !== '' && `Updated: ${updated}`]
    .filter((part) => part !== false)
    .join('. ')
}

type ImportResultProps = {
  words: ImportWords
  outcome: ImportOutcome
  /** Downloads the rows that were left out; null if there are none. */
  onFailedRows: (() => void) | null
  /** Null if there is nothing else to import here. */
  onAgain: (() => void) | null
  onClose: () => void
}

/** The result of an import, with a link back. */
export function ImportResult({ words, outcome, onFailedRows, onAgain, onClose }: ImportResultProps) {
  const [isUndone, setUndone] = useState(false)
  const changeId = changeIdOf(outcome)
  const undo = async () => {
    await requestUndo({ verb: 'undo', changeId })
    setUndone(true)
  }
  return (
    <EmptyState
      role="status"
      tone="onTime"
      icon={<CircleCheck />}
      className="grow border-line-2 border-t bg-surface"
      title={isUndone ? 'The import was undone' : 'Imported'}
      action={
        <>
          <Button variant="primary" onClick={onClose}>
            {words.show}
          </Button>
          {changeId !== null && !isUndone && (
            <Button icon={<Undo2 />} onClick={() => void undo()}>
              Undo import
            </Button>
          )}
          {onFailedRows && (
            <Button icon={<Download />} onClick={onFailedRows}>
              Rows left out
            </Button>
          )}
          {onAgain && (
            <Button icon={<FileUp />} onClick={onAgain}>
              Import another
            </Button>
          )}
        </>
      }
    >
      {outcomeText(outcome, words.one)}.
      {outcome.counts.failed > 0 && ` ${formatCount(outcome.counts.failed, 'row')} left out.`}
    </EmptyState>
  )
}
