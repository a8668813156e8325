import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Category } from '#contract/categories.ts'
import type { Operation } from '#contract/operations.ts'
import type { WorkInterval, WorkTime } from '#contract/work-intervals.ts'
import { isCompleted } from '#domain/operations/is-completed.ts'
import { workTimeQuery } from '#web/api/operations/work-intervals.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import { useOperationRefusal } from '#web/stores/operation-refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AddIntervalDialog, CorrectIntervalDialog } from './interval-dialog.tsx'
import { IntervalList } from './interval-list.tsx'
import { ReportButton } from './report-button.tsx'
import { stateParts, sumWords } from './time-words.ts'

/** '3.5 h of 4 h estimated. Running since Mon 9:10 AM · Ana Ruiz.' */
const summaryWords = (time: WorkTime, dates: DateSettings): string => {
  const state = stateParts(time, dates)
  return state ? `${sumWords(time)} ${state.label} ${state.value}.` : sumWords(time)
}

type WorkTimePanelProps = { operation: Operation; categories: readonly Category[] }

/** When an operation was worked on, and for how long. Reporters start and pause the work, planners correct its times. */
export function WorkTimePanel({ operation, categories }: WorkTimePanelProps) {
  const query = useQuery(workTimeQuery(operation.projectId, operation.operationId))
  const [editing, setEditing] = useState<WorkInterval | 'new' | null>(null)
  const close = () => setEditing(null)
  const refusal = useOperationRefusal()('planOperations', operation)
  const dates = useDateSettings()
  const nameOf = new Map(categories.map(({ categoryId, name }) => [categoryId, name]))
  const actualEndMs = operation.actualEndDate ? Date.parse(operation.actualEndDate) : null
  const isDone = isCompleted({ ...operation, actualEndMs })
  const notStarted = !operation.actualStartDate && 'It has not started.'
  return (
    <Panel
      title="Time on work"
      actions={
        <>
          {query.data && !isDone && <ReportButton operation={operation} time={query.data} />}
          <Button size="small" variant="ghost" disabledReason={refusal ?? notStarted} onClick={() => setEditing('new')}>
            Add time
          </Button>
        </>
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows columns="1fr 4rem" rows={2} label="Loading the time on work" />}>
        {(time) => (
          <>
            <p className="px-3 py-2">{summaryWords(time, dates)}</p>
            {time.intervals.length > 0 && (
              <IntervalList
                operation={operation}
                intervals={time.intervals}
                centerName={(categoryId) => (categoryId === null ? '' : (nameOf.get(categoryId) ?? ''))}
                refusal={refusal}
                onCorrect={setEditing}
              />
            )}
          </>
        )}
      </Loaded>
      {editing === 'new' && <AddIntervalDialog operation={operation} onClose={close} />}
      {editing !== null && editing !== 'new' && (
        <CorrectIntervalDialog operation={operation} interval={editing} onClose={close} />
      )}
    </Panel>
  )
}
