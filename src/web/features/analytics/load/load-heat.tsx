import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import type { LoadMatrix } from '#contract/analytics.ts'
import { loadPercent } from '#domain/analytics/load-percent.ts'
import { heatClass, heatSteps, heatText } from '#web/components/load-heat/heat-step.ts'
import { backlogWords, loadMeaning } from '#web/components/load-heat/load-words.ts'
import { weekName } from '#web/components/load-heat/week-name.ts'
import { WorkCenterMark } from '#web/components/project-marks/work-center-mark.tsx'
import { classNames } from '#web/lib/class-names.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import { formatHours } from '#web/lib/format-hours.ts'

type LoadHeatProps = {
  load: LoadMatrix
  dates: DateSettings
  /** The open cell: work center and week. */
  cell: readonly [string, string] | undefined
  onOpen: (categoryId: string, week: string) => void
}

const moves: Record<string, readonly [row: number, column: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

type RowProps = Pick<LoadHeatProps, 'dates'> & {
  center: LoadMatrix['workCenters'][number]
  weeks: LoadMatrix['weeks']
  /** The week of this row whose cell is open. */
  openWeek: string | undefined
  onOpen: (week: string) => void
  /** Props that let the arrow keys reach the button of a column. Column 0 is the backlog, the weeks follow. */
  stop: (column: number) => ComponentProps<'button'>
}

/** Backlog, load per week and peak of one work center. */
const HeatRow = ({ center, weeks, dates, openWeek, onOpen, stop }: RowProps) => {
  const { name, color, loadHours, openHours, backlogHours } = center
  const percents = loadHours.map((hours, week) => loadPercent(hours, openHours[week] ?? 0))
  const peak = percents.reduce<number | null>((most, one) => (one === null ? most : Math.max(most ?? 0, one)), null)
  const thisWeek = (weeks.find(({ isCurrent }) => isCurrent) ?? weeks[0])?.week ?? ''
  return (
    <tr>
      <th scope="row" className="sticky left-0 z-sticky max-w-36 bg-surface pr-2 text-left font-normal">
        <WorkCenterMark color={color}>{name}</WorkCenterMark>
      </th>
      <td className="p-0">
        <button
          type="button"
          {...stop(0)}
          aria-label={`${name}: ${backlogHours > 0 ? backlogWords(backlogHours) : 'no backlog'}`}
          className="block h-6.5 w-full whitespace-nowrap rounded-part px-2 text-right text-label hover:bg-hover"
          onClick={() => onOpen(thisWeek)}
        >
          {backlogHours > 0 ? formatHours(backlogHours) : '–'}
        </button>
      </td>
      {percents.map((percent, index) => {
        const week = weeks[index]?.week ?? ''
        const hours = `${formatHours(loadHours[index])} of ${formatHours(openHours[index])}`
        const over = percent !== null && percent > 100 ? ', over capacity' : ''
        return (
          <td key={week} className="p-0">
            <button
              type="button"
              aria-pressed={week === openWeek}
              {...stop(index + 1)}
              aria-label={`${name}, week of ${weekName(week, dates)}: ${percent === null ? 'closed' : `${heatText(percent)} %`}, ${hours}${over}`}
              title={hours}
              className={classNames(
                'block h-6.5 w-full min-w-11 rounded-part text-label',
                heatClass(percent),
                week === openWeek && 'outline-2 outline-primary-text outline-offset-0',
              )}
              onClick={() => onOpen(week)}
            >
              {heatText(percent)}
            </button>
          </td>
        )
      })}
      <td
        className={classNames(
          'whitespace-nowrap px-2 text-right',
          (peak ?? 0) > 100 ? 'font-semibold text-crit-text' : 'text-ink-2',
        )}
      >
        {heatText(peak)} %
      </td>
    </tr>
  )
}

const HeatHead = ({ weeks, dates }: Pick<RowProps, 'weeks' | 'dates'>) => (
  <thead className="text-axis text-ink-3">
    <tr>
      <th scope="col" className="sticky left-0 bg-surface text-left font-normal">
        <span className="sr-only">Work center</span>
      </th>
      <th scope="col" title={loadMeaning} className="px-2 pb-1 text-right align-bottom font-normal">
        Backlog
      </th>
      {weeks.map(({ week, isCurrent }) => (
        <th
          key={week}
          scope="col"
          className={classNames('min-w-12 px-1 pb-1', isCurrent ? 'font-semibold text-primary-text' : 'font-normal')}
        >
          {isCurrent ? 'This week' : 'Week of'}
          <br />
          {weekName(week, dates)}
        </th>
      ))}
      <th scope="col" className="px-2 pb-1 align-bottom font-normal">
        Peak
      </th>
    </tr>
  </thead>
)

/**
 * Backlog and weekly load of each work center. The table is one tab stop; arrows, Home and End move, Enter opens. The
 * backlog opens the cell of this week, which also lists the operations of the backlog.
 */
export function LoadHeat({ load, dates, cell, onOpen }: LoadHeatProps) {
  const { weeks, workCenters } = load
  const table = useRef<HTMLTableElement>(null)
  const opened = [
    workCenters.findIndex(({ categoryId }) => categoryId === cell?.[0]),
    weeks.findIndex(({ week }) => week === cell?.[1]) + 1,
  ]
  const [current, setCurrent] = useState([Math.max(0, opened[0] ?? 0), Math.max(1, opened[1] ?? 1)])
  const focus = (row: number, column: number) => {
    const to = [Math.min(Math.max(row, 0), workCenters.length - 1), Math.min(Math.max(column, 0), weeks.length)]
    setCurrent(to)
    table.current?.querySelector<HTMLElement>(`[data-cell="${to[0]}-${to[1]}"]`)?.focus()
  }
  const move = (event: KeyboardEvent, row: number, column: number) => {
    const step = moves[event.key]
    if (!step && event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    if (step) focus(row + step[0], column + step[1])
    else focus(row, event.key === 'Home' ? 0 : weeks.length)
  }
  const stop = (row: number, column: number) => ({
    'data-cell': `${row}-${column}`,
    tabIndex: current[0] === row && current[1] === column ? 0 : -1,
    onFocus: () => setCurrent([row, column]),
    onKeyDown: (event: KeyboardEvent) => move(event, row, column),
  })
  return (
    <>
      <div className="overflow-x-auto p-3">
        <table
          ref={table}
          aria-label="Load of capacity by week, percent"
          className="w-full border-separate [border-spacing:0.125rem]"
        >
          <HeatHead weeks={weeks} dates={dates} />
          <tbody className="tabular-nums">
            {workCenters.map((center, row) => (
              <HeatRow
                key={center.categoryId}
                center={center}
                weeks={weeks}
                dates={dates}
                openWeek={center.categoryId === cell?.[0] ? cell[1] : undefined}
                onOpen={(week) => onOpen(center.categoryId, week)}
                stop={(column) => stop(row, column)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <ul className="flex flex-wrap gap-x-3 gap-y-1 px-3 pb-3 text-ink-2 text-label" aria-label="Percent of capacity">
        {heatSteps.map(({ name, className }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={classNames('size-3 rounded-mark border border-line-2', className)} />
            {name}
          </li>
        ))}
      </ul>
    </>
  )
}
