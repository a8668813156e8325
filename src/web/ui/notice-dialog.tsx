import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type NoticeDialogProps = { open: boolean; title: string; children?: ReactNode; okLabel?: string; onClose: () => void }

/** Shows a message that must be read; one button closes it. */
export function NoticeDialog({ open, title, children, okLabel = 'OK', onClose }: NoticeDialogProps) {
  const ok = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      role="alertdialog"
      size="small"
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={title}
      status={null}
      initialFocus={ok}
      footer={
        <Button ref={ok} variant="primary" onClick={onClose}>
          {okLabel}
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}
