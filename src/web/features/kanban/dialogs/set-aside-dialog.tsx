import type { ListedProject } from '#contract/projects.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ShipDetails } from './ship-details.tsx'

const words = {
  hold: {
    title: 'Put Project on Hold',
    confirmLabel: 'Put on Hold',
    cancelLabel: 'Cancel',
    busyLabel: 'Confirming hold',
    says: 'A project on hold is left out of scheduling. It cannot be dragged back. To resume it, edit the project.',
  },
  cancellation: {
    title: 'Cancel Project',
    confirmLabel: 'Cancel Project',
    cancelLabel: 'Keep Project',
    busyLabel: 'Confirming cancellation',
    says: 'A cancelled project is left out of scheduling. It cannot be dragged back. To resume it, edit the project.',
  },
}

type SetAsideDialogProps = {
  kind: keyof typeof words
  project: ListedProject
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before a project is put on hold or cancelled, because neither can be undone by dragging. */
export function SetAsideDialog({ kind, project, ...rest }: SetAsideDialogProps) {
  const { says, ...labels } = words[kind]
  return (
    <ConfirmDialog open danger={kind === 'cancellation'} {...labels} {...rest}>
      <ShipDetails project={project} />
      <p className="mt-3">{says}</p>
    </ConfirmDialog>
  )
}
