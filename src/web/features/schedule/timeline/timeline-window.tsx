import { type PointerEvent, type RefObject, useEffect, useMemo, useRef } from 'react'
import { isMovable } from '#domain/schedule/movable-plan.ts'
import { closedGaps } from '../frame/closed-gaps.ts'
import { gridRole, named } from '../frame/grid-roles.ts'
import { hoverHandlers } from '../frame/hover-handlers.ts'
import type { PlanView } from '../frame/plan-view.ts'
import { TimeBackdrop } from '../frame/time-backdrop.tsx'
import { LinkHandle } from '../gantt/link-handle.tsx'
import { type GanttScene, useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { boxPath } from '../model/bar-path.ts'
import { planRefusal } from '../model/center-refusals.ts'
import { firstEndingAfter } from '../model/lanes.ts'
import type { ScheduleModel } from '../model/schedule-model.ts'
import { msAt, xOf } from '../model/time-scale.ts'
import { MoveLayer } from '../move/move-layer.tsx'
import { TipLayer } from '../move/move-tip.tsx'
import { pickOperation } from '../move/pick-operation.ts'
import { edgeAt, startBarDrag } from '../move/start-bar-drag.ts'
import { startLinkDrag } from '../move/start-link-drag.ts'
import { startRefusedDrag } from '../move/start-refused-drag.ts'
import type { TimePart } from './band-drawing.ts'
import { BandHead } from './band-head.tsx'
import { type BandLayout, barTopOf } from './band-layout.ts'
import { BandRow } from './band-row.tsx'
import { PaintedTime } from './painted-time.tsx'
import { Rings } from './rings.tsx'
import { startPainting } from './start-painting.ts'

const slackPx = 2

interface BarUnderPointer {
  readonly operation: number
  /** Where the bar ends in the browser window. */
  readonly bottom: number
  readonly box: { readonly left: number; readonly right: number }
  readonly isPool: boolean
}

/** The operation under the pointer, found by lane and time, because small bars are not elements of their own. */
const barAt = (
  surface: HTMLElement,
  { model, scale }: GanttScene,
  { lanes }: BandLayout,
  view: PlanView,
  { clientX, clientY }: { clientX: number; clientY: number },
): BarUnderPointer | null => {
  const box = surface.getBoundingClientRect()
  const y = clientY - box.top + view.originY
  const x = clientX - box.left + view.originX
  const lane = lanes.find(({ barTop }) => y >= barTop && y < barTop + 20)
  if (!lane) return null
  const index = firstEndingAfter(model, lane.operations, msAt(scale, x - slackPx))
  const operation = lane.operations[index]
  if (operation === undefined || at(model.startMs, operation) > msAt(scale, x + slackPx)) return null
  const left = box.left - view.originX + xOf(scale, at(model.startMs, operation))
  const right = box.left - view.originX + xOf(scale, at(model.endMs, operation))
  return { operation, bottom: box.top + lane.barTop + 20 - view.originY, isPool: lane.isPool, box: { left, right } }
}

/** Finds the work center of the row under the pointer; null = that of the operation, or none. */
const otherCenterAt =
  (surface: HTMLElement, { data }: ScheduleModel, { bands }: BandLayout, { originY }: PlanView, operation: number) =>
  (clientY: number): number | null => {
    const y = clientY - surface.getBoundingClientRect().top + originY
    const band = bands.find(({ top, heightPx }) => y >= top && y < top + heightPx)
    if (!band || band.isPool || band.category < 0) return null
    return band.category === data.operations.category[operation] ? null : band.category
  }

/** Selects an operation, and begins to drag its bar where it may be moved. */
const takeBar = (
  gantt: GanttScene,
  area: HTMLElement,
  event: PointerEvent<HTMLDivElement>,
  { operation, isPool, box }: BarUnderPointer,
  centerAt: (clientY: number) => number | null,
) => {
  const onClick = () => gantt.select(operation)
  if (isPool || !isMovable(gantt.model, operation)) return onClick()
  const refusal = planRefusal(gantt, operation)
  if (refusal !== null) return startRefusedDrag(gantt, area, event, { refusal, onClick })
  startBarDrag(gantt, area, event, { operation, edge: edgeAt(box, event.clientX), onClick, rowAt: centerAt })
}

/** Finds the top of a bar in px of the surface; null when its lane is not rendered. */
const topIn =
  (layout: BandLayout, { fromY, toY, originY }: PlanView) =>
  (operation: number): number | null => {
    const top = barTopOf(layout, operation)
    return top === null || top < fromY - 40 || top > toY ? null : top - originY
  }

/** Lets what is dragged from elsewhere find the lane under the pointer. */
const useLanes = (surface: RefObject<HTMLDivElement | null>, layout: BandLayout, { originX, originY }: PlanView) => {
  const { store, scale } = useGantt()
  useEffect(() => {
    const laneAt = (x: number, y: number) => {
      const area = surface.current
      const isHere = area?.contains(document.elementFromPoint(x, y))
      if (!area || !isHere) return null
      const box = area.getBoundingClientRect()
      const [left, top] = [x - box.left + originX, y - box.top + originY]
      const band = layout.bands.find((one) => top >= one.top && top < one.top + one.heightPx)
      return !band || band.isPool ? null : { ms: msAt(scale, left), category: band.category }
    }
    store.setState({ laneAt })
    return () => store.setState({ laneAt: null })
  }, [store, scale, surface, layout, originX, originY])
}

/** Presses on the rows: on a bar, on the end of a bar to draw a link, or beside them to paint a time. */
const usePress = (
  surface: RefObject<HTMLDivElement | null>,
  layout: BandLayout,
  view: PlanView,
  onWalk: (operation: number) => void,
) => {
  const gantt = useGantt()
  return (event: PointerEvent<HTMLDivElement>) => {
    const area = surface.current
    if (!area || event.button !== 0) return
    const linkedFrom = (event.target as HTMLElement).dataset.linkHandle
    const under = (point: { clientX: number; clientY: number }) => barAt(area, gantt, layout, view, point)
    if (linkedFrom)
      return startLinkDrag(gantt, area, Number(linkedFrom), (clientX, clientY) => {
        return under({ clientX, clientY })?.operation ?? -1
      })
    const bar = under(event)
    if (!bar) return startPainting(gantt, area, event, { bands: layout.bands, view })
    if (event.ctrlKey || event.metaKey) return void pickOperation(gantt, bar.operation)
    onWalk(bar.operation)
    takeBar(gantt, area, event, bar, otherCenterAt(area, gantt.model, layout, view, bar.operation))
  }
}

/** Finds the closed time of a work center in a part of the time as path data that is 1 px high, once for each calendar. */
const useClosedTime = (part: TimePart) => {
  const { model, scale } = useGantt()
  const { calendars } = model
  const ofCalendar = useMemo(() => {
    const known = new Map<number, string>()
    return (calendar: number): string => {
      const before = known.get(calendar)
      if (before !== undefined) return before
      const gaps = closedGaps(scale, calendars[calendar], part)
      const path = gaps.map(({ x, width }) => boxPath(x, 0, width, 1)).join('')
      known.set(calendar, path)
      return path
    }
  }, [calendars, scale, part])
  return (category: number) => ofCalendar(model.data.categories[category]?.calendar ?? 0)
}

interface TimelineWindowProps {
  readonly view: PlanView
  readonly layout: BandLayout
  readonly columnPx: number
  /** The operation that can take the focus. */
  readonly active: number
  readonly onWalk: (operation: number) => void
}

/** The rendered bands, with heads on the left and bars and loads beside them. */
export function TimelineWindow({ view, layout, columnPx, active, onWalk }: TimelineWindowProps) {
  const gantt = useGantt()
  const { store } = gantt
  const { fromX, toX, fromY, toY, originX, endX, originY, endY } = view
  const surface = useRef<HTMLDivElement>(null)
  const bands = layout.bands.filter(({ top, heightPx }) => top < toY && top + heightPx > fromY)
  const part = useMemo(() => ({ fromX, toX, originX }), [fromX, toX, originX])
  const closedOf = useClosedTime(part)
  const topOf = topIn(layout, view)
  const press = usePress(surface, layout, view, onWalk)
  const activeTop = barTopOf(layout, active) ?? -1
  const hover = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType === 'touch' || event.buttons !== 0 || !surface.current || store.getState().move) return
    // The dot at the end of a bar is part of it.
    if ((event.target as HTMLElement).dataset.linkHandle) return
    const bar = barAt(surface.current, gantt, layout, view, event)
    if ((store.getState().hovered?.operation ?? -1) === (bar?.operation ?? -1)) return
    store.setState({ hovered: bar && { operation: bar.operation, x: event.clientX, y: bar.bottom } })
  }
  useLanes(surface, layout, view)
  const pointer = { ...hoverHandlers(gantt), onPointerDown: press, onPointerMove: hover }
  return (
    <>
      <div className="sticky left-0 z-[6] h-0" style={{ width: columnPx }}>
        <div
          className="relative border-line-2 border-r bg-surface"
          style={{ height: endY - originY, transform: `translate3d(0,${view.offsetY}px,0)` }}
        >
          {bands.map(({ band, top }) => (
            <BandHead key={band.category} band={band} top={top - originY} />
          ))}
        </div>
      </div>
      {/* It is opaque, so that it can be put together with the rest of the screen quickly. */}
      <div
        ref={surface}
        {...named(gridRole, 'Schedule by work center', { 'aria-rowcount': layout.bands.length })}
        className="absolute top-12 left-0 z-[1] bg-surface"
        style={{
          width: endX - originX,
          height: endY - originY,
          transform: `translate3d(${columnPx + originX}px,${view.offsetY}px,0)`,
        }}
        {...pointer}
      >
        <TimeBackdrop originX={originX} endX={endX} heightPx={endY - originY} />
        {bands.map(({ band, top }) => (
          <BandRow
            key={band.category}
            band={band}
            top={top - originY}
            part={part}
            closed={closedOf(band.category)}
            active={activeTop >= top && activeTop < top + band.heightPx ? active : -1}
          />
        ))}
        <Rings layout={layout} view={view} />
        <PaintedTime bands={bands} view={view} />
        <LinkHandle originX={originX} topOf={topOf} atCorner />
        <MoveLayer fromX={fromX} toX={toX} originX={originX} topOf={topOf} />
      </div>
      <TipLayer view={view} topOf={topOf} bottomPx={toY - originY} fixedPx={columnPx} />
    </>
  )
}
