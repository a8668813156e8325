import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import type { DataSource } from '#contract/data-sources.ts'
import { dismissDoubtsMutation } from '#web/api/integrations/data-sources.mutations.ts'
import { sourceRunQuery } from '#web/api/integrations/data-sources.queries.ts'
import { ImportScreen } from '#web/components/import/import-screen.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { tableOfDoubts } from '../source-reading.ts'

type CorrectRowsProps = { source: DataSource; runId: string; onClose: () => void }

/** Imports the doubtful rows of a run after they were corrected. Then they are taken off the list, unless some were left out. */
export function CorrectRows({ source, runId, onClose }: CorrectRowsProps) {
  const { sourceId, name, reading } = source
  const { doubts } = useSuspenseQuery(sourceRunQuery(sourceId, runId)).data
  const dismiss = useMutation(dismissDoubtsMutation(useQueryClient()))
  // The rows stay while they are corrected, also if the list changes meanwhile.
  const [start] = useState(() => doubts && tableOfDoubts(doubts, reading))
  if (!start) {
    return (
      <EmptyState
        className="grow"
        icon={<ListChecks />}
        title="No rows wait"
        action={<Button onClick={onClose}>Back to the run</Button>}
      >
        They were imported or taken off the list.
      </EmptyState>
    )
  }
  return (
    <ImportScreen
      kind="projects"
      onClose={onClose}
      given={{
        start,
        title: `Correct rows of ${name}`,
        back: 'Back to the run',
        onImported: (leftOut) => {
          if (leftOut === 0) dismiss.mutate({ sourceId, runId })
        },
      }}
    />
  )
}
