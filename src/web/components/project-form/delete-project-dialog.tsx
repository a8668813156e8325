import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListedProject } from '#contract/projects.ts'
import { deleteProjectMutation } from '#web/api/projects/projects.mutations.ts'
import { TryChangesButton } from '#web/components/proposals/try-changes-button.tsx'
import { undoAction } from '#web/components/undo/undo.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Why the signed-in user may not delete projects; null if they may. */
export const useDeleteRefusal = (): string | null => useRefusal('deleteProject')

type DeleteProjectDialogProps = { project: ListedProject; onClose: () => void }

/** Asks before a project is deleted. Mount it to open it; a failure is shown in a toast and the dialog stays open. */
export function DeleteProjectDialog({ project, onClose }: DeleteProjectDialogProps) {
  const { mutate, isPending } = useMutation(deleteProjectMutation(useQueryClient()))
  const refusal = useDeleteRefusal()
  const deleted = (answer: object) => {
    toast.success(`Project #${project.projectNumber} deleted`, undoAction(answer))
    onClose()
  }
  return (
    <ConfirmDialog
      open
      danger
      title={`Delete project #${project.projectNumber}?`}
      confirmLabel="Delete project"
      busy={isPending}
      busyLabel="Deleting…"
      disabledReason={refusal}
      besides={
        <TryChangesButton
          changes={[{ kind: 'projectGone', projectId: project.projectId }]}
          title={`Delete project #${project.projectNumber}`}
        />
      }
      onConfirm={() => mutate(project.projectId, { onSuccess: deleted })}
      onCancel={onClose}
    >
      {project.projectName} and its {formatCount(project.operationCount, 'operation')} leave every list and the plan.
      Undo brings them back.
    </ConfirmDialog>
  )
}
