import type { AriaAttributes, FocusEvent, PointerEvent, ReactNode, RefObject } from 'react'
import { isMovable } from '#domain/schedule/movable-plan.ts'
import { type GanttScene, useGantt } from '../gantt-context.ts'
import { planRefusal } from '../model/center-refusals.ts'
import { groundAttribute } from '../move/ground.ts'
import { LinkHandle } from '../move/link-handle.tsx'
import { MoveLayer } from '../move/move-layer.tsx'
import { TipLayer } from '../move/move-tip.tsx'
import { pickOperation } from '../move/pick-operation.ts'
import { edgeAt, startBarDrag } from '../move/start-bar-drag.ts'
import { startLinkDrag } from '../move/start-link-drag.ts'
import { startRefusedDrag } from '../move/start-refused-drag.ts'
import type { PlanView } from './plan-view.ts'
import { TimeBackdrop } from './time-backdrop.tsx'

/** A point of the browser window, and the element there if an event has told it. */
export interface PointerPoint {
  readonly clientX: number
  readonly clientY: number
  readonly target?: EventTarget | null
}

/** A bar under the pointer, with its box in px of the browser window. */
export interface BarUnderPointer {
  readonly operation: number
  readonly left: number
  readonly right: number
  readonly bottom: number
  /** Whether it is the bar of an operation at its pool, which cannot be moved. */
  readonly isCopy: boolean
}

type SurfaceEvent = PointerEvent<HTMLDivElement>

interface SurfaceProps {
  readonly surface: RefObject<HTMLDivElement | null>
  readonly aria: AriaAttributes & { readonly role: string }
  readonly view: PlanView
  /** Width of the columns that do not scroll. */
  readonly fixedPx: number
  /** The lower edge of the window on the surface, so that tips go above a bar when there is no room below. */
  readonly bottomPx: number
  readonly barAt: (surface: HTMLElement, point: PointerPoint) => BarUnderPointer | null
  /** Top of an operation's bar in px of the surface, null when its row is not rendered. */
  readonly topOf: (operation: number) => number | null
  /** Finds the work center of the row under the pointer; null = that of the operation, or none. */
  readonly rowAt?: (surface: HTMLElement, operation: number) => (clientY: number) => number | null
  /** A bar was pressed. */
  readonly onPress: (operation: number) => void
  /** The pointer was pressed beside the bars. */
  readonly onPressBeside: (surface: HTMLElement, event: SurfaceEvent) => void
  /** The pointer has moved; `bar` is under it. */
  readonly onHover?: (event: SurfaceEvent, bar: BarUnderPointer | null) => void
  /** Whether the dot for links is at the lower corner of a bar, because the next bar can follow at once in the same lane. */
  readonly atCorner?: boolean
  /** What is drawn, behind what moves. */
  readonly children: ReactNode
}

const linkedFrom = (event: SurfaceEvent) => (event.target as HTMLElement).dataset.linkHandle

/** Shows the tip of a bar, or of none. */
const hover = ({ store }: GanttScene, bar: BarUnderPointer | null, x?: number) => {
  const { hovered, move } = store.getState()
  const operation = bar && !move ? bar.operation : -1
  if ((hovered?.operation ?? -1) === operation) return
  store.setState({ hovered: bar && !move ? { operation, x: x ?? Math.max(bar.left, 0) + 12, y: bar.bottom } : null })
}

/** Presses: on a bar to select or drag it, on the end of a bar to draw a link, or beside the bars. */
const usePress = ({ surface, barAt, rowAt, onPress, onPressBeside }: SurfaceProps) => {
  const gantt = useGantt()
  return (event: SurfaceEvent) => {
    const area = surface.current
    if (!area || event.button !== 0) return
    const from = linkedFrom(event)
    if (from)
      return startLinkDrag(gantt, area, Number(from), (clientX, clientY) => {
        return barAt(area, { clientX, clientY })?.operation ?? -1
      })
    const bar = barAt(area, event)
    if (!bar) return onPressBeside(area, event)
    const { operation } = bar
    if (event.ctrlKey || event.metaKey) return void pickOperation(gantt, operation)
    onPress(operation)
    const onClick = () => gantt.select(operation)
    if (bar.isCopy || !isMovable(gantt.model, operation)) return onClick()
    const refusal = planRefusal(gantt, operation)
    if (refusal !== null) return startRefusedDrag(gantt, area, event, { refusal, onClick })
    startBarDrag(gantt, area, event, {
      operation,
      edge: edgeAt(bar, event.clientX),
      onClick,
      rowAt: rowAt?.(area, operation),
    })
  }
}

/** Follows the pointer and the focus over the bars. */
const useHover = ({ surface, barAt, onHover }: SurfaceProps) => {
  const gantt = useGantt()
  const barOf = (event: FocusEvent): BarUnderPointer | null => {
    const bar = event.target.closest<HTMLElement>('[data-operation]')
    if (!bar) return null
    const { left, right, bottom } = bar.getBoundingClientRect()
    return { operation: Number(bar.dataset.operation), left, right, bottom, isCopy: false }
  }
  return {
    onPointerMove: (event: SurfaceEvent) => {
      // The dot at the end of a bar is part of it.
      if (event.pointerType === 'touch' || event.buttons !== 0 || !surface.current || linkedFrom(event)) return
      const bar = barAt(surface.current, event)
      hover(gantt, bar, event.clientX)
      const element = (event.target as Element).closest<HTMLElement>('.cursor-grab')
      if (bar && element) element.style.cursor = edgeAt(bar, event.clientX) ? 'ew-resize' : ''
      onHover?.(event, bar)
    },
    onPointerLeave: () => hover(gantt, null),
    onFocus: (event: FocusEvent) => hover(gantt, barOf(event)),
    onBlur: () => hover(gantt, null),
  }
}

/** The window of time and rows on which both views draw. The scroller moves it as one layer, and pointers work the same in both. */
export function Surface(props: SurfaceProps) {
  const { surface, aria, view, fixedPx, bottomPx, topOf, atCorner = false, children } = props
  const { fromX, toX, originX, endX, originY, endY, offsetY } = view
  const press = usePress(props)
  const hovers = useHover(props)
  return (
    <>
      {/* It is opaque, so that it can be put together with the rest of the screen quickly. */}
      <div
        ref={surface}
        {...aria}
        className="absolute top-12 left-0 z-[1] bg-surface"
        style={{
          width: endX - originX,
          height: endY - originY,
          transform: `translate3d(${fixedPx + originX}px,${offsetY}px,0)`,
        }}
        onPointerDown={press}
        {...hovers}
      >
        <div {...{ [groundAttribute]: '' }} className="absolute inset-0" />
        <TimeBackdrop originX={originX} endX={endX} heightPx={endY - originY} />
        {children}
        <LinkHandle originX={originX} topOf={topOf} atCorner={atCorner} />
        <MoveLayer fromX={fromX} toX={toX} originX={originX} topOf={topOf} />
      </div>
      <TipLayer view={view} topOf={topOf} bottomPx={bottomPx} fixedPx={fixedPx} />
    </>
  )
}
