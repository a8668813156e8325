import { useEffect, useEffectEvent, useState } from 'react'
import { isApiError } from '#web/api/api-error.ts'
import type { RecordField } from './merge-records.ts'
import { RecordConflictDialog } from './record-conflict-dialog.tsx'

interface Saved {
  readonly version: number
  readonly modifiedBy?: string
}

type StaleRecordProps<T extends Saved> = {
  /** The error of the save: only 'stale' shows the dialog. */
  error: unknown
  subject: string
  /** The record when editing began, and with the values of the form. */
  base: T
  yours: T
  fields: readonly RecordField<T>[]
  /** Reads the record from the server; undefined if it is gone. */
  readAgain: () => Promise<T | undefined>
  busy?: boolean
  /** Saves the merged values on top of their version. */
  onSave: (merged: T, theirs: T) => void
  onBack: () => void
  onTakeTheirs: () => void
}

/** Used beside any editor: after a stale save it reads the record again and asks for each conflicting field whose value to use. */
export function StaleRecord<T extends Saved>(props: StaleRecordProps<T>) {
  const { error, subject, base, yours, fields, readAgain, busy, onSave, onBack, onTakeTheirs } = props
  const [theirs, setTheirs] = useState<T | null>(null)
  const isStale = isApiError(error) && error.code === 'stale'
  const read = useEffectEvent(readAgain)
  useEffect(() => {
    if (!isStale || !error) return setTheirs(null)
    let wanted = true
    void read().then(
      (found) => wanted && setTheirs(found ?? null),
      () => {},
    )
    return () => {
      wanted = false
    }
  }, [isStale, error])
  if (!isStale || !theirs) return null
  return (
    <RecordConflictDialog<T>
      key={theirs.version}
      subject={subject}
      fields={fields}
      busy={busy}
      onBack={onBack}
      onTakeTheirs={onTakeTheirs}
      changedBy={theirs.modifiedBy}
      versions={{ base, yours, theirs }}
      onSave={(merged) => onSave(merged, theirs)}
    />
  )
}
