import { type BaseSyntheticEvent, type ReactNode, useId, useState } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { UnsavedChangesDialog } from '../unsaved-changes/unsaved-changes-dialog.tsx'
import type { BlockedLeave } from '../unsaved-changes/use-unsaved-changes.ts'

/** What a form tells its frame (`useContractForm`, `useRecordForm`). */
export interface FormFrame {
  isBusy: boolean
  isDirty: boolean
  problem: string | null
  forgetFailure: () => void
  /** Only where what is typed is kept and leaving it is asked about. */
  leaving?: { blocked: BlockedLeave | null; isRestored: boolean; startOver: () => void }
}

type FormProps = {
  frame: FormFrame
  /** Enter or the button; not called while something is being saved, nor while there is a `disabledReason`. */
  onSubmit: (event: BaseSyntheticEvent) => unknown
  /** Why it cannot be sent yet. */
  disabledReason?: string | null | false
  id?: string
  className?: string
  children: ReactNode
}

/** A form with what stands above its fields: what the server refused, and that what was typed before is back. */
export function Form({
  frame,
  onSubmit,
  disabledReason,
  id,
  className = 'flex flex-col gap-3 p-3',
  children,
}: FormProps) {
  const { isBusy, isDirty, problem, forgetFailure, leaving } = frame
  return (
    <form
      id={id}
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A portal inside the form passes its own submit on by React's tree.
        if (event.target === event.currentTarget && !isBusy && !disabledReason) onSubmit(event)
      }}
    >
      {problem && <Alert onDismiss={forgetFailure}>{problem}</Alert>}
      {leaving?.isRestored && isDirty && (
        <Alert kind="info">
          Your unsaved changes are back.{' '}
          <button type="button" className="underline" onClick={leaving.startOver}>
            Start over
          </button>
        </Alert>
      )}
      {children}
      {leaving && <UnsavedChangesDialog blocked={leaving.blocked} />}
    </form>
  )
}

type FormDialogProps = Pick<DialogProps, 'title' | 'description' | 'size'> &
  Omit<FormProps, 'id' | 'className'> & {
    submitLabel: string
    busyLabel?: string
    /** For what cannot be taken back: a red button. */
    danger?: boolean
    onClose: () => void
  }

/** A form in a dialog. Mount it to open it; while it saves it cannot be left, and what is kept is not left without a question. */
export function FormDialog(props: FormDialogProps) {
  const { frame, onSubmit, disabledReason, submitLabel, busyLabel, danger, onClose, children, ...dialog } = props
  const { isBusy, isDirty, leaving } = frame
  const formId = useId()
  const [isAsking, setAsking] = useState(false)
  const leave = () => (leaving && isDirty ? setAsking(true) : onClose())
  const asked = isAsking ? { leave: onClose, stay: () => setAsking(false) } : null
  return (
    <>
      <Dialog
        {...dialog}
        open
        onOpenChange={(open) => open || isBusy || leave()}
        footer={
          <>
            <Button onClick={leave} disabled={isBusy}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              variant={danger ? 'danger' : 'primary'}
              busy={isBusy}
              busyLabel={busyLabel}
              disabledReason={disabledReason}
            >
              {submitLabel}
            </Button>
          </>
        }
      >
        <Form id={formId} className="flex flex-col gap-3.5" {...{ frame, onSubmit, disabledReason }}>
          {children}
        </Form>
      </Dialog>
      <UnsavedChangesDialog blocked={asked} />
    </>
  )
}
