import { CircleSlash2, Moon, Sparkles } from 'lucide-react'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { formatDate } from '#web/lib/format-date.ts'
import { Chip } from '#web/ui/chip.tsx'
import { OnTimeIcon } from '#web/ui/icons/state-icons.tsx'
import { useTableScene } from './table-scene.ts'

/** Whether an operation has any of these marks. */
export const hasMarks = ({ newSinceYesterday, recovered, blocked, snooze }: OperationListRow): boolean =>
  newSinceYesterday || recovered || blocked || snooze !== null

/** Marks beside the name: new since yesterday, recovered, blocked, snoozed. */
export function RowMarks({ row }: { row: OperationListRow }) {
  const { dates, unsnooze } = useTableScene()
  const { snooze } = row
  return (
    <>
      {row.newSinceYesterday && (
        <Chip tone="primary" icon={<Sparkles aria-hidden="true" />} className="shrink-0">
          New
        </Chip>
      )}
      {row.recovered && (
        <Chip tone="onTime" icon={<OnTimeIcon />} className="shrink-0">
          Recovered
        </Chip>
      )}
      {row.blocked && (
        <Chip icon={<CircleSlash2 aria-hidden="true" />} className="shrink-0">
          Blocked
        </Chip>
      )}
      {snooze && (
        <button
          type="button"
          title={`${snooze.reason} (${snooze.by})`}
          aria-label={`${row.name} is snoozed until ${formatDate(snooze.until, dates)}: ${snooze.reason}. Show it again`}
          className="flex shrink-0 rounded-inner hover:opacity-90"
          onClick={() => unsnooze(row)}
        >
          <Chip icon={<Moon aria-hidden="true" />}>Until {formatDate(snooze.until, dates)}</Chip>
        </button>
      )}
    </>
  )
}
