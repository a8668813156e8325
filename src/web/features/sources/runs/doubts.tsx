import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataSource, SourceDoubts, SourceRun } from '#contract/data-sources.ts'
import { errorSentence } from '#web/api/api-error.ts'
import {
  changeSourceMutation,
  dismissDoubtsMutation,
  runSourceMutation,
} from '#web/api/integrations/data-sources.mutations.ts'
import { ImportQuestions } from '#web/components/import/import-questions.tsx'
import { ImportTable } from '#web/components/import/import-table.tsx'
import { rowHeightPx } from '#web/lib/row-height.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { changeRefusal } from '../source-actions.tsx'
import type { OnSourcesSearch } from '../sources-search.ts'
import { useDoubtAnswers } from './use-doubt-answers.ts'

type DoubtsProps = { source: DataSource; run: SourceRun; doubts: SourceDoubts; onSearch: OnSourcesSearch }

const mostRowsHigh = 12
const pxPerRem = 16
/** The head of the table, and room for a scroll bar below the rows. */
const besidesRowsRem = 3

/** Stores what the reader has answered, and runs the data source again so that the rows come in. */
const useStoreAnswers = ({ source, onSearch }: Pick<DoubtsProps, 'source' | 'onSearch'>) => {
  const client = useQueryClient()
  const change = useMutation(changeSourceMutation(client))
  const run = useMutation(runSourceMutation(client))
  const { sourceId, reading, origin } = source
  return {
    isBusy: change.isPending || run.isPending,
    problem: change.isError ? errorSentence(change.error) : null,
    store: async (answers: Partial<DataSource['reading']>, onStored: () => void) => {
      const saved = await change
        .mutateAsync({ source, change: { reading: { ...reading, ...answers } } })
        .catch(() => null)
      if (!saved) return
      onStored()
      if (origin.kind === 'pushed') return toast.success('Files are read like this from now on')
      const asked = await run.mutateAsync({ sourceId, appliesAll: false }).catch(() => null)
      if (asked) toast.info('Saved. The run starts in a moment')
      onSearch({ source: sourceId })
    },
  }
}

function DismissDialog({ source, run, onClose }: Pick<DoubtsProps, 'source' | 'run'> & { onClose: () => void }) {
  const dismiss = useMutation(dismissDoubtsMutation(useQueryClient()))
  return (
    <ConfirmDialog
      open
      title="Take the rows off the list?"
      confirmLabel="Take off the list"
      busy={dismiss.isPending}
      onConfirm={() => dismiss.mutate({ sourceId: source.sourceId, runId: run.runId }, { onSettled: onClose })}
      onCancel={onClose}
    >
      Nothing of them is imported. If they are in the next file and still unclear, they are listed again.
    </ConfirmDialog>
  )
}

/** The rows of a run that could not be understood, with the ways to bring them in. */
export function Doubts({ source, run, doubts, onSearch }: DoubtsProps) {
  const [isDismissing, setDismissing] = useState(false)
  const { answers, isChanged, rows, onCell, choose, stored } = useDoubtAnswers(source, doubts)
  const { isBusy, problem, store } = useStoreAnswers({ source, onSearch })
  const importRefusal = useRefusal('importWork')
  const { sourceId, origin } = source
  const isPushed = origin.kind === 'pushed'
  const asks = doubts.similar.length + doubts.planQuestions.length > 0
  const height = `${(Math.min(rows.length, mostRowsHigh) * rowHeightPx('comfortable')) / pxPerRem + besidesRowsRem}rem`
  return (
    <Panel title="Doubtful rows" meta={<CountBadge count={rows.length} />}>
      <div className="flex flex-col gap-3 p-3">
        {problem && <Alert>{problem}</Alert>}
        <p className="text-ink-2">
          These rows could not be understood, and nothing of them was imported.
          {Object.keys(doubts.choices).length > 0 &&
            ' Where a value has choices, choose what it stands for. From then on, it is always read that way.'}
        </p>
        {asks && <ImportQuestions preview={{ ...doubts, warnings: [] }} draft={answers} choose={choose} />}
        <div className="flex flex-wrap gap-2">
          <Button
            // A waiting run asks for its decision first.
            variant={isChanged || run.outcome === 'waiting' ? 'default' : 'primary'}
            disabledReason={importRefusal}
            onClick={() => onSearch({ source: sourceId, run: run.runId, edit: 'rows' })}
          >
            Correct and import
          </Button>
          {(isChanged || asks) && (
            <Button
              variant={isChanged ? 'primary' : 'default'}
              busy={isBusy}
              busyLabel="Saving…"
              disabledReason={changeRefusal(source) ?? (!isChanged && 'Choose what a value stands for first')}
              onClick={() => void store(answers, stored)}
            >
              {isPushed ? 'Always read it like this' : 'Always read it like this, and run again'}
            </Button>
          )}
          <Button disabledReason={importRefusal} onClick={() => setDismissing(true)}>
            Take off the list
          </Button>
        </div>
      </div>
      <div className="flex flex-col border-line border-t" style={{ height }}>
        <ImportTable
          draft={{ header: [...doubts.header], columns: [...doubts.columns] }}
          rows={rows}
          hasProblems
          listKey={run.runId}
          label="Cells of the doubtful rows"
          onCell={onCell}
          onRemove={null}
        />
      </div>
      {isDismissing && <DismissDialog source={source} run={run} onClose={() => setDismissing(false)} />}
    </Panel>
  )
}
