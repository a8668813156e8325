import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { SkeletonRow } from '#web/components/data-list/skeleton-row.tsx'
import { groupRowOf } from '#web/components/operation-table/group-row.tsx'
import type { ListSearch } from '#web/components/operation-table/list-search.ts'
import { useTableScene } from '#web/components/operation-table/table-scene.ts'
import type { OperationList } from '#web/components/operation-table/use-operation-list.ts'
import { useTableLines } from '#web/components/operation-table/use-table-lines.ts'
import { useWeekStartsOn } from '#web/components/reader/use-week-starts-on.ts'
import { formatShipDate } from '#web/lib/format-date.ts'
import { tabOf } from '../overdue-search.ts'
import { positionIn, type TimeRange, timeRange } from './time-range.ts'
import { TimelineRow } from './timeline-row.tsx'

/** Initial position of 'now' as a share of the width, from the left. */
const nowFraction = 0.85
const skeletonLooks = [{ widthPx: 320 }, { widthPx: 400, grows: 1 }]

/** The header of the table: the starts of the weeks, and now. */
function TimelineHead({ range, heightPx }: { range: TimeRange; heightPx: number }) {
  const { dates, nowMs } = useTableScene()
  return (
    <thead className="sticky top-0 z-sticky block">
      <tr className="flex border-line-2 border-b bg-sunken text-ink-3 text-label" style={{ height: heightPx }}>
        <th
          scope="col"
          className="sticky left-0 z-sticky flex w-80 shrink-0 items-center border-line-2 border-r bg-inherit px-5 font-normal max-md:w-48 max-md:px-4"
        >
          Operation
        </th>
        <th scope="col" className="relative min-w-0 grow font-normal">
          <span className="sr-only">Scheduled time</span>
          {range.weekStarts.map((weekMs, index) => (
            <span
              key={weekMs}
              aria-hidden="true"
              className="absolute inset-y-0 flex items-center whitespace-nowrap border-line-2 border-l pl-1 tabular-nums"
              style={{ left: `${positionIn(range, weekMs)}%` }}
            >
              {(index % 2 === 0 || range.weekStarts.length <= 10) && formatShipDate(weekMs, dates, nowMs)}
            </span>
          ))}
          <span
            className="absolute inset-y-0 z-links w-0.5 bg-primary"
            style={{ left: `${positionIn(range, nowMs)}%` }}
            title="Now"
          />
        </th>
      </tr>
    </thead>
  )
}

type TimelineViewProps = { list: OperationList; search: ListSearch; searchField: RefObject<HTMLInputElement | null> }

/** The same operations on a time axis: planned, done, forecast, and the ship date. */
export function TimelineView({ list, search, searchField }: TimelineViewProps) {
  const { data, selecting } = list
  const { dates, nowMs } = useTableScene()
  const tab = tabOf(search)
  const worst = Math.max(0, ...(data.list.data?.rows.map((row) => row.daysOverdue) ?? []))
  const weekStartsOn = useWeekStartsOn()
  const { zone } = dates
  const range = useMemo(
    () => timeRange(tab, nowMs, { zone, weekStartsOn }, worst),
    [tab, nowMs, zone, weekStartsOn, worst],
  )
  const lines = useTableLines(list, search, searchField)
  const { layout } = data
  const groupRow = groupRowOf(list)
  const { scroller } = lines
  const shownFrom = useRef(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || shownFrom.current === range.fromMs) return
    shownFrom.current = range.fromMs
    // If the axis is wider than the screen, the initial scroll position shows now near the right edge and the past to its left.
    const names = element.querySelector('th')?.clientWidth ?? 0
    const nowPx = names + ((element.scrollWidth - names) * positionIn(range, nowMs)) / 100
    element.scrollLeft = nowPx - element.clientWidth * nowFraction
  }, [scroller, range, nowMs])
  return (
    <section
      ref={lines.scroller}
      aria-label="Overdue operations"
      className="group/list relative min-h-0 grow overflow-auto bg-surface"
      onScroll={({ currentTarget }) => currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0)}
    >
      <table aria-rowcount={layout.count + 1} className="relative block w-full min-w-250">
        <TimelineHead range={range} heightPx={lines.headPx} />
        <tbody className="relative block" style={{ height: lines.totalPx }}>
          {lines.shown.map((index) => {
            const at = lines.lineOf(index)
            const here = layout.lineAt(index)
            if (here.kind === 'group') return groupRow(here.group, at)
            const row = data.rowAt(here.offset)
            if (!row) return <SkeletonRow {...at} key={index} offset={here.offset} looks={skeletonLooks} />
            return (
              <TimelineRow
                {...at}
                row={row}
                range={range}
                key={index}
                offset={here.offset}
                selected={selecting.isSelected(row)}
                onSelect={list.selectRow}
              />
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
