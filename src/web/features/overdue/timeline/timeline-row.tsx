import { memo } from 'react'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { shownEnd } from '#domain/operations/shown-end.ts'
import type { LineProps } from '#web/components/data-list/data-row.tsx'
import { ring, useLineFocus } from '#web/components/data-list/use-line-focus.ts'
import { isLateState } from '#web/components/operation-marks/operation-state.ts'
import { OperationLink } from '#web/components/operation-table/cells.tsx'
import { lateWords } from '#web/components/operation-table/late-words.ts'
import { shipDayMs } from '#web/components/operation-table/ship-day.ts'
import { useTableScene } from '#web/components/operation-table/table-scene.ts'
import { classNames } from '#web/lib/class-names.ts'
import { dayOfEnd, formatShipDate } from '#web/lib/format-date.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { positionIn, type TimeRange } from './time-range.ts'

type TimelineRowProps = LineProps & {
  row: OperationListRow
  offset: number
  selected: boolean
  range: TimeRange
  onSelect: (row: OperationListRow, offset: number, extend: boolean) => void
}

const ms = (instant: string | null) => (instant === null ? null : Date.parse(instant))

/** The planned bar with its progress, the forecast end if it is later, and the ship date. */
function Bars({ row, range }: { row: OperationListRow; range: TimeRange }) {
  const { nowMs, dates } = useTableScene()
  const startMs = ms(row.actualStartDate) ?? ms(row.scheduledStartDate)
  const scheduledEnd = ms(row.scheduledEndDate)
  const endMs = shownEnd({ actualStart: ms(row.actualStartDate), actualEnd: null, scheduledEnd })
  const dueMs = ms(row.dueDate)
  if (startMs === null || endMs === null) return <span className="px-3 text-ink-3">Not scheduled</span>
  const from = positionIn(range, startMs)
  const to = Math.max(from + 0.3, positionIn(range, endMs))
  const forecastMs = row.behindPlan ? ms(row.forecastEndDate) : null
  const over = forecastMs === null ? to : positionIn(range, forecastMs)
  const forecast =
    forecastMs === null ? '' : `, forecast ${formatShipDate(dayOfEnd(row.forecastEndDate), dates, nowMs)}`
  const words = `${formatShipDate(dayOfEnd(row.scheduledEndDate), dates, nowMs)}${forecast}, ${lateWords(row) ?? 'no due date'}`
  return (
    <>
      <span className="absolute inset-y-0 w-px bg-primary-line" style={{ left: `${positionIn(range, nowMs)}%` }} />
      <span
        title={`Scheduled until ${words}`}
        className={classNames(
          'absolute inset-y-0 my-auto h-5 overflow-hidden rounded-part border',
          isLateState(row.state) ? 'border-crit-line bg-bar-late' : 'border-primary-line bg-bar',
        )}
        style={{ left: `${from}%`, width: `${to - from}%` }}
      >
        <span className="block h-full bg-bar-prog" style={{ width: `${row.progressPercentage}%` }} />
      </span>
      {over > to && (
        <span
          className={classNames(
            'absolute inset-y-0 my-auto h-1.5 rounded-r-mark',
            isLateState(row.state) ? 'bg-crit' : 'bg-warn',
          )}
          style={{ left: `${to}%`, width: `${over - to}%` }}
        />
      )}
      {dueMs !== null && positionIn(range, dueMs) < 100 && (
        <span
          title={`Ship date ${formatShipDate(shipDayMs(row.dueDate ?? ''), dates, nowMs)}`}
          className="absolute inset-y-0 my-auto size-2 rotate-45 bg-ink"
          style={{ left: `calc(${positionIn(range, dueMs)}% - 4px)` }}
        />
      )}
    </>
  )
}

/** One operation on the time axis, with the same keys and selection as in the table. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { row, offset, selected, range, onSelect, index, topPx, heightPx } = props
  const focus = useLineFocus<HTMLTableRowElement>(props)
  return (
    <tr
      {...focus}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-row={row.operationId}
      data-offset={offset}
      className={classNames(
        'group/row absolute top-0 left-0 flex w-full border-line border-b',
        selected ? 'bg-primary-tint' : 'bg-surface hover:bg-hover',
        ring,
      )}
      style={{ height: heightPx, transform: `translateY(${topPx}px)` }}
    >
      <td className="left-0 flex w-80 group-data-scrolled/list:sticky group-data-scrolled/list:z-sticky group-data-scrolled/list:bg-inherit shrink-0 items-center gap-2.5 border-line-2 border-r px-5 max-md:w-48 max-md:px-4">
        <Checkbox
          aria-label={`Select ${row.name} of #${row.projectNumber}`}
          checked={selected}
          onChange={({ nativeEvent }) =>
            onSelect(row, offset, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
        <OperationLink row={row} className="grow" />
        <span className="shrink-0 text-ink-3 text-label tabular-nums max-md:hidden">{lateWords(row)}</span>
      </td>
      <td className="relative min-w-0 grow">
        <Bars row={row} range={range} />
      </td>
    </tr>
  )
})
