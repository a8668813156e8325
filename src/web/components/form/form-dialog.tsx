import { type ReactNode, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { UnsavedChangesDialog } from '../unsaved-changes/unsaved-changes-dialog.tsx'
import { Form, type FormProps } from './form.tsx'

type FormDialogProps = Pick<DialogProps, 'title' | 'description' | 'size' | 'role'> &
  Omit<FormProps, 'id' | 'className'> & {
    submitLabel: string
    busyLabel?: string
    /** True for actions that cannot be undone: a red button. */
    danger?: boolean
    /** A button between Cancel and the submit button. */
    besides?: ReactNode
    onClose: () => void
  }

/** A form in a dialog. Mount it to open it. It cannot be closed while saving, and asks before typed text is lost. */
export function FormDialog(props: FormDialogProps) {
  const { frame, onSubmit, disabledReason, refusal, submitLabel, busyLabel, danger, besides, onClose, children } = props
  const { title, description, size, role } = props
  const { isBusy, isDirty, leaving } = frame
  const formId = useId()
  const [isAsking, setAsking] = useState(false)
  const leave = () => (leaving && isDirty ? setAsking(true) : onClose())
  const asked = isAsking ? { leave: onClose, stay: () => setAsking(false) } : null
  return (
    <>
      <Dialog
        title={title}
        description={description}
        size={size}
        role={role}
        open
        onOpenChange={(open) => open || isBusy || leave()}
        footer={
          <>
            <Button onClick={leave} disabled={isBusy}>
              Cancel
            </Button>
            {!refusal && besides}
            <Button
              type="submit"
              form={formId}
              variant={danger ? 'danger' : 'primary'}
              busy={isBusy}
              busyLabel={busyLabel}
              disabledReason={refusal ?? disabledReason}
            >
              {submitLabel}
            </Button>
          </>
        }
      >
        <Form
          id={formId}
          className="flex flex-col gap-3.5"
          frame={frame}
          onSubmit={onSubmit}
          disabledReason={disabledReason}
          refusal={refusal}
        >
          {children}
        </Form>
      </Dialog>
      <UnsavedChangesDialog blocked={asked} />
    </>
  )
}
