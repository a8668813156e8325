import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '#web/app/guards/guards.ts'
import { Initializing } from '#web/components/error-screens/initializing.tsx'

export const Route = createFileRoute('/_authenticated')({
  // Shown at once, so its code is part of the entry bundle.
  codeSplitGroupings: [],
  beforeLoad: requireSession,
  pendingComponent: Initializing,
  // UntilMatched covers the time while guards and code load; after that the skeleton of the screen appears.
  pendingMs: Number.POSITIVE_INFINITY,
})
