import type { Operation, OperationInput } from '#contract/operations.ts'
import { formatPercent, formatProgress } from '#web/lib/format-number.ts'
import { useFieldsRefusal } from '#web/stores/operation-refusal.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { ProgressPopover } from './progress-popover.tsx'

type ProgressButtonProps = {
  operation: Operation
  /** True if the operation is at an outside work center. */
  outside: boolean
  /** Applies the progress and announces `done`. */
  change: (operation: Operation, fields: OperationInput, done: string) => void
}

/** The progress of an operation as bar and percentage; pressing it opens the slider. */
export function ProgressButton({ operation, outside, change }: ProgressButtonProps) {
  const percent = Math.min(100, Math.max(0, operation.progressPercentage))
  const refusal = useFieldsRefusal(operation, 'progressPercentage')
  const button = (
    <button
      type="button"
      aria-label={`Progress of ${operation.name}: ${formatProgress(percent)}. Report`}
      aria-disabled={refusal !== null || undefined}
      className={`-mx-1.5 flex h-7 items-center gap-2 rounded-inner px-1.5 ${refusal === null ? 'hover:bg-press' : 'cursor-not-allowed'}`}
    >
      <span aria-hidden="true" className="h-1 w-11 overflow-hidden rounded-mark bg-press">
        <span className={`block h-full ${percent >= 100 ? 'bg-ok' : 'bg-primary'}`} style={{ width: `${percent}%` }} />
      </span>
      <span className="w-11 whitespace-nowrap text-right text-ink-2 tabular-nums">{formatProgress(percent)}</span>
    </button>
  )
  if (refusal !== null) return <Tooltip content={refusal}>{button}</Tooltip>
  return (
    <ProgressPopover
      operation={operation}
      outside={outside}
      onReport={(fields) => change(operation, fields, `${operation.name}: ${formatPercent(fields.progressPercentage)}`)}
      trigger={button}
    />
  )
}
