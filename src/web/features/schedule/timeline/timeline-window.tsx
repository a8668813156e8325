import { memo, type PointerEvent, type RefObject, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { isMovable } from '#domain/schedule/movable-plan.ts'
import { ChangeoverBar } from '../frame/changeover-bar.tsx'
import { cellRole, gridRole, named, rowRole } from '../frame/grid-roles.ts'
import { hoverHandlers } from '../frame/hover-handlers.ts'
import { type PlanView, windowInTurn } from '../frame/plan-view.ts'
import { TimeBackdrop } from '../frame/time-backdrop.tsx'
import { useKeptScenes } from '../frame/use-kept-scenes.ts'
import { LinkHandle } from '../gantt/link-handle.tsx'
import { type GanttScene, PartContext, useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
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
import { BandHead, BandName } from './band-head.tsx'
import { type Band, type BandLayout, barTopOf, type PlacedBand } from './band-layout.ts'
import { BarLabels } from './bar-label.tsx'
import { BarShapes } from './bar-shapes.tsx'
import { LoadStrip } from './load-strip.tsx'
import { PaintedTime } from './painted-time.tsx'
import { startPainting } from './start-painting.ts'
import { labelShare, type TimePart, type VisibleBar, visibleBars } from './visible-bars.ts'

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

/** The changeovers before the visible bars. */
function Changeovers({ bars, part }: { bars: readonly VisibleBar[]; part: TimePart }) {
  const { changeovers } = useGantt().model
  return bars
    .filter(({ operation }) => changeovers.has(operation))
    .map(({ operation, y }) => <ChangeoverBar key={operation} operation={operation} {...part} top={y} />)
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

interface BandProps {
  readonly scene: GanttScene
  readonly band: Band
  /** Where the band is on the surface. */
  readonly top: number
  readonly fromX: number
  readonly toX: number
  readonly originX: number
  /** How many labels the band may have in each part of the time. */
  readonly mostLabels: number
  /** The operation that can take the focus; -1 = it is in another band. */
  readonly active: number
  /** Whether it has its labels and numbers yet. */
  readonly hasLabels: boolean
}

/** Labels are drawn for parts of this length, so that most of them stay as they are when the window moves. */
const labelsPx = 256

/** The parts of the time with the labels in the window: those of the window, and those before it in which bars begin that reach into it. */
const labelParts = ({ model, scale }: GanttScene, lanes: readonly Int32Array[], fromX: number, toX: number) => {
  const parts = new Set<number>()
  for (const lane of lanes) {
    const first = lane[firstEndingAfter(model, lane, msAt(scale, fromX))]
    const x = first === undefined ? fromX : xOf(scale, at(model.startMs, first))
    if (x < fromX) parts.add(Math.floor(x / labelsPx))
  }
  for (let x = fromX; x < toX; x += labelsPx) parts.add(Math.floor(x / labelsPx))
  return [...parts]
}

/**
 * The bar of the operation that can take the focus, and the part of the time that has its label. It stays that part when the bar is moved,
 * because a label that comes into another part would lose the focus.
 */
const useFocused = (active: number, bars: readonly VisibleBar[], originX: number) => {
  const home = useRef({ active: -1, part: 0 })
  const focused = bars.find(({ operation }) => operation === active)
  if (focused && home.current.active !== active)
    home.current = { active, part: Math.floor((focused.x + originX) / labelsPx) }
  return { focused, home: home.current.part }
}

/** A work center: its name, its bars with their labels, and its load. Scrolling up and down leaves it as it is. */
const BandRow = memo(function BandRow(props: BandProps) {
  const { scene, band, top, fromX, toX, originX, mostLabels, active, hasLabels } = props
  const { model, scale, look } = scene
  const part = useMemo(() => ({ fromX, toX, originX }), [fromX, toX, originX])
  const visible = useMemo(() => visibleBars({ model, scale, look }, band.lanes, part), [model, scale, look, band, part])
  const { focused, home } = useFocused(active, visible.bars, originX)
  const parts = hasLabels ? labelParts(scene, band.lanes, fromX, toX) : []
  return (
    <PartContext value={scene}>
      {/* A layer of its own, which must have a height: then the browser paints only this row again when something changes in it. */}
      <div {...rowRole} className="absolute left-0 w-full will-change-transform" style={{ top, height: band.heightPx }}>
        <BandName band={band} />
        <BarShapes band={band} part={part} visible={visible} />
        <Changeovers bars={visible.bars} part={part} />
        {(!focused || parts.includes(home) ? parts : [...parts, home]).map((index) => (
          <BarLabels
            key={index}
            band={band}
            originX={originX}
            active={active}
            focused={index === home ? (focused ?? null) : null}
            fromX={index * labelsPx}
            toX={(index + 1) * labelsPx}
            // The label of a bar that begins before the window is moved into view.
            leastX={index * labelsPx < fromX ? fromX : 0}
            most={mostLabels}
          />
        ))}
        {band.hasStrip && (
          <div {...cellRole}>
            <LoadStrip band={band} part={part} hasNumbers={hasLabels} />
          </div>
        )}
      </div>
    </PartContext>
  )
})

/**
 * Finds whether a band has its labels. Where it comes into sight, and after a zoom, they are drawn right after the bars, in a task of their
 * own, so that the bars appear sooner. The band of the operation that can take the focus has its labels at once.
 */
const useLabelled = ({ fromY, toY }: PlanView) => {
  const { scale } = useGantt()
  const drawn = useMemo(() => ({ fromY, toY, scale }), [fromY, toY, scale])
  const before = useDeferredValue(drawn, null)
  return ({ top, heightPx }: PlacedBand, hasFocus: boolean): boolean =>
    hasFocus || (before?.scale === scale && top < before.toY && top + heightPx > before.fromY)
}

interface TimelineWindowProps {
  readonly view: PlanView
  readonly layout: BandLayout
  readonly columnPx: number
  /** The operation that can take the focus. */
  readonly active: number
  readonly onWalk: (operation: number) => void
}

/** The rendered bands, with heads on the left and shapes, labels and load strips beside them. */
export function TimelineWindow({ view, layout, columnPx, active, onWalk }: TimelineWindowProps) {
  const gantt = useGantt()
  const { store, scale } = gantt
  const { fromX, toX, fromY, toY, originX, endX, originY, endY } = view
  const surface = useRef<HTMLDivElement>(null)
  const bands = layout.bands.filter(({ top, heightPx }) => top < toY && top + heightPx > fromY)
  const topOf = topIn(layout, view)
  const press = usePress(surface, layout, view, onWalk)
  const scenes = useKeptScenes(
    bands,
    ({ category }) => category,
    (look, { category, lanes }) => look.center(category, lanes),
  )
  const activeTop = barTopOf(layout, active) ?? -1
  const labelled = useLabelled(view)
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
          {bands.map(({ band, top }, i) => (
            <PartContext key={band.category} value={scenes[i] ?? gantt}>
              <BandHead band={band} top={top - originY} />
            </PartContext>
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
        {bands.map((band, i) => {
          const hasFocus = activeTop >= band.top && activeTop < band.top + band.heightPx
          const [bandFromX, bandToX] = windowInTurn(view, layout.bands.indexOf(band), scale.widthPx)
          return (
            <BandRow
              key={band.category}
              fromX={bandFromX}
              toX={bandToX}
              originX={originX}
              scene={scenes[i] ?? gantt}
              band={band.band}
              top={band.top - originY}
              mostLabels={labelShare(band, Math.min(layout.heightPx, view.heightPx), labelsPx / view.widthPx)}
              active={hasFocus ? active : -1}
              hasLabels={labelled(band, hasFocus)}
            />
          )
        })}
        <PaintedTime bands={bands} view={view} />
        <LinkHandle originX={originX} topOf={topOf} atCorner />
        <MoveLayer fromX={fromX} toX={toX} originX={originX} topOf={topOf} />
      </div>
      <TipLayer view={view} topOf={topOf} bottomPx={toY - originY} fixedPx={columnPx} />
    </>
  )
}
