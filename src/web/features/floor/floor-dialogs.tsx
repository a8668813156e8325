import { z } from 'zod/mini'
import { Decimal, preprocess, RequiredLine } from '#contract/fields.ts'
import { FloorNote, floorLimits } from '#contract/floor.ts'
import { limits } from '#contract/vocabulary.ts'
import { Form } from '#web/components/form/form.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { holdReasons } from './floor-words.ts'

type TextDialogProps = { name: string; onSubmit: (text: string) => void; onClose: () => void }

export const CancelButton = ({ onClose }: { onClose: () => void }) => (
  <button type="button" className="floor-button" onClick={onClose}>
    Cancel
  </button>
)

const Reason = z.object({ reason: RequiredLine('Reason') })
const Note = z.object({ note: FloorNote })

/** Asks why the work stops: one of the usual reasons, or another. */
export function HoldDialog({ name, onSubmit, onClose }: TextDialogProps) {
  const { form, submit, field, ...frame } = useContractForm({
    schema: Reason,
    values: { reason: '' },
    mode: 'onSubmit',
  })
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
        <Form className="floor-dialog" frame={frame} onSubmit={submit(async ({ reason }) => onSubmit(reason))}>
          <TextField label="Another reason" autoComplete="off" maxLength={limits.maxNameLength} {...field('reason')} />
          <div className="floor-actions">
            <CancelButton onClose={onClose} />
            <button type="submit" className="floor-button floor-primary" disabled={form.watch('reason').trim() === ''}>
              Hold
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

const HoursLeft = preprocess(
  (values: { hoursLeft: string }) => values,
  z.object({ hoursLeft: Decimal(0.01, limits.maxDurationHours, 'Enter the hours as a number, such as 7.5') }),
)

type HoursLeftDialogProps = {
  name: string
  hoursLeft: number
  onSubmit: (hoursLeft: number) => void
  onClose: () => void
}

/** Asks for the hours that the work still needs, which may exceed the estimate. */
export function HoursLeftDialog({ name, hoursLeft, onSubmit, onClose }: HoursLeftDialogProps) {
  const { submit, field, ...frame } = useContractForm({
    schema: HoursLeft,
    values: { hoursLeft: String(hoursLeft) },
    mode: 'onSubmit',
  })
  return (
    <Dialog open status={null} onOpenChange={(open) => open || onClose()} title={`How much is left of ${name}?`}>
      <Form className="floor-dialog" frame={frame} onSubmit={submit(async (typed) => onSubmit(typed.hoursLeft))}>
        <NumberField label="Hours left" unit="h" min={0} autoFocus {...field('hoursLeft')} />
        <div className="floor-actions">
          <CancelButton onClose={onClose} />
          <button type="submit" className="floor-button floor-primary">
            Report
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
