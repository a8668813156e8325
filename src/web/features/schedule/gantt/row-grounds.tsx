import { memo } from 'react'
import { calendarOf, hasFlag } from '#domain/schedule/movable-plan.ts'
import { Path } from '../frame/path.tsx'
import type { PlanView } from '../frame/plan-view.ts'
import { type ClosedIn, useClosedTime } from '../frame/use-closed-time.ts'
import { materialPath, materialPx } from '../frame/warn-path.ts'
import { type GanttScene, useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { boxPath } from '../model/bar-path.ts'
import { differs } from '../model/other-dates.ts'
import { isProjectRow } from '../model/row-groups.ts'
import { awaitedMaterialMs, type ScheduleModel } from '../model/schedule-model.ts'
import { xOf } from '../model/time-scale.ts'
import { rowPx } from './row-px.ts'

/** Rows that share their shapes. They are drawn again only when one of them changes, not when the window moves. */
const rowsTogether = 8

interface GroundsProps {
  readonly rows: Int32Array
  /** Which of the rows: `first` up to `last` (exclusive). */
  readonly first: number
  readonly last: number
  /** Where the first of them is on the surface, and where their part of it ends: it can go on below the last row. */
  readonly top: number
  readonly bottom: number
  readonly originX: number
  readonly endX: number
  readonly closedIn: ClosedIn
}

/** The working time of a row: of an operation that of its work center and pool, of a project the organization's. */
const calendarOfRow = (model: ScheduleModel, row: number) => (row < 0 ? model.calendars[0] : calendarOf(model, row))

/** Closed time of the rows as one path. Rows below each other with the same working time share their shapes. */
const closedPath = (
  { model }: GanttScene,
  { rows, first, last, top, bottom, originX, endX, closedIn }: GroundsProps,
) => {
  const part = { fromX: originX, toX: endX, originX }
  const shown = rows.subarray(first, last)
  let path = ''
  const draw = (calendar: ScheduleModel['calendars'][number] | undefined, fromY: number, toY: number) => {
    for (const { x, width } of closedIn(calendar, part).gaps) path += boxPath(x, fromY, width, toY - fromY)
  }
  let since = 0
  for (let i = 1; i <= shown.length; i++) {
    const calendar = calendarOfRow(model, at(shown, since))
    if (i < shown.length && calendarOfRow(model, at(shown, i)) === calendar) continue
    draw(calendar, since * rowPx, i * rowPx)
    since = i
  }
  const rowsPx = shown.length * rowPx
  if (bottom - top > rowsPx) draw(model.calendars[0], rowsPx, bottom - top)
  return path
}

/** The lines below the rows. */
const edges = ({ first, last, originX, endX }: GroundsProps): string => {
  let path = ''
  for (let row = first; row < last; row++) path += `M0 ${(row - first + 1) * rowPx - 0.5}H${endX - originX}`
  return path
}

/** The ship dates as lines through the rows of open operations, and the instants at which awaited material is ready. */
const marks = ({ model, scale }: GanttScene, { rows, first, last, originX, endX }: GroundsProps) => {
  let [due, material] = ['', '']
  rows.subarray(first, last).forEach((row, i) => {
    if (row < 0 || hasFlag(model, row, 'completed')) return
    const dueMs = at(model.dueMs, at(model.projectOf, row))
    const dueX = xOf(scale, dueMs)
    if (dueMs > 0 && dueX > originX && dueX < endX) due += `M${Math.round(dueX - originX) + 0.5} ${i * rowPx}v${rowPx}`
    const readyMs = awaitedMaterialMs(model, row)
    const readyX = xOf(scale, readyMs)
    if (readyMs > 0 && readyX > originX && readyX < endX)
      material += materialPath(readyX - originX - materialPx / 2, i * rowPx + rowPx / 2 - materialPx / 2)
  })
  return { due, material }
}

/** Top and height of a bar of the forecast or of the baseline in its row. */
const [forecastTop, forecastHeight, baselineTop, baselineHeight] = [9, 14, 27, 3]

/** The forecast where it differs from the plan, and the slack from there to need-by. */
const forecastPaths = (
  { model, scale, look, forecast }: GanttScene,
  { rows, first, last, originX, endX: surfaceEndX }: GroundsProps,
) => {
  let [boxes, slack] = ['', '']
  if (!forecast || !look.forecast) return { boxes, slack }
  rows.subarray(first, last).forEach((row, i) => {
    if (row < 0 || at(forecast.endMs, row) === 0) return
    const top = i * rowPx
    const endX = xOf(scale, at(forecast.endMs, row))
    const startX = xOf(scale, at(forecast.startMs, row))
    const planX = xOf(scale, at(model.endMs, row))
    if (differs(model, forecast, row) && endX > originX && Math.min(startX, planX) < surfaceEndX) {
      boxes += boxPath(startX - originX, top + forecastTop, Math.max(2, endX - startX), forecastHeight)
      if (startX > planX)
        boxes += `M${(planX - originX).toFixed(1)} ${top + rowPx / 2}H${(startX - originX).toFixed(1)}`
    }
    const needX = xOf(scale, at(forecast.needByMs, row))
    if (needX > endX + 1 && needX > originX && endX < surfaceEndX)
      slack += `M${(Math.max(endX, originX - 9) - originX).toFixed(1)} ${top + rowPx / 2}H${(Math.min(needX, surfaceEndX + 9) - originX).toFixed(1)}m0 -3v6`
  })
  return { boxes, slack }
}

/** Height of the range of the odds, and of the tick at its end. */
const [rangeHeight, tickHeight] = [4, 12]

/** The odds of a row as a range from 10 to 90 %; null = it has none, or they are not shown. Those of a project always are. */
const rangeOf = ({ model, look, forecast, selected }: GanttScene, row: number): readonly [number, number] | null => {
  if (row >= 0) {
    const isShown = forecast && (look.forecast || row === selected) && at(forecast.p90Ms, row) > 0
    return isShown ? [at(forecast.p10Ms, row), at(forecast.p90Ms, row)] : null
  }
  if (!isProjectRow(model, row)) return null
  const { p10Ms, p90Ms } = model.data.projects
  return at(p90Ms, -1 - row) > 0 ? [at(p10Ms, -1 - row), at(p90Ms, -1 - row)] : null
}

/** When work will end, as a thin range behind the bars. */
const rangePath = (gantt: GanttScene, { rows, first, last, originX, endX: surfaceEndX }: GroundsProps): string => {
  let path = ''
  rows.subarray(first, last).forEach((row, i) => {
    const range = rangeOf(gantt, row)
    if (!range) return
    const [fromX, toX] = [xOf(gantt.scale, range[0]), xOf(gantt.scale, range[1])]
    if (toX < originX || fromX > surfaceEndX) return
    const middle = i * rowPx + rowPx / 2
    path += boxPath(fromX - originX, middle - rangeHeight / 2, Math.max(1, toX - fromX), rangeHeight)
    path += boxPath(toX - originX, middle - tickHeight / 2, 2, tickHeight)
  })
  return path
}

/** The dates to compare with, as thin bars below those of the plan. */
const baselinePath = (
  { scale, baseline }: GanttScene,
  { rows, first, last, originX, endX: surfaceEndX }: GroundsProps,
): string => {
  let path = ''
  if (!baseline) return path
  rows.subarray(first, last).forEach((row, i) => {
    if (row < 0 || at(baseline.startMs, row) === 0) return
    const [startX, endX] = [xOf(scale, at(baseline.startMs, row)), xOf(scale, at(baseline.endMs, row))]
    if (endX < originX || startX > surfaceEndX) return
    path += boxPath(startX - originX, i * rowPx + baselineTop, Math.max(2, endX - startX), baselineHeight)
  })
  return path
}

const Grounds = memo(function Grounds(props: GroundsProps) {
  const gantt = useGantt()
  const { due, material } = marks(gantt, props)
  const { boxes, slack } = forecastPaths(gantt, props)
  const { rows, first, last, top, bottom, originX, endX } = props
  const selectedTop = gantt.selected < 0 ? -1 : rows.subarray(first, last).indexOf(gantt.selected) * rowPx
  return (
    <svg
      className="pointer-events-none absolute left-0"
      style={{ top }}
      width={endX - originX}
      height={bottom - top}
      aria-hidden="true"
    >
      {selectedTop >= 0 && <rect y={selectedTop} width="100%" height={rowPx} className="fill-primary-tint" />}
      <Path d={closedPath(gantt, props)} className="fill-off-time" data-closed="" />
      <path d={edges(props)} className="fill-none stroke-line" />
      <Path d={due} className="fill-none stroke-ink-3" strokeDasharray="2 3" data-due="" />
      <Path d={material} className="fill-warn" data-material-ready="" />
      <Path d={rangePath(gantt, props)} className="fill-ink-3/60" data-odds="" />
      <Path d={slack} className="fill-none stroke-ok" strokeWidth={1.5} data-slack="" />
      <Path d={boxes} className="fill-none stroke-ink-2" strokeDasharray="3 2" data-forecast="" />
      <Path d={baselinePath(gantt, props)} className="fill-ink-3" data-baseline="" />
    </svg>
  )
})

interface RowGroundsProps {
  readonly view: PlanView
  readonly rows: Int32Array
  /** The rendered rows: `firstRow` up to `lastRow` (exclusive). */
  readonly firstRow: number
  readonly lastRow: number
}

/** What lies behind the bars of the visible rows: closed time, ship dates, when material is ready, odds, forecast, slack and baseline. */
export function RowGrounds({ view: { originX, endX, originY, endY }, rows, firstRow, lastRow }: RowGroundsProps) {
  const closedIn = useClosedTime()
  const parts: GroundsProps[] = []
  for (let first = firstRow - (firstRow % rowsTogether); first < lastRow; first += rowsTogether) {
    const last = Math.min(first + rowsTogether, rows.length)
    const bottom = last === rows.length ? endY - originY : last * rowPx - originY
    parts.push({ rows, first, last, top: first * rowPx - originY, bottom, originX, endX, closedIn })
  }
  return parts.map((part) => <Grounds key={part.first} {...part} />)
}
