import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export type ConfirmDialogProps = {
  open: boolean
  title: string
  /** The consequence, in a sentence. */
  children?: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  /** True for actions that cannot be undone: a red button, and the focus starts on Cancel. */
  danger?: boolean
  busy?: boolean
  busyLabel?: string
  disabledReason?: string | false | null
  /** A button between Cancel and the confirming one. */
  besides?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation. It stays open while busy; the caller closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel = 'Confirm', cancelLabel = 'Cancel', danger, busy, busyLabel } = props
  const { disabledReason, besides, onConfirm, onCancel } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      role="alertdialog"
      size="small"
      open={open}
      onOpenChange={(next) => next || busy || onCancel()}
      title={title}
      status={null}
      initialFocus={danger ? cancel : confirm}
      footer={
        <>
          <Button ref={cancel} onClick={onCancel} disabled={busy}>
            {cancelLabel}
          </Button>
          {besides}
          <Button
            ref={confirm}
            variant={danger ? 'danger' : 'primary'}
            onClick={onConfirm}
            busy={busy}
            busyLabel={busyLabel}
            disabledReason={disabledReason}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
