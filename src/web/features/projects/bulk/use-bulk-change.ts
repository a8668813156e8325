import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedProject, ProjectInput } from '#contract/projects.ts'
import type { ProposalChange } from '#contract/proposals.ts'
import { patchProjectsMutation } from '#web/api/projects/projects.mutations.ts'
import { useTryFirst } from '#web/components/proposals/use-try-first.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { toast } from '#web/ui/toast.tsx'
import { type BulkOutcome, bulkOutcome, outcomeWords } from './bulk-outcome.ts'

export type ProposedProject = Extract<ProposalChange, { kind: 'project' }>

/** Changes the same fields of many projects, each with its own request. Failed projects are named and stay selected. */
export function useBulkChange(keepSelected: (projectIds: readonly string[]) => void) {
  const { mutateAsync, isPending } = useMutation(patchProjectsMutation(useQueryClient()))
  const proposing = useTryFirst()
  const [failed, setFailed] = useState<BulkOutcome | null>(null)

  const change = async (projects: readonly ListedProject[], fields: ProjectInput) => {
    const { errors, answers } = await mutateAsync({
      changes: projects.map(({ projectId, version }) => ({ projectId, version, fields })),
    })
    const outcome = bulkOutcome(projects, errors)
    keepSelected(outcome.failures.map(({ projectId }) => projectId))
    const [first, ...others] = outcome.failures
    if (!first) toast.success(`${formatCount(projects.length, 'project')} changed`, undoAction(...answers))
    else if (others.length === 0) toast.error(outcomeWords(outcome))
    else setFailed(outcome)
  }
  /** Opens a proposal that changes all of them. */
  const tryChange = (projects: readonly ListedProject[], fields: ProposedProject['fields']) =>
    proposing.tryFirst({
      changes: projects.map(({ projectId }): ProposedProject => ({ kind: 'project', projectId, fields })),
      method: 'keepSequence',
    })
  return { change, tryChange, busy: isPending || proposing.isBusy, failed, forgetFailed: () => setFailed(null) }
}
