import { memo } from 'react'
import { calendarOf, hasFlag } from '#domain/schedule/movable-plan.ts'
import type { PlanView } from '../frame/plan-view.ts'
import { leastGapPx } from '../frame/time-backdrop.tsx'
import { materialPath, materialPx } from '../frame/warn-path.ts'
import { type GanttScene, useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { boxPath } from '../model/bar-path.ts'
import { differs } from '../model/other-dates.ts'
import { awaitedMaterialMs, type ScheduleModel } from '../model/schedule-model.ts'
import { msAt, xOf } from '../model/time-scale.ts'
import { rowPx } from './row-px.ts'

interface RowGroundsProps {
  readonly view: PlanView
  readonly rows: Int32Array
  readonly firstRow: number
  /** The rendered part of `rows`, from `firstRow` on. */
  readonly shown: Int32Array
}

/** The working time of a row: of an operation that of its work center and pool, of a project the organization's. */
const calendarOfRow = (model: ScheduleModel, row: number) => (row < 0 ? model.calendars[0] : calendarOf(model, row))

/** Closed time of the rows as one path. Rows below each other with the same working time share their shapes. */
const closedPath = ({ model, scale }: GanttScene, { view, rows, shown }: RowGroundsProps): string => {
  const { fromX, toX } = view
  const [fromMs, toMs] = [msAt(scale, fromX), msAt(scale, toX)]
  let path = ''
  const draw = (calendar: ScheduleModel['calendars'][number] | undefined, top: number, bottom: number) => {
    const gaps = calendar?.closedBetween(fromMs, toMs, leastGapPx / scale.pxPerMs) ?? []
    for (let i = 0; i < gaps.length; i += 2) {
      const x = xOf(scale, gaps[i] ?? 0)
      path += boxPath(x - fromX, top, xOf(scale, gaps[i + 1] ?? 0) - x, bottom - top)
    }
  }
  let since = 0
  for (let i = 1; i <= shown.length; i++) {
    const calendar = calendarOfRow(model, at(shown, since))
    if (i < shown.length && calendarOfRow(model, at(shown, i)) === calendar) continue
    draw(calendar, since * rowPx, i * rowPx)
    since = i
  }
  // Below the last row there may be room left in the window.
  if (rows.length * rowPx < view.heightPx) draw(model.calendars[0], shown.length * rowPx, view.heightPx)
  return path
}

/** The ship dates as lines through the rows of open operations, and the instants at which awaited material is ready. */
const marks = ({ model, scale }: GanttScene, { view: { fromX, toX }, shown }: RowGroundsProps) => {
  let [due, material] = ['', '']
  shown.forEach((row, i) => {
    if (row < 0 || hasFlag(model, row, 'completed')) return
    const dueMs = at(model.dueMs, at(model.projectOf, row))
    const dueX = xOf(scale, dueMs)
    if (dueMs > 0 && dueX > fromX && dueX < toX) due += `M${Math.round(dueX - fromX) + 0.5} ${i * rowPx}v${rowPx}`
    const readyMs = awaitedMaterialMs(model, row)
    const readyX = xOf(scale, readyMs)
    if (readyMs > 0 && readyX > fromX && readyX < toX)
      material += materialPath(readyX - fromX - materialPx / 2, i * rowPx + rowPx / 2 - materialPx / 2)
  })
  return { due, material }
}

/** Top and height of a bar of the forecast or of the baseline in its row. */
const [forecastTop, forecastHeight, baselineTop, baselineHeight] = [9, 14, 27, 3]

/** The forecast where it differs from the plan, and the slack from there to need-by. */
const forecastPaths = (
  { model, scale, look, forecast }: GanttScene,
  { view: { fromX, toX }, shown }: RowGroundsProps,
) => {
  let [boxes, slack] = ['', '']
  if (!forecast || !look.forecast) return { boxes, slack }
  shown.forEach((row, i) => {
    if (row < 0 || at(forecast.endMs, row) === 0) return
    const top = i * rowPx
    const endX = xOf(scale, at(forecast.endMs, row))
    const startX = xOf(scale, at(forecast.startMs, row))
    const planX = xOf(scale, at(model.endMs, row))
    if (differs(model, forecast, row) && endX > fromX && Math.min(startX, planX) < toX) {
      boxes += boxPath(startX - fromX, top + forecastTop, Math.max(2, endX - startX), forecastHeight)
      if (startX > planX) boxes += `M${(planX - fromX).toFixed(1)} ${top + rowPx / 2}H${(startX - fromX).toFixed(1)}`
    }
    const needX = xOf(scale, at(forecast.needByMs, row))
    if (needX > endX + 1 && needX > fromX && endX < toX)
      slack += `M${(Math.max(endX, fromX - 9) - fromX).toFixed(1)} ${top + rowPx / 2}H${(Math.min(needX, toX + 9) - fromX).toFixed(1)}m0 -3v6`
  })
  return { boxes, slack }
}

/** The dates to compare with, as thin bars below those of the plan. */
const baselinePath = ({ scale, baseline }: GanttScene, { view: { fromX, toX }, shown }: RowGroundsProps): string => {
  let path = ''
  if (!baseline) return path
  shown.forEach((row, i) => {
    if (row < 0 || at(baseline.startMs, row) === 0) return
    const [startX, endX] = [xOf(scale, at(baseline.startMs, row)), xOf(scale, at(baseline.endMs, row))]
    if (endX < fromX || startX > toX) return
    path += boxPath(startX - fromX, i * rowPx + baselineTop, Math.max(2, endX - startX), baselineHeight)
  })
  return path
}

/** What lies behind the bars of the visible rows: closed time, ship dates, when material is ready, forecast, slack and baseline. */
export const RowGrounds = memo(function RowGrounds(props: RowGroundsProps) {
  const gantt = useGantt()
  const { view, shown, rows } = props
  const { due, material } = marks(gantt, props)
  const { boxes, slack } = forecastPaths(gantt, props)
  const isShort = rows.length * rowPx < view.heightPx
  return (
    <svg
      className="pointer-events-none absolute top-0 left-0"
      width={view.toX - view.fromX}
      height={isShort ? view.heightPx : shown.length * rowPx}
      aria-hidden="true"
    >
      <path d={closedPath(gantt, props)} className="fill-off-time" data-closed="" />
      <path d={due} className="fill-none stroke-ink-3" strokeDasharray="2 3" data-due="" />
      <path d={material} className="fill-warn" data-material-ready="" />
      <path d={slack} className="fill-none stroke-ok" strokeWidth={1.5} data-slack="" />
      <path d={boxes} className="fill-none stroke-ink-2" strokeDasharray="3 2" data-forecast="" />
      <path d={baselinePath(gantt, props)} className="fill-ink-3" data-baseline="" />
    </svg>
  )
})
