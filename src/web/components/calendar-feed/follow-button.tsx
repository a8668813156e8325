import { CalendarPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'

const CalendarFeedDialog = lazy(() =>
  import('./calendar-feed-dialog.tsx').then(({ CalendarFeedDialog: dialog }) => ({ default: dialog })),
)

/** Opens the dialog that makes a calendar of a project. */
export function FollowButton({ project }: { project: { projectId: string; title: string } }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        size="small"
        variant="default"
        label="Follow in a calendar"
        icon={<CalendarPlus />}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={null}>
          <CalendarFeedDialog project={project} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
