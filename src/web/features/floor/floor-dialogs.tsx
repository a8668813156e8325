import { useState } from 'react'
import { floorLimits } from '#contract/floor.ts'
import { limits } from '#contract/vocabulary.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { holdReasons } from './floor-words.ts'

type TextDialogProps = { name: string; onSubmit: (text: string) => void; onClose: () => void }

const CancelButton = ({ onClose }: { onClose: () => void }) => (
  <button type="button" className="floor-button" onClick={onClose}>
    Cancel
  </button>
)

/** Why the work stops: one of the usual reasons, or another. */
export function HoldDialog({ name, onSubmit, onClose }: TextDialogProps) {
  const [other, setOther] = useState('')
  return (
    <Dialog open status={null} onOpenChange={(open) => open || onClose()} title={`Why is ${name} on hold?`}>
      <div className="floor-dialog">
        <div className="floor-choices">
          {holdReasons.map((reason) => (
            <button key={reason} type="button" className="floor-button" onClick={() => onSubmit(reason)}>
              {reason}
            </button>
          ))}
        </div>
        <form
          className="floor-dialog"
          onSubmit={(event) => {
            event.preventDefault()
            if (other.trim() !== '') onSubmit(other.trim())
          }}
        >
          <TextField
            label="Another reason"
            autoComplete="off"
            maxLength={limits.maxNameLength}
            value={other}
            onChange={({ target }) => setOther(target.value)}
          />
          <div className="floor-actions">
            <CancelButton onClose={onClose} />
            <button type="submit" className="floor-button floor-primary" disabled={other.trim() === ''}>
              Hold
            </button>
          </div>
        </form>
      </div>
    </Dialog>
  )
}

/** A note to the planners, added to the notes of the operation. */
export function NoteDialog({ name, onSubmit, onClose }: TextDialogProps) {
  const [note, setNote] = useState('')
  return (
    <Dialog open status={null} onOpenChange={(open) => open || onClose()} title={`Note on ${name}`}>
      <form
        className="floor-dialog"
        onSubmit={(event) => {
          event.preventDefault()
          if (note.trim() !== '') onSubmit(note.trim())
        }}
      >
        <TextArea
          label="Note"
          maxLength={floorLimits.noteCharacters}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <div className="floor-actions">
          <CancelButton onClose={onClose} />
          <button type="submit" className="floor-button floor-primary" disabled={note.trim() === ''}>
            Add note
          </button>
        </div>
      </form>
    </Dialog>
  )
}

type SignOutDialogProps = {
  waiting: number
  isBusy: boolean
  error: string | null
  onConfirm: () => void
  onClose: () => void
}

/** Signing out needs a new code afterwards, and loses what waits. */
export const SignOutDialog = ({ waiting, isBusy, error, onConfirm, onClose }: SignOutDialogProps) => (
  <Dialog
    open
    role="alertdialog"
    status={null}
    onOpenChange={(open) => open || onClose()}
    title="Sign this device out?"
    description={
      waiting > 0
        ? `${waiting === 1 ? '1 report that waits' : `${waiting} reports that wait`} for the network would be lost. Signing in again needs a new code.`
        : 'Signing in again needs a new code from an admin.'
    }
  >
    {error !== null && <Alert className="mb-3">{error}</Alert>}
    <div className="floor-actions">
      <CancelButton onClose={onClose} />
      <button type="button" className="floor-button floor-primary" aria-busy={isBusy} onClick={onConfirm}>
        Sign out
      </button>
    </div>
  </Dialog>
)
