import { CircleCheck, Download, FileUp, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { commitImport } from '#contract/imports.ts'
import { changeIdOf } from '#web/api/client.ts'
import { requestUndo } from '#web/components/undo/undo.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export type ImportOutcome = ResponseOf<typeof commitImport>

const listed = (parts: readonly (string | false)[]): string => parts.filter((part) => part !== false).join(', ')

/** '2 projects and 14 operations created' in words, without what is none. */
export const outcomeText = ({ projects, operations, workCenters }: ImportOutcome): string => {
  const created = listed([
    projects.create > 0 && formatCount(projects.create, 'project'),
    operations.create > 0 && formatCount(operations.create, 'operation'),
    workCenters.length > 0 && formatCount(workCenters.length, 'work center'),
  ])
  const updated = listed([
    projects.update > 0 && formatCount(projects.update, 'project'),
    operations.update > 0 && formatCount(operations.update, 'operation'),
  ])
  return listed([created !== '' && `Created: ${created}`, updated !== '' && `Updated: ${updated}`]).replace(
    ', Updated',
    '. Updated',
  )
}

type ImportResultProps = {
  outcome: ImportOutcome
  /** Downloads the rows that were left out; null = there are none. */
  onFailedRows: (() => void) | null
  onAgain: () => void
  onClose: () => void
}

/** What was imported, with the way back. */
export function ImportResult({ outcome, onFailedRows, onAgain, onClose }: ImportResultProps) {
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
            Show projects
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
          <Button icon={<FileUp />} onClick={onAgain}>
            Import another
          </Button>
        </>
      }
    >
      {outcomeText(outcome)}.{outcome.counts.failed > 0 && ` ${formatCount(outcome.counts.failed, 'row')} left out.`}
    </EmptyState>
  )
}
