import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { DataSource, SourceOrigin } from '#contract/data-sources.ts'
import type { ReadingChoice } from '#contract/import-sources.ts'
import { projectColumns, type ReadTable } from '#contract/imports.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { readImportMutation } from '#web/api/files/imports.mutations.ts'
import { readSampleMutation } from '#web/api/integrations/data-sources.mutations.ts'
import { type ImportDraft, withMeaning } from '#web/components/import/import-rows.ts'
import type { SheetState } from '#web/components/import/import-sheet.tsx'
import { sourceWith } from '#web/components/import/use-import.ts'
import { type CheckedDraft, type DraftStart, useImportDraft } from '#web/components/import/use-import-draft.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { announce } from '#web/ui/live-region.tsx'
import { choiceOf, otherSheet, withReading } from '../source-reading.ts'

/** A file that stands for those that will be pushed. */
export interface Sample {
  readonly fileName: string
  readonly base64: string
}

/** Where a file was read from, and how. */
export interface ReadFrom {
  readonly origin: SourceOrigin
  readonly secret: string
  readonly sample: Sample | null
  readonly choice: ReadingChoice
}

/** Reads the file of a data source, or the sample of one that takes pushed files. */
const useReadFile = (sourceId: string | undefined) => {
  const fetching = useMutation(readSampleMutation())
  const reading = useMutation(readImportMutation())
  const failed = [fetching, reading].find(({ isError }) => isError)
  return {
    isReading: fetching.isPending || reading.isPending,
    problem: failed ? errorSentence(failed.error) : null,
    readFile: async ({ origin, secret, sample, choice }: ReadFrom): Promise<{ fileName: string; table: ReadTable }> => {
      fetching.reset()
      reading.reset()
      if (origin.kind === 'pushed' && sample) {
        return {
          fileName: sample.fileName,
          table: await reading.mutateAsync({ ...sample, ...choice, kind: 'projects' }),
        }
      }
      return fetching.mutateAsync({ origin, secret: secret || undefined, sourceId, choice })
    },
  }
}

export interface SourceTable {
  /** Null until a file was read. */
  draft: ImportDraft | null
  sheet: SheetState
  /** Reads the file. Returns false if it could not be read; `readProblem` says why. */
  read: (origin: SourceOrigin, secret: string, sample: Sample | null) => Promise<boolean>
  fileName: string | null
  isReading: boolean
  readProblem: string | null
  readFrom: ReadFrom | null
  /** Where the last attempt to read was made; null = none yet. */
  tried: SourceOrigin | null
  /** True if the reader has changed something since the file was read. */
  isChanged: boolean
  choose: CheckedDraft['choose']
}

/** The table of a data source's file, and what the reader decides about it. `source` is the one that is changed. */
export function useSourceTable(source: DataSource | null): SourceTable {
  const checked = useImportDraft('projects')
  const { draft, choose } = checked
  const [fileName, setFileName] = useState<string | null>(null)
  const [readFrom, setReadFrom] = useState<ReadFrom | null>(null)
  const [tried, setTried] = useState<SourceOrigin | null>(null)
  const { readFile, isReading, problem: readProblem } = useReadFile(source?.sourceId)
  const take = (from: ReadFrom, file: string, table: DraftStart) => {
    checked.take({ ...table, foundCalendars: [] })
    setReadFrom(from)
    setFileName(file)
    announce(`${formatCount(table.rows.length, 'row')} read`)
  }
  // With what the data source has stored about its file.
  const read: SourceTable['read'] = async (origin, secret, sample) => {
    setTried(origin)
    const stored = source?.reading ?? null
    const from = { origin, secret, sample, choice: stored ? choiceOf(stored) : {} }
    const first = await readFile(from).catch(() => null)
    if (!first) return false
    const sheet = stored && otherSheet(stored, first.table)
    const choice = sheet === null ? from.choice : { ...from.choice, sheet }
    const file = sheet === null ? first : await readFile({ ...from, choice }).catch(() => null)
    if (!file) return false
    take({ ...from, choice }, file.fileName, stored ? withReading(file.table, stored) : file.table)
    return true
  }
  const readAgain = async (choice: ReadingChoice) => {
    if (!readFrom) return
    const from = { ...readFrom, choice: sourceWith(readFrom.choice, choice) }
    const file = await readFile(from).catch(() => null)
    if (!file) return
    const { centerMeanings, valueMeanings } = draft ?? {}
    take(from, file.fileName, { ...file.table, centerMeanings, valueMeanings })
  }
  const sheet: SheetState = {
    ...checked,
    hasEdits: checked.isChanged,
    isReading,
    readProblem,
    readAgain,
    // The rows come from the file each time: what is chosen for a cell becomes the meaning of its value.
    setCell: (index, column, means) => {
      const field = draft && projectColumns(draft.columns)[column]
      const typed = draft?.rows[index]?.[column]
      if (field && typed !== undefined)
        choose({ valueMeanings: withMeaning(draft.valueMeanings ?? [], { field, typed, means }) })
    },
  }
  return { draft, sheet, read, fileName, isReading, readProblem, readFrom, tried, isChanged: checked.isChanged, choose }
}
