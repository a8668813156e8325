import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WorkInterval } from '#contract/work-intervals.ts'
import { removeIntervalMutation } from '#web/api/operations/work-intervals.mutations.ts'
import { type ListColumn, listColumns, useListTable } from '#web/components/data-list/list-table.ts'
import { PlainList } from '#web/components/data-list/plain-list.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { undoAction } from '#web/components/undo/undo.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { timeWords } from './time-words.ts'

interface Scene {
  dates: DateSettings
  centerName: (categoryId: string | null) => string
  refusal: string | null
  onCorrect: (interval: WorkInterval) => void
  onRemove: (interval: WorkInterval) => void
}

const spanWords = ({ startedAt, endedAt }: WorkInterval, dates: DateSettings): string =>
  `${formatShortDateTime(startedAt, dates)} – ${endedAt ? formatShortDateTime(endedAt, dates) : 'running'}`

const whoWords = ({ workerName, reportedBy }: WorkInterval): string => workerName || `Reported by ${reportedBy}`

const detailWords = (interval: WorkInterval, centerName: Scene['centerName']): string =>
  [
    whoWords(interval),
    centerName(interval.categoryId),
    interval.time === 'both' ? '' : timeWords[interval.time].toLowerCase(),
    interval.corrected ? 'corrected' : '',
  ]
    .filter(Boolean)
    .join(' · ')

const { display } = listColumns<WorkInterval, Scene>()

const columns: readonly ListColumn<WorkInterval, Scene>[] = [
  display({
    id: 'time',
    header: 'Time',
    meta: {
      namesRow: true,
      classes: 'w-full max-w-0',
      plain: (interval, { dates, centerName }) => ({
        className: 'py-1.5',
        children: (
          <>
            <span className="block break-words tabular-nums">{spanWords(interval, dates)}</span>
            <span className="block text-ink-3 text-label">{detailWords(interval, centerName)}</span>
          </>
        ),
      }),
    },
  }),
  display({
    id: 'hours',
    header: 'Hours',
    meta: {
      end: true,
      plain: ({ workedHours }) => ({
        className: 'py-1.5 whitespace-nowrap tabular-nums',
        children: formatHours(workedHours),
      }),
    },
  }),
  display({
    id: 'actions',
    header: 'Actions',
    meta: {
      end: true,
      hiddenHead: true,
      controls: true,
      plain: (interval, { dates, refusal, onCorrect, onRemove }) => (
        <span className="flex justify-end gap-2">
          <Button
            size="small"
            variant="ghost"
            aria-label={`Correct ${spanWords(interval, dates)}`}
            disabledReason={refusal}
            onClick={() => onCorrect(interval)}
          >
            Correct
          </Button>
          <Button
            size="small"
            variant="ghost"
            aria-label={`Remove ${spanWords(interval, dates)}`}
            disabledReason={refusal}
            onClick={() => onRemove(interval)}
          >
            Remove
          </Button>
        </span>
      ),
    },
  }),
]

const idOf = ({ intervalId }: WorkInterval) => intervalId

type IntervalListProps = Pick<Scene, 'centerName' | 'refusal' | 'onCorrect'> & {
  operation: { readonly projectId: string; readonly operationId: string }
  intervals: readonly WorkInterval[]
}

/** The intervals of an operation, oldest first. Planners correct and remove them. */
export function IntervalList({ operation, intervals, ...scene }: IntervalListProps) {
  const { projectId, operationId } = operation
  const remove = useMutation(removeIntervalMutation(useQueryClient(), { projectId, operationId }))
  const [asking, setAsking] = useState<WorkInterval | null>(null)
  const dates = useDateSettings()
  const table = useListTable({ columns, rows: intervals, idOf })
  const confirm = () =>
    asking &&
    remove.mutate(asking.intervalId, {
      onSuccess: (change) => toast.success('Time on work removed', undoAction(change)),
      onSettled: () => setAsking(null),
    })
  return (
    <>
      <PlainList table={table} scene={{ ...scene, dates, onRemove: setAsking }} />
      <ConfirmDialog
        open={asking !== null}
        title="Remove this time on work?"
        confirmLabel="Remove"
        busy={remove.isPending}
        busyLabel="Removing…"
        onConfirm={confirm}
        onCancel={() => setAsking(null)}
      >
        {asking && `${spanWords(asking, dates)}, ${formatHours(asking.workedHours)}. You can undo this.`}
      </ConfirmDialog>
    </>
  )
}
