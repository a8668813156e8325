import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { OperationListRow } from '#contract/operation-lists.ts'
import type { Operation, OperationInput } from '#contract/operations.ts'
import { errorSentence, isApiError } from '#web/api/api-error.ts'
import { saveOperationMutation } from '#web/api/operations.mutations.ts'
import { operationQuery } from '#web/api/operations.queries.ts'
import { type OperationConflict, useOperationChange } from '#web/components/operation-form/use-operation-change.ts'
import { announce } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/toast.tsx'

/** What was typed and is not in the list yet: shown at once, until the row comes back as it was saved. */
export interface PendingEdit {
  readonly fields: OperationInput
  /** Version that the save has led to; null while it is on its way. */
  readonly savedVersion: number | null
}

/** Fields of the row that an edit replaces while it is on its way. */
const shownFields = ({ fields }: PendingEdit): Partial<OperationListRow> => {
  const { name, dependencies, dependencyLagHours, dependsOnOperationId, description, notes, ...shown } = fields
  return shown as Partial<OperationListRow>
}

/** The row as the reader has left it: what was typed in place of what the list still says. */
export const overlaidRow = (row: OperationListRow, pending: ReadonlyMap<string, PendingEdit>): OperationListRow => {
  const edit = pending.get(row.operationId)
  if (!edit || (edit.savedVersion !== null && row.version >= edit.savedVersion)) return row
  return { ...row, ...shownFields(edit), version: edit.savedVersion ?? row.version }
}

/** The version that the reader saw of a row, with what is stored now beside it. */
const conflictOf = (row: OperationListRow, mine: OperationInput, theirs: Operation): OperationConflict => {
  const seen = Object.fromEntries(Object.keys(mine).map((key) => [key, row[key as keyof OperationListRow] ?? null]))
  return { mine, theirs, base: { ...theirs, ...seen, version: row.version } as Operation }
}

/**
 * Saves single fields from a table, against the version shown. The row shows them at once; a save that came too late
 * (412) becomes a conflict that the reader settles field by field, so that nobody's change is lost.
 */
export function useInlineChange() {
  const client = useQueryClient()
  const settling = useOperationChange()
  const save = useMutation(saveOperationMutation(client))
  const [conflict, setConflict] = useState<OperationConflict | null>(null)
  const [pending, setPending] = useState<ReadonlyMap<string, PendingEdit>>(new Map())
  const put = (operationId: string, edit: PendingEdit | null) =>
    setPending((before) => {
      const next = new Map(before)
      if (edit) next.set(operationId, { ...edit, fields: { ...next.get(operationId)?.fields, ...edit.fields } })
      else next.delete(operationId)
      return next
    })
  /** Saves of one row follow each other, each from the version that the one before has led to. */
  const savedVersions = useRef(new Map<string, Promise<number>>())

  /** False when it could not be saved, which a toast says. */
  const send = async (row: OperationListRow, fields: OperationInput, done: string): Promise<boolean> => {
    const { projectId, operationId } = row
    put(operationId, { fields, savedVersion: null })
    const before = savedVersions.current.get(operationId) ?? Promise.resolve(0)
    const saving = before.then(async (version) => {
      const from = Math.max(row.version, version)
      return (await save.mutateAsync({ projectId, operationId, version: from, fields })).version
    })
    const settled = saving.catch(() => 0)
    savedVersions.current.set(operationId, settled)
    try {
      put(operationId, { fields, savedVersion: await saving })
      announce(done)
      return true
    } catch (error) {
      put(operationId, null)
      if (!isApiError(error) || error.code !== 'stale') {
        toast.error(errorSentence(error))
        return false
      }
      const theirs = await client.fetchQuery({ ...operationQuery(projectId, operationId), staleTime: 0 })
      setConflict(conflictOf(row, fields, theirs))
      return true
    }
  }
  const latest = useRef(send)
  useLayoutEffect(() => {
    latest.current = send
  })

  return {
    change: useCallback(
      (row: OperationListRow, fields: OperationInput, done: string) => latest.current(row, fields, done),
      [],
    ),
    pending,
    settling: {
      ...settling,
      conflict: settling.conflict ?? conflict,
      dismiss: () => {
        setConflict(null)
        settling.dismiss()
      },
    },
  }
}
export type InlineChange = ReturnType<typeof useInlineChange>
