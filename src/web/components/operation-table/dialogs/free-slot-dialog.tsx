import { ActionDialog } from './action-dialog.tsx'
import type { ActionFormProps } from './action-form-props.ts'
import { MoveEffect } from './move-effect.tsx'
import { useMovePreview } from './use-move-preview.ts'

export const freeSlotHelp =
  'The earliest free time on its work center after its predecessors finish. Operations are placed one after another.'

const action = { kind: 'nextFreeSlot' } as const

/** The next free slot of each operation, seen before it is stored: it may lie behind what its project can wait for. */
export function FreeSlotDialog({ subject, busy, onRun, onClose }: ActionFormProps) {
  const { preview, problem, store, disabledReason } = useMovePreview(subject.target, action)
  return (
    <ActionDialog
      size="medium"
      title="Next free slot"
      subject={subject.title}
      submit="Reschedule"
      disabledReason={disabledReason}
      busy={busy}
      onClose={onClose}
      onSubmit={() => void store(onRun)}
    >
      <MoveEffect {...{ preview, problem }} />
      <p className="text-ink-3 text-label">{freeSlotHelp} Rescheduled operations are pinned.</p>
    </ActionDialog>
  )
}
