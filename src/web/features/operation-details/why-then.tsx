import { useQuery } from '@tanstack/react-query'
import type { Operation } from '#contract/operations.ts'
import { placementQuery } from '#web/api/schedule/schedule.queries.ts'
import { factorIcons } from '#web/components/operation-marks/factor-icons.ts'
import { explainPlacement } from '#web/components/placement/explain-placement.ts'
import { OperationInText } from '#web/components/placement/operation-in-text.tsx'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The reasons for the start of an operation, each with the earliest start it allows. The decisive ones are tinted. */
export function WhyThen({ operation, dates, nowMs }: { operation: Operation; dates: DateSettings; nowMs: number }) {
  const { data, isError, refetch } = useQuery(placementQuery(operation.operationId))
  if (isError && !data) {
    return (
      <p className="flex items-center justify-between px-3 py-2 text-crit-text">
        The reasons could not be loaded.
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  }
  if (!data) {
    return (
      <div role="status" aria-label="Loading reasons" className="flex flex-col gap-3 p-3">
        <Skeleton className="h-3 w-4/5" />
        <Skeleton className="h-3 w-3/5" />
      </div>
    )
  }
  const format = { dayTime: (atMs: number) => formatShortDateTime(atMs, dates, nowMs) }
  const { factors, unplaced, warnings, here } = explainPlacement(data, format)
  return (
    <>
      {unplaced && <p className="px-3 py-2">{unplaced}</p>}
      {factors.length === 0 && !unplaced && (
        <p className="px-3 py-2 text-ink-3">No reason recorded yet. Run the scheduler to see one.</p>
      )}
      <ul>
        {factors.map(({ code, title, detail, operation, atText, binding }) => {
          const Icon = factorIcons[code]
          return (
            <li
              key={`${code} ${title} ${atText}`}
              className={`flex gap-2 border-line px-3 py-2 not-first:border-t ${binding ? 'bg-primary-tint' : 'text-ink-2'}`}
            >
              <Icon aria-hidden="true" className={`mt-0.5 size-3.5 ${binding ? 'text-primary-text' : 'text-ink-3'}`} />
              <div className="min-w-0 grow">
                <p className={binding ? 'font-semibold' : ''}>
                  <OperationInText text={title} operation={operation} />
                </p>
                {detail && (
                  <p className="text-ink-2 text-label">
                    <OperationInText text={detail} operation={operation} />
                  </p>
                )}
                {binding && <span className="sr-only">This determines the start.</span>}
              </div>
              <span className={`shrink-0 tabular-nums ${binding ? 'font-semibold' : ''}`}>{atText}</span>
            </li>
          )
        })}
      </ul>
      {here.map((sentence) => (
        <p key={sentence} className="border-line border-t px-3 py-2 text-ink-2">
          {sentence}
        </p>
      ))}
      {warnings.map((sentence) => (
        <Alert key={sentence} kind="warning" className="m-3">
          {sentence}
        </Alert>
      ))}
    </>
  )
}
