import { z } from 'zod/mini'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionFormProps } from './action-form-props.ts'
import { MoveEffect } from './move-effect.tsx'
import { useMovePreview } from './use-move-preview.ts'

export const freeSlotHelp =
  'The earliest free time on its work center after its predecessors finish. Operations are placed one after another.'

const action = { kind: 'nextFreeSlot' } as const
const NoFields = z.object({})

/** Shows the next free slot of each operation before it is stored, because it may be too late for the project. */
export function FreeSlotDialog({ subject, onRun, onTry, isTrying, onClose }: ActionFormProps) {
  const { preview, problem, isIdle, store, disabledReason } = useMovePreview(subject.target, action)
  const { submit, ...frame } = useContractForm({ schema: NoFields, values: {} })
  return (
    <ActionDialog
      size="medium"
      title="Next free slot"
      subject={subject.title}
      submitLabel={isIdle ? 'Close' : 'Reschedule'}
      disabledReason={isIdle ? null : disabledReason}
      frame={frame}
      onClose={onClose}
      onSubmit={submit(async () => (isIdle ? onClose() : store(onRun)))}
      onTry={isIdle ? undefined : () => onTry(action)}
      isTrying={isTrying}
    >
      <MoveEffect subject={subject.title} preview={preview} problem={problem} />
      <p className="text-ink-3 text-label">{freeSlotHelp} Rescheduled operations are pinned.</p>
    </ActionDialog>
  )
}
