import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Operation } from '#contract/operations.ts'
import { deleteOperationMutation } from '#web/api/operations/operations.mutations.ts'
import { successorsOf } from '#web/components/operation-marks/dependency-text.ts'
import { TryChangesButton } from '#web/components/proposals/try-changes-button.tsx'
import { undoAction } from '#web/components/undo/undo.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

type RemoveOperationDialogProps = {
  operation: Operation
  operations: readonly Operation[]
  onRemoved: () => void
  onClose: () => void
}

/** Asks before an operation is removed, and names the operations that would no longer wait for it. */
export function RemoveOperationDialog({ operation, operations, onRemoved, onClose }: RemoveOperationDialogProps) {
  const remove = useMutation(deleteOperationMutation(useQueryClient()))
  const { projectId, operationId, name } = operation
  const waiting = successorsOf(operationId, operations).map((successor) => successor.name)
  const confirm = () =>
    remove.mutate(
      { projectId, operationId },
      {
        onSuccess: (answer) => {
          toast.success(`${name} removed`, undoAction(answer))
          onRemoved()
        },
        onError: onClose,
      },
    )
  return (
    <ConfirmDialog
      open
      danger
      title={`Remove ${name}?`}
      confirmLabel="Remove operation"
      busy={remove.isPending}
      busyLabel="Removing…"
      besides={
        <TryChangesButton changes={[{ kind: 'operationGone', projectId, operationId }]} title={`Remove ${name}`} />
      }
      onConfirm={confirm}
      onCancel={onClose}
    >
      {waiting.length === 0 ? 'No other operation depends on it.' : `${waiting.join(', ')} will no longer wait for it.`}{' '}
      Its hours are removed from the project; the next run updates the plan.
    </ConfirmDialog>
  )
}
