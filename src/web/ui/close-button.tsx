import { X } from 'lucide-react'
import { classNames } from '#web/lib/class-names.ts'

type CloseButtonProps = { label?: string; onClose: () => void; className?: string }

/** The cross of dialogs, drawers, panels and alerts. It has no tooltip, so that the first press of Escape closes them. */
export const CloseButton = ({ label = 'Close', onClose, className = 'size-7' }: CloseButtonProps) => (
  <button
    type="button"
    aria-label={label}
    className={classNames('flex shrink-0 items-center justify-center rounded-inner hover:bg-press', className)}
    onClick={onClose}
  >
    <X />
  </button>
)
