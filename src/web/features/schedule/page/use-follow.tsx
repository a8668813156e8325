import { Suspense, useState } from 'react'
import { lazyPart } from '#web/components/lazy-part.ts'

const CalendarFeedDialog = lazyPart(() =>
  import('#web/components/calendar-feed/calendar-feed-dialog.tsx').then(({ CalendarFeedDialog }) => CalendarFeedDialog),
)

/** The dialog that creates a calendar feed of a work center, and the function that opens it. */
export const useFollow = () => {
  const [isOpen, setOpen] = useState(false)
  return {
    onFollow: () => setOpen(true),
    followDialog: isOpen && (
      <Suspense fallback={null}>
        <CalendarFeedDialog onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
