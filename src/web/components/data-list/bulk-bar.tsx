import type { ComponentProps, ReactNode } from 'react'
import { formatNumber } from '#web/lib/format-number.ts'
import { useAfterPaint } from '#web/lib/use-after-paint.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseButton } from '#web/ui/close-button.tsx'
import { useBarBelowToasts } from '#web/ui/toast-room.ts'

type BulkBarProps = {
  /** The accessible name: 'Selected projects'. */
  label: string
  /** Number of selected rows; the bar is hidden at 0. */
  count: number
  onClear: () => void
  /** A line above the bar about rows that the actions skip, or why the actions are unavailable. */
  notice?: ReactNode
  children: ReactNode
}

/** Floats over the end of a list while rows are selected, with the actions for all of them. */
export function BulkBar({ label, count, onClear, notice, children }: BulkBarProps) {
  // The rows are highlighted first, and the bar appears one frame later.
  const isShown = useAfterPaint(count > 0)
  useBarBelowToasts(isShown)
  if (!isShown) return null
  return (
    <section
      aria-label={label}
      className="absolute inset-x-4 bottom-13 z-bulk mx-auto flex h-11 w-fit max-w-full animate-rise items-center gap-1 rounded border border-line-2 bg-raised py-1 pr-2 pl-3.5 shadow-2 max-md:bottom-3 max-md:h-14 max-md:w-auto max-md:px-2"
    >
      {notice && (
        <div
          style={{ bottom: '100%' }}
          className="absolute left-0 flex max-w-full flex-wrap items-center gap-2 rounded border border-line-2 bg-raised px-3 py-1 shadow-2"
        >
          {notice}
        </div>
      )}
      <b aria-live="polite" className="mr-2 whitespace-nowrap tabular-nums">
        {formatNumber(count)} <span className="max-sm:sr-only">selected</span>
      </b>
      <span aria-hidden="true" className="h-5 w-px bg-line-2" />
      <span data-actions className="contents">
        {children}
      </span>
      <CloseButton label="Clear selection" onClose={onClear} className="size-7 max-md:size-11" />
    </section>
  )
}

/** A button of the bar; on a narrow screen only its icon is shown. */
export const BulkButton = ({ children, className = '', ...rest }: ComponentProps<typeof Button>) => (
  <Button size="small" variant="ghost" className={`max-md:h-11 max-md:w-11 ${className}`} {...rest}>
    <span className="max-md:sr-only">{children}</span>
  </Button>
)
