import { type RefObject, useEffect, useRef } from 'react'
import { gridRole, named } from '../frame/grid-roles.ts'
import { type PlanView, partInTurn } from '../frame/plan-view.ts'
import { type BarUnderPointer, type PointerPoint, Surface } from '../frame/surface.tsx'
import { useClosedTime } from '../frame/use-closed-time.ts'
import { type GanttScene, useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { firstEndingAfter } from '../model/lanes.ts'
import type { ScheduleModel } from '../model/schedule-model.ts'
import { msAt, xOf } from '../model/time-scale.ts'
import { BandHead } from './band-head.tsx'
import { type BandLayout, barTopOf } from './band-layout.ts'
import { BandRow } from './band-row.tsx'
import { PaintedTime } from './painted-time.tsx'
import { Rings } from './rings.tsx'
import { startPainting } from './start-painting.ts'

const slackPx = 2

/** The operation under the pointer, found by lane and time, because small bars are not elements of their own. */
const barIn =
  ({ model, scale }: GanttScene, { lanes }: BandLayout, view: PlanView) =>
  (surface: HTMLElement, { clientX, clientY }: PointerPoint): BarUnderPointer | null => {
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
    return { operation, bottom: box.top + lane.barTop + 20 - view.originY, isCopy: lane.isPool, left, right }
  }

/** Finds the work center of the row under the pointer; null = that of the operation, or none. */
const otherCenterIn =
  ({ data }: ScheduleModel, { bands }: BandLayout, { originY }: PlanView) =>
  (surface: HTMLElement, operation: number) =>
  (clientY: number): number | null => {
    const y = clientY - surface.getBoundingClientRect().top + originY
    const band = bands.find(({ top, heightPx }) => y >= top && y < top + heightPx)
    if (!band || band.isPool || band.category < 0) return null
    return band.category === data.operations.category[operation] ? null : band.category
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
  const { fromY, toY, originY, endY } = view
  const surface = useRef<HTMLDivElement>(null)
  const bands = layout.bands.filter(({ top, heightPx }) => top < toY && top + heightPx > fromY)
  const closedIn = useClosedTime()
  const { categories } = gantt.model.data
  const activeTop = barTopOf(layout, active) ?? -1
  useLanes(surface, layout, view)
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
      <Surface
        surface={surface}
        aria={named(gridRole, 'Schedule by work center', { 'aria-rowcount': layout.bands.length })}
        view={view}
        fixedPx={columnPx}
        bottomPx={toY - originY}
        barAt={barIn(gantt, layout, view)}
        topOf={topIn(layout, view)}
        rowAt={otherCenterIn(gantt.model, layout, view)}
        onPress={onWalk}
        onPressBeside={(area, event) => startPainting(gantt, area, event, { bands: layout.bands, view })}
        atCorner
      >
        {bands.map((placed) => {
          const { band, top } = placed
          const turn = layout.bands.indexOf(placed)
          const { sight: _, ...part } = partInTurn(view, turn, gantt.scale.widthPx, 'shapes')
          const labels = partInTurn(view, turn, gantt.scale.widthPx, 'labels')
          return (
            <BandRow
              key={band.category}
              band={band}
              top={top - originY}
              {...part}
              labelsFromX={labels.fromX}
              labelsToX={labels.toX}
              leastSeenX={labels.sight[0]}
              mostSeenX={labels.sight[1]}
              closed={closedIn(gantt.model.calendars[categories[band.category]?.calendar ?? 0], part).path}
              active={activeTop >= top && activeTop < top + band.heightPx ? active : -1}
            />
          )
        })}
        <Rings layout={layout} view={view} />
        <PaintedTime bands={bands} view={view} />
      </Surface>
    </>
  )
}
