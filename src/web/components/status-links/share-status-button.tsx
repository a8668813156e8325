import { Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

const ShareStatusDialog = lazyPart(() =>
  import('./share-status-dialog.tsx').then(({ ShareStatusDialog }) => ShareStatusDialog),
)

/** Opens the dialog that creates a status link for the customer of a project. */
export function ShareStatusButton({ project }: { project: { projectId: string; title: string } }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        size="small"
        variant="default"
        label="Share status"
        icon={<Share2 />}
        disabledReason={useRefusal('shareStatus')}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={null}>
          <ShareStatusDialog project={project} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
