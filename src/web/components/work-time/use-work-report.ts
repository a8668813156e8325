import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { WorkTime } from '#contract/work-intervals.ts'
import { reportWorkTimeMutation } from '#web/api/operations/work-intervals.mutations.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { useOperationRefusal } from '#web/stores/operation-refusal.ts'
import { toast } from '#web/ui/toast.tsx'
import { runningOf } from './time-words.ts'

/** An operation whose work is reported. */
export interface ReportedOperation {
  readonly projectId: string
  readonly operationId: string
  readonly categoryId: string | null
  readonly onHold: boolean
}

/** The report that fits the state of an operation: a start, or a pause where work runs. `time` undefined = not known yet. */
export function useWorkReport(operation: ReportedOperation, time: WorkTime | undefined) {
  const { projectId, operationId, onHold } = operation
  const report = useMutation({
    ...reportWorkTimeMutation(useQueryClient(), { projectId, operationId }),
    // Not given to `mutate`: a menu has closed with its item before the answer comes.
    onSuccess: (answer, kind) => toast.success(kind === 'pause' ? 'Work paused' : 'Work started', undoAction(answer)),
  })
  const refusal = useOperationRefusal()('reportWork', operation)
  const isRunning = time !== undefined && runningOf(time).length > 0
  return {
    label: isRunning ? 'Pause work' : 'Start work',
    isPending: report.isPending,
    refusal: refusal ?? (!isRunning && onHold ? 'It is on hold. Release it first.' : null),
    send: () => report.mutate(isRunning ? 'pause' : 'start'),
  }
}
