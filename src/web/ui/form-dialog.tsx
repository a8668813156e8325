import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

type FormDialogProps = Pick<DialogProps, 'title' | 'description' | 'size'> & {
  submitLabel: string
  busy?: boolean
  busyLabel?: string
  /** Why it cannot be sent yet; the button is off and says so. */
  disabledReason?: string | null | false
  onClose: () => void
  /** Enter or the button; not called while `busy` or while there is a `disabledReason`. */
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
}

/** A short form in a dialog. Mount it to open it; while it is busy it cannot be left. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, busy = false, busyLabel, disabledReason, onClose, onSubmit, children, ...dialog } = props
  const formId = useId()
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={(open) => open || busy || onClose()}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={busy}
            busyLabel={busyLabel}
            disabledReason={disabledReason}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-3.5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // A portal inside the form passes its own submit on by React's tree.
          if (event.target === event.currentTarget && !busy && !disabledReason) onSubmit(event.currentTarget)
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
