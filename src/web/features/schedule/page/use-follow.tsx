import { lazy, Suspense, useState } from 'react'

const CalendarFeedDialog = lazy(() =>
  import('#web/components/calendar-feed/calendar-feed-dialog.tsx').then(({ CalendarFeedDialog }) => ({
    default: CalendarFeedDialog,
  })),
)

/** The dialog that makes a calendar feed of a work center, and what opens it. */
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
