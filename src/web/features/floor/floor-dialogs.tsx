import { z } from 'zod/mini'
import { RequiredLine } from '#contract/fields.ts'
import { FloorNote, floorLimits } from '#contract/floor.ts'
import { limits } from '#contract/vocabulary.ts'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type TextDialogProps = { name: string; onSubmit: (text: string) => void; onClose: () => void }

export const CancelButton = ({ onClose }: { onClose: () => void }) => (
  <button type="button" className="floor-button" onClick={onClose}>
    Cancel
  </button>
)

const Reason = z.object({ reason: RequiredLine('Reason') })
const Note = z.object({ note: FloorNote })

type ReasonDialogProps = Omit<TextDialogProps, 'name'> & {
  title: string
  /** The most frequent reasons. Others are typed. */
  reasons: readonly string[]
  submitLabel: string
}

/** Asks why work stops: one of the usual reasons, or another. */
export function ReasonDialog({ title, reasons, submitLabel, onSubmit, onClose }: ReasonDialogProps) {
  const { form, submit, field, ...frame } = useContractForm({
    schema: Reason,
    values: { reason: '' },
    mode: 'onSubmit',
  })
  return (
    <Dialog open status={null} onOpenChange={(open) => open || onClose()} title={title}>
      <div className="floor-dialog">
        <div className="floor-choices">
          {reasons.map((reason) => (
            <button key={reason} type="button" className="floor-button" onClick={() => onSubmit(reason)}>
              {reason}
            </button>
          ))}
        </div>
        <Form className="floor-dialog" frame={frame} onSubmit={submit(async ({ reason }) => onSubmit(reason))}>
          <TextField label="Another reason" autoComplete="off" maxLength={limits.maxNameLength} {...field('reason')} />
          <div className="floor-actions">
            <CancelButton onClose={onClose} />
            <button type="submit" className="floor-button floor-primary" disabled={form.watch('reason').trim() === ''}>
              {submitLabel}
            </button>
          </div>
        </Form>
      </div>
    </Dialog>
  )
}

/** A note to the planners, added to the notes of the operation. */
export function NoteDialog({ name, onSubmit, onClose }: TextDialogProps) {
  const { form, submit, field, ...frame } = useContractForm({ schema: Note, values: { note: '' }, mode: 'onSubmit' })
  return (
    <Dialog open status={null} onOpenChange={(open) => open || onClose()} title={`Note on ${name}`}>
      <Form className="floor-dialog" frame={frame} onSubmit={submit(async ({ note }) => onSubmit(note.trim()))}>
        <TextArea label="Note" maxLength={floorLimits.noteCharacters} {...field('note')} />
        <div className="floor-actions">
          <CancelButton onClose={onClose} />
          <button type="submit" className="floor-button floor-primary" disabled={form.watch('note').trim() === ''}>
            Add note
          </button>
        </div>
      </Form>
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

/** Asks before signing out, which loses waiting reports and requires a new code. */
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
