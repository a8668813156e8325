import { useQuery } from '@tanstack/react-query'
import { workTimeQuery } from '#web/api/operations/work-intervals.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { ReportButton } from './report-button.tsx'
import { stateParts, sumWords } from './time-words.ts'
import type { ReportedOperation } from './use-work-report.ts'

type WorkTimeSectionProps = { operation: ReportedOperation; isDone: boolean }

/** The time on an operation in a side panel: its hours, who works on it or when work last ended, and a start or a pause. */
export function WorkTimeSection({ operation, isDone }: WorkTimeSectionProps) {
  const dates = useDateSettings()
  const query = useQuery(workTimeQuery(operation.projectId, operation.operationId))
  return (
    <section className="border-line border-t px-4 py-3">
      <h3 className="font-semibold">Time on work</h3>
      <Loaded query={query} skeleton={<SkeletonRows columns="1fr" rows={1} label="Loading the time on work" />}>
        {(time) => {
          const state = isDone ? null : stateParts(time, dates)
          return (
            <>
              <p className="mt-1 text-label tabular-nums">{sumWords(time)}</p>
              {state && (
                <p className="mt-1 text-ink-2 text-label tabular-nums">
                  {state.label} {state.value}
                </p>
              )}
              {!isDone && (
                <div className="mt-2">
                  <ReportButton operation={operation} time={time} />
                </div>
              )}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
