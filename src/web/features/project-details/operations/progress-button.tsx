import type { Operation } from '#contract/operations.ts'
import { ProgressPopover } from '#web/components/operation-form/progress-popover.tsx'
import { formatPercent } from '#web/lib/format-number.ts'
import type { RowActions } from './row-actions.ts'

/** The progress of a row; pressing it opens the slider. */
export function ProgressButton({ operation, change }: { operation: Operation; change: RowActions['change'] }) {
  const percent = Math.min(100, Math.max(0, operation.progressPercentage))
  return (
    <ProgressPopover
      operation={operation}
      onReport={(progressPercentage) =>
        change(operation, { progressPercentage }, `${operation.name}: ${progressPercentage} %`)
      }
      trigger={
        <button
          type="button"
          aria-label={`Progress of ${operation.name}: ${formatPercent(percent)}. Report`}
          className="-mx-1.5 flex h-7 items-center gap-2 rounded-inner px-1.5 hover:bg-press"
        >
          <span aria-hidden="true" className="h-1 w-11 overflow-hidden rounded-mark bg-press">
            <span
              className={`block h-full ${percent >= 100 ? 'bg-ok' : 'bg-primary'}`}
              style={{ width: `${percent}%` }}
            />
          </span>
          <span className="w-10 text-right text-ink-2 tabular-nums">{formatPercent(percent)}</span>
        </button>
      }
    />
  )
}
