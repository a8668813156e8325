import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '#web/app/guards/guards.ts'
import { Initializing } from '#web/components/error-screens/initializing.tsx'

export const Route = createFileRoute('/_authenticated')({
  // Shown at once, so it stays in the entry.
  codeSplitGroupings: [],
  beforeLoad: requireSession,
  pendingComponent: Initializing,
  // Its guards and its code are waited for under UntilMatched; then the screen's own skeleton is the one to show.
  pendingMs: Number.POSITIVE_INFINITY,
})
