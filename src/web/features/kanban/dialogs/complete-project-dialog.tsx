import { useRef } from 'react'
import type { ListedProject } from '#contract/projects.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ShipDetails } from './ship-details.tsx'

type CompleteProjectDialogProps = { project: ListedProject; busy: boolean; onConfirm: () => void; onCancel: () => void }

/** Asks before a project is marked complete. */
export function CompleteProjectDialog({ project, busy, onConfirm, onCancel }: CompleteProjectDialogProps) {
  const complete = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      size="small"
      title="Complete Project"
      initialFocus={complete}
      onOpenChange={(open) => open || busy || onCancel()}
      footer={
        <>
          <Button onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button ref={complete} variant="primary" busy={busy} busyLabel="Confirming completion" onClick={onConfirm}>
            Mark Complete
          </Button>
        </>
      }
    >
      <ShipDetails project={project} />
    </Dialog>
  )
}
