import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { BlockedLeave } from './use-unsaved-changes.ts'

/** Asks before unsaved changes are lost, in the specified words. */
export const UnsavedChangesDialog = ({ blocked }: { blocked: BlockedLeave | null }) => (
  <ConfirmDialog
    open={blocked !== null}
    title="Unsaved Changes"
    confirmLabel="Leave Page"
    cancelLabel="Stay on Page"
    danger
    onConfirm={() => blocked?.leave()}
    onCancel={() => blocked?.stay()}
  >
    You have unsaved changes that will be lost. Are you sure you want to leave this page?
  </ConfirmDialog>
)
