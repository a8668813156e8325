import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReadingChoice } from '#contract/import-sources.ts'
import type { ImportKind, ImportSource } from '#contract/imports.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { commitImportMutation, type ImportOutcome, readImportMutation } from '#web/api/files/imports.mutations.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { announce } from '#web/ui/live-region.tsx'
import { type DraftStart, useImportDraft } from './use-import-draft.ts'

const headerAsDetected = { headerRow: undefined, headerRows: undefined }

/** The same source with other reading options. Another sheet has another header. */
export const sourceWith = <Source extends ReadingChoice>(source: Source, choice: ReadingChoice): Source => {
  const keepsHeader = choice.headerRow === undefined && choice.sheet === undefined
  return { ...source, ...(!keepsHeader && headerAsDetected), ...choice }
}

/** The state of an import from its source to its result; with `start`, its table is known already. */
export function useImport(kind: ImportKind, start?: DraftStart | null, onImported?: (outcome: ImportOutcome) => void) {
  const client = useQueryClient()
  const checked = useImportDraft(kind, start)
  const { visit, draft, preview, table, isChanged } = checked
  const [source, setSource] = useState<ImportSource | null>(null)
  const reading = useMutation(readImportMutation())
  const committing = useMutation(commitImportMutation(client))
  const read = async (source: ImportSource) => {
    const table = await reading.mutateAsync({ ...source, kind }).catch(() => null)
    if (!table) return
    setSource(source)
    checked.take(table)
    announce(`${formatCount(table.rows.length, 'row')} read`)
  }
  const commit = (leavesOutFailed: boolean) => {
    if (!draft || !preview) return
    // After a lost answer, the same key finds what the first request did.
    const idempotencyKey = `${visit} ${draft.revision} ${leavesOutFailed} ${preview.seen}`
    committing.mutate(
      { table, seen: preview.seen, leavesOutFailed, idempotencyKey },
      { onSuccess: (outcome) => onImported?.(outcome) },
    )
  }
  const again = () => {
    checked.clear()
    reading.reset()
    committing.reset()
  }
  return {
    ...checked,
    /** True if the reader has made changes that are not imported yet. */
    hasEdits: isChanged && !committing.isSuccess,
    isReading: reading.isPending,
    isCommitting: committing.isPending,
    readProblem: reading.isError ? errorSentence(reading.error) : null,
    commitProblem: committing.isError ? errorSentence(committing.error) : null,
    outcome: committing.data ?? null,
    read,
    readAgain: (choice: ReadingChoice) => source && read(sourceWith(source, choice)),
    commit,
    again,
  }
}
export type Import = ReturnType<typeof useImport>
