import { CalendarPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

const CalendarFeedDialog = lazyPart(() =>
  import('./calendar-feed-dialog.tsx').then(({ CalendarFeedDialog }) => CalendarFeedDialog),
)

/** Opens the dialog that creates a calendar feed of a project. */
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
