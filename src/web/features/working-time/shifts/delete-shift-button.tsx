import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Shift } from '#contract/shifts.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { deleteShiftMutation } from '#web/api/shifts.mutations.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type DeleteShiftButtonProps = { shift: Shift; refusal: string | null; onGone: () => void }

/** Deletes a pattern after a question. A refusal is shown under the button. */
export function DeleteShiftButton({ shift, refusal, onGone }: DeleteShiftButtonProps) {
  const remove = useMutation(deleteShiftMutation(useQueryClient()))
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button className="ml-auto" icon={<Trash2 />} disabledReason={refusal} onClick={() => setAsking(true)}>
        Delete
      </Button>
      {remove.error && <Alert className="w-full">{errorSentence(remove.error)}</Alert>}
      <ConfirmDialog
        open={isAsking}
        danger
        title={`Delete ${shift.name}?`}
        confirmLabel="Delete"
        busy={remove.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() => remove.mutate(shift.shiftId, { onSuccess: onGone, onError: () => setAsking(false) })}
      >
        A pattern that work centers or the organization use cannot be deleted.
      </ConfirmDialog>
    </>
  )
}
