import { flushSync } from 'react-dom'
import { resizeEnd, resizeStart } from '#domain/schedule/resize.ts'
import { announce } from '#web/ui/live-region.tsx'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { msAt, snapStart, xOf } from '../model/time-scale.ts'
import type { MovePreview } from '../schedule-store.ts'
import { groundOf } from './ground.ts'
import { previewMove, previewResize } from './preview-move.ts'

const edgePx = 40
const stepPx = 14

/** Scrolls while a bar is dragged near the left or right edge. `onScroll` gets the distance scrolled so far. */
const edgeScroll = (surface: HTMLElement, onScroll: (travelledPx: number) => void) => {
  const scroller = surface.closest<HTMLElement>('[data-scroller]')
  const from = scroller?.scrollLeft ?? 0
  let frame = 0
  let step = 0
  const tick = () => {
    frame = 0
    if (!scroller || step === 0) return
    const before = scroller.scrollLeft
    scroller.scrollLeft += step
    if (scroller.scrollLeft === before) return
    onScroll(scroller.scrollLeft - from)
    frame = requestAnimationFrame(tick)
  }
  return {
    /** Updates the position of the pointer. */
    at(clientX: number): void {
      if (!scroller) return
      const box = scroller.getBoundingClientRect()
      const left = box.left + Number(scroller.dataset.fixed ?? 0)
      step = clientX > box.right - edgePx ? stepPx : clientX < left + edgePx ? -stepPx : 0
      if (step !== 0) frame ||= requestAnimationFrame(tick)
    },
    stop: () => cancelAnimationFrame(frame),
  }
}

interface DragHandlers {
  onMove(event: PointerEvent): void
  onUp(): void
  onCancel(): void
}

/** Follows a pressed pointer until the returned function is called. The Escape key cancels, and so can the browser. */
const followPointer = (surface: HTMLElement, pointerId: number, { onMove, onUp, onCancel }: DragHandlers) => {
  const following = new AbortController()
  const { signal } = following
  const onKey = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape') return
    pressed.stopPropagation()
    onCancel()
  }
  groundOf(surface).setPointerCapture?.(pointerId)
  surface.addEventListener('pointermove', onMove, { signal })
  // Prevents the selection of text under the pointer during the drag.
  document.addEventListener('selectstart', (selection) => selection.preventDefault(), { signal })
  // Listens on the window, which gets the events even when the surface has been replaced meanwhile.
  window.addEventListener('pointerup', onUp, { signal })
  window.addEventListener('pointercancel', onCancel, { signal })
  window.addEventListener('keydown', onKey, { capture: true, signal })
  return () => following.abort()
}

const thresholdPx = 4

/** Marks the dragged bar. The drag sets its style directly; React renders only the consequences of the new dates. */
export const moverAttribute = 'data-mover'

/** An edge of a bar. */
export type BarEdge = 'start' | 'end'

const [gripPx, leastGripPx] = [6, 24]

/** The edge of a bar under the pointer, by the box of the bar; null = its middle, or the bar is too short to tell. */
export const edgeAt = ({ left, right }: { left: number; right: number }, clientX: number): BarEdge | null => {
  if (right - left < leastGripPx) return null
  if (right - clientX < gripPx) return 'end'
  return clientX - left < gripPx ? 'start' : null
}

interface HeldBar {
  readonly operation: number
  readonly edge: BarEdge | null
  /** The instant to which the held part of the bar is dragged. */
  readonly heldAtMs: number
  readonly alone: boolean
  /** The work center of the row under the pointer, if that is another one. */
  readonly category: number | null
}

/** Previews the new start of a dragged bar, or its new duration when an edge is dragged. */
const previewAt = (
  { model, store }: GanttScene,
  { operation, edge, heldAtMs, alone, category }: HeldBar,
): MovePreview => {
  if (edge === null) return previewMove(store, operation, heldAtMs, alone, 'dragging', category)
  const resized = edge === 'end' ? resizeEnd(model, operation, heldAtMs) : resizeStart(model, operation, heldAtMs)
  return previewResize(store, resized, { alone, phase: 'dragging' })
}

interface BarDrag {
  readonly operation: number
  /** The edge that is dragged, which changes the duration; null = the whole bar moves. */
  readonly edge?: BarEdge | null
  readonly onClick: () => void
  /** The work center of the row under the pointer; null = that of the operation, or none. */
  readonly rowAt?: (clientY: number) => number | null
}

/**
 * Follows the pointer from the press on a bar until the release, with pointer capture on `surface`.
 * Shift moves the bar without followers, Escape cancels. A press without movement is a click and calls `onClick`.
 */
export const startBarDrag = (
  gantt: GanttScene,
  surface: HTMLElement,
  event: { pointerId: number; clientX: number; clientY: number; shiftKey: boolean },
  { operation, edge = null, onClick, rowAt = () => null }: BarDrag,
): void => {
  const { model, scale, clock, store } = gantt
  const oldStart = at(model.startMs, operation)
  /** The instant that the pointer holds: the start, or the end when that edge is dragged. */
  const heldMs = edge === 'end' ? at(model.endMs, operation) : oldStart
  const fromX = event.clientX
  let mover: HTMLElement | null = null
  let frame = 0
  let startMs = heldMs
  let alone = event.shiftKey

  let row: number | null = null
  const previewNow = () => previewAt(gantt, { operation, edge, heldAtMs: startMs, alone, category: row })
  let drawnMs = Number.NaN
  const draw = () => {
    frame = 0
    // React draws the bar when it gets another width; otherwise it only has to follow the pointer.
    if (mover && edge === null)
      mover.style.transform = `translate3d(${xOf(scale, startMs) - xOf(scale, oldStart)}px,${downPx}px,0)`
    const { move } = store.getState()
    if (startMs === drawnMs && move?.alone === alone && move.category === row) return
    drawnMs = startMs
    previewNow()
  }
  let scrolledPx = 0
  let pointerX = fromX
  let downPx = 0
  const scrolling = edgeScroll(surface, (travelledPx) => {
    scrolledPx = travelledPx
    travel()
  })
  const travel = () => {
    startMs = snapStart(clock, scale.zoom, heldMs, msAt(scale, xOf(scale, heldMs) + pointerX - fromX + scrolledPx))
    frame ||= requestAnimationFrame(draw)
  }
  const onMove = (moved: PointerEvent) => {
    alone = moved.shiftKey
    if (!mover) {
      if (Math.abs(moved.clientX - fromX) < thresholdPx && rowAt(moved.clientY) === null) return
      flushSync(previewNow)
      mover = surface.querySelector(`[${moverAttribute}]`)
      groundOf(surface).style.cursor = edge === null ? 'grabbing' : 'ew-resize'
    }
    pointerX = moved.clientX
    row = edge === null ? rowAt(moved.clientY) : null
    downPx = row === null ? 0 : moved.clientY - event.clientY
    scrolling.at(pointerX)
    travel()
  }
  const stop = () => {
    store.setState({ pressed: false })
    cancelAnimationFrame(frame)
    scrolling.stop()
    groundOf(surface).style.cursor = ''
    letGo()
  }
  const onCancel = () => {
    stop()
    store.setState({ move: null })
    if (mover) announce('Move cancelled')
  }
  const onUp = () => {
    stop()
    if (!mover) return onClick()
    const move = previewNow()
    const isSame = move.moved.startMs === oldStart && move.moved.endMs === at(model.endMs, operation)
    if (row === null && isSame) store.setState({ move: null })
    else gantt.commit(move)
  }
  store.setState({ pressed: true })
  const letGo = followPointer(surface, event.pointerId, { onMove, onUp, onCancel })
}
