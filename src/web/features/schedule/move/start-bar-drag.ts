import { flushSync } from 'react-dom'
import { movedAt } from '#domain/schedule/cascade.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { msAt, snapStart, xOf } from '../model/time-scale.ts'
import { previewMove } from '../schedule-store.ts'

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
  surface.setPointerCapture?.(pointerId)
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

/**
 * Follows the pointer from the press on a bar until the release, with pointer capture on `surface`.
 * Shift moves the bar without followers, Escape cancels. A press without movement is a click and calls `onClick`.
 */
export const startBarDrag = (
  gantt: GanttScene,
  surface: HTMLElement,
  event: { pointerId: number; clientX: number; clientY: number; shiftKey: boolean },
  operation: number,
  onClick: () => void,
  /** The work center of the row under the pointer; null = that of the operation, or none. */
  rowAt: (clientY: number) => number | null = () => null,
): void => {
  const { model, scale, clock, store } = gantt
  const oldStart = at(model.startMs, operation)
  const oldX = xOf(scale, oldStart)
  const fromX = event.clientX
  let mover: HTMLElement | null = null
  let frame = 0
  let startMs = oldStart
  let alone = event.shiftKey

  const preview = () => {
    frame = 0
    const { move } = store.getState()
    const same =
      move?.moved.operation === operation && move.moved.startMs === movedAt(model, operation, startMs).startMs
    if (!same || move.alone !== alone) previewMove(store, operation, startMs, alone, 'dragging')
  }
  let scrolledPx = 0
  let pointerX = fromX
  let row: number | null = null
  let downPx = 0
  const edge = edgeScroll(surface, (travelledPx) => {
    scrolledPx = travelledPx
    travel()
  })
  const travel = () => {
    startMs = snapStart(clock, scale.zoom, oldStart, msAt(scale, oldX + pointerX - fromX + scrolledPx))
    const follower = movedAt(model, operation, startMs)
    if (mover) {
      mover.style.transform = `translate3d(${xOf(scale, follower.startMs) - oldX}px,${downPx}px,0)`
      mover.style.width = `${Math.max(2, xOf(scale, follower.endMs) - xOf(scale, follower.startMs))}px`
    }
    frame ||= requestAnimationFrame(preview)
  }
  const onMove = (moved: PointerEvent) => {
    alone = moved.shiftKey
    if (!mover) {
      if (Math.abs(moved.clientX - fromX) < thresholdPx && rowAt(moved.clientY) === null) return
      flushSync(() => previewMove(store, operation, oldStart, alone, 'dragging'))
      mover = surface.querySelector(`[${moverAttribute}]`)
      surface.style.cursor = 'grabbing'
    }
    pointerX = moved.clientX
    row = rowAt(moved.clientY)
    downPx = row === null ? 0 : moved.clientY - event.clientY
    edge.at(pointerX)
    travel()
  }
  const stop = () => {
    store.setState({ pressed: false })
    cancelAnimationFrame(frame)
    edge.stop()
    surface.style.cursor = ''
    letGo()
  }
  const onCancel = () => {
    stop()
    store.setState({ move: null })
    if (mover) gantt.announce('Move cancelled')
  }
  const onUp = () => {
    stop()
    if (!mover) return onClick()
    const move = previewMove(store, operation, startMs, alone, 'dragging')
    if (row !== null) gantt.commitAt(move, row)
    else if (move.moved.startMs === oldStart) store.setState({ move: null })
    else gantt.commit(move)
  }
  store.setState({ pressed: true })
  const letGo = followPointer(surface, event.pointerId, { onMove, onUp, onCancel })
}
