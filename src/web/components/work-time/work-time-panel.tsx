import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Category } from '#contract/categories.ts'
import type { Operation } from '#contract/operations.ts'
import type { WorkInterval, WorkTime } from '#contract/work-intervals.ts'
import { isCompleted } from '#domain/operations/is-completed.ts'
import { reportWorkTimeMutation } from '#web/api/operations/work-intervals.mutations.ts'
import { workTimeQuery } from '#web/api/operations/work-intervals.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { useOperationRefusal } from '#web/stores/operation-refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AddIntervalDialog, CorrectIntervalDialog } from './interval-dialog.tsx'
import { IntervalList } from './interval-list.tsx'

/** '3.5 h of 4 h estimated', and whether the hours include waiting. */
const sumWords = ({ actualHours, includesWaiting, estimateHours }: WorkTime): string => {
  if (actualHours === null) return 'No time on work yet.'
  const waiting = includesWaiting ? ' Includes waiting: only start and end are known.' : ''
  return `${formatHours(actualHours)} of ${formatHours(estimateHours)} estimated.${waiting}`
}

const stateWords = ({ intervals, idleSince }: WorkTime, dates: DateSettings): string | null => {
  const running = intervals.findLast(({ endedAt }) => endedAt === null)
  if (running) return `Running since ${formatShortDateTime(running.startedAt, dates)}.`
  return idleSince && `Not worked on since ${formatShortDateTime(idleSince, dates)}.`
}

const ReportButton = ({ operation, time }: { operation: Operation; time: WorkTime | undefined }) => {
  const refusal = useOperationRefusal()('reportWork', operation)
  const { projectId, operationId } = operation
  const report = useMutation(reportWorkTimeMutation(useQueryClient(), { projectId, operationId }))
  const actualEndMs = operation.actualEndDate ? Date.parse(operation.actualEndDate) : null
  if (time === undefined || isCompleted({ ...operation, actualEndMs })) return null
  const isRunning = time.intervals.some(({ endedAt }) => endedAt === null)
  const kind = isRunning ? 'pause' : 'start'
  const onHold = operation.onHold && 'It is on hold. Release it first.'
  const press = () =>
    report.mutate(kind, {
      onSuccess: (answer) => toast.success(isRunning ? 'Work paused' : 'Work started', undoAction(answer)),
    })
  return (
    <Button size="small" busy={report.isPending} disabledReason={refusal ?? (!isRunning && onHold)} onClick={press}>
      {isRunning ? 'Pause work' : 'Start work'}
    </Button>
  )
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
  const notStarted = !operation.actualStartDate && 'It has not started.'
  return (
    <Panel
      title="Time on work"
      actions={
        <>
          <ReportButton operation={operation} time={query.data} />
          <Button size="small" variant="ghost" disabledReason={refusal ?? notStarted} onClick={() => setEditing('new')}>
            Add time
          </Button>
        </>
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows columns="1fr 4rem" rows={2} label="Loading the time on work" />}>
        {(time) => (
          <>
            <p className="px-3 py-2">
              {sumWords(time)} {stateWords(time, dates)}
            </p>
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
