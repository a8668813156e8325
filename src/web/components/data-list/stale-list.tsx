import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatTime } from '#web/lib/format-date.ts'
import { StaleStrip } from '#web/ui/stale-strip.tsx'

type StaleListProps = {
  answer: { isRefetchError: boolean; isFetching: boolean; dataUpdatedAt: number }
  onRetry: () => void
}

/** Old rows stay on screen if they cannot be read again; this strip says when they were read. */
export function StaleList({ answer, onRetry }: StaleListProps) {
  const dates = useDateSettings()
  if (!answer.isRefetchError) return null
  return (
    <StaleStrip busy={answer.isFetching} onRetry={onRetry}>
      The list could not be refreshed. Showing it as of {formatTime(answer.dataUpdatedAt, dates)}.
    </StaleStrip>
  )
}
