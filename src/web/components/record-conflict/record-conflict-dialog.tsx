import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ConflictChoice } from './conflict-choice.tsx'
import { compareRecords, mergeRecords, type RecordField, type Side, type Versions } from './merge-records.ts'

type RecordConflictDialogProps<T> = {
  /** The edited record: 'Project #1042'. */
  subject: string
  /** Who has changed it since; omit it if unknown. */
  changedBy?: string
  /** Base (when editing began), yours (the form) and theirs (read again from the server). Mount the dialog with them. */
  versions: Versions<T>
  fields: readonly RecordField<T>[]
  busy?: boolean
  /** Saves the merged record on top of their version. */
  onSave: (merged: T) => void
  /** Returns to the form; nothing is saved and no typed text is lost. Omit it if there is no form. */
  onBack?: () => void
  /** Discards the typed values and takes their record. */
  onTakeTheirs: () => void
}

/**
 * Resolves a stale write (ApiError 'stale'): another user saved the record since it was read. The reader chooses one by one for
 * every field that both changed; changes of only one side stay. Works for any record: give its fields a label and a format.
 */
export function RecordConflictDialog<T>(props: RecordConflictDialogProps<T>) {
  const { subject, changedBy, versions, fields, busy, onSave, onBack, onTakeTheirs } = props
  const [choices, setChoices] = useState<Partial<Record<string, Side>>>({})
  const { clashes, theirChanges } = compareRecords(versions, fields)
  return (
    <Dialog
      open
      role="alertdialog"
      onOpenChange={(open) => open || busy || (onBack ?? onTakeTheirs)()}
      title={`${subject} was changed in the meantime`}
      description={`${changedBy || 'Someone else'} saved it after you ${onBack ? 'opened' : 'saw'} it. Neither change is lost.`}
      status={null}
      footer={
        <>
          <Button variant="ghost" disabled={busy} onClick={onTakeTheirs}>
            Discard mine
          </Button>
          {onBack && (
            <Button disabled={busy} onClick={onBack}>
              Back to the form
            </Button>
          )}
          <Button
            variant="primary"
            busy={busy}
            busyLabel="Saving…"
            onClick={() => onSave(mergeRecords(versions, fields, choices))}
          >
            Save
          </Button>
        </>
      }
    >
      {clashes.map((field) => (
        <ConflictChoice
          key={field.key}
          label={field.label}
          yours={field.format(versions.yours)}
          theirs={field.format(versions.theirs)}
          value={choices[field.key] ?? 'yours'}
          onChange={(side) => setChoices({ ...choices, [field.key]: side })}
        />
      ))}
      {clashes.length === 0 && <p>You changed different fields. Saving keeps both.</p>}
      {theirChanges.length > 0 && (
        <section className="mt-4">
          <h3 className="text-ink-3 text-label">Their other changes (kept)</h3>
          <ul className="mt-1">
            {theirChanges.map(({ key, label, format }) => (
              <li key={key} className="flex gap-2 py-0.5">
                <span className="w-36 shrink-0 text-ink-2">{label}</span>
                <span className="min-w-0 wrap-break-word">
                  <del className="text-ink-3">{format(versions.base)}</del> {format(versions.theirs)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}
