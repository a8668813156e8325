import { useLiveState } from '#web/stores/live.ts'
import { Spinner } from '#web/ui/spinner.tsx'

/** The strip below the header of every screen while the server does not answer. It disappears by itself. */
export function ServerAwayStrip() {
  const isAway = useLiveState((live) => live.isAway)
  return (
    // The region exists before its text, because screen readers announce only changes in a region they know.
    <div aria-live="polite" className="sticky top-header z-header shrink-0">
      {isAway && (
        <p className="flex h-row items-center gap-2 border-line border-b bg-warn-tint px-5 text-warn-text max-md:px-4">
          <Spinner className="size-4 shrink-0" />
          <span className="truncate">
            The server cannot be reached. Trying again…
            <span className="max-md:sr-only">
              {' '}
              Until it is back, nothing is saved and what you see may be out of date.
            </span>
          </span>
        </p>
      )}
    </div>
  )
}
