import { CircleSlash2, Moon, Sparkles } from 'lucide-react'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { awaitedMaterial } from '#web/components/operation-marks/awaited-material.ts'
import { MaterialMark } from '#web/components/operation-marks/material-mark.tsx'
import { formatShipDate } from '#web/lib/format-date.ts'
import { useActor } from '#web/stores/actor.ts'
import { Chip } from '#web/ui/chip.tsx'
import { OnTimeIcon } from '#web/ui/icons/state-icons.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useTableScene } from './table-scene.ts'
import { listRefusal } from './use-operation-actions.ts'

/** Whether an operation has any of these marks. */
export const hasMarks = (row: OperationListRow, nowMs: number): boolean =>
  row.newSinceYesterday || row.recovered || row.blocked || row.snooze !== null || awaitedMaterial(row, nowMs) !== null

/** Marks beside the name: new since yesterday, recovered, blocked, waiting for material, snoozed. */
export function RowMarks({ row }: { row: OperationListRow }) {
  const { dates, nowMs, unsnooze } = useTableScene()
  const { snooze } = row
  const refusal = listRefusal(useActor(), 'snooze', row)
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
      <MaterialMark operation={row} dates={dates} nowMs={nowMs} />
      {snooze && (
        <Tooltip content={refusal}>
          <button
            type="button"
            title={refusal === null ? `${snooze.reason} (${snooze.by})` : undefined}
            aria-label={`${row.name} is snoozed until ${formatShipDate(snooze.until, dates)}: ${snooze.reason}. Show it again`}
            aria-disabled={refusal !== null || undefined}
            className={`flex shrink-0 rounded-inner ${refusal === null ? 'hover:opacity-90' : 'cursor-not-allowed'}`}
            onClick={() => refusal === null && unsnooze(row)}
          >
            <Chip icon={<Moon aria-hidden="true" />}>Until {formatShipDate(snooze.until, dates)}</Chip>
          </button>
        </Tooltip>
      )}
    </>
  )
}
