import type { GanttScene } from '../gantt-context.ts'
import { snapStart } from '../model/time-scale.ts'
import { endsByEscape } from './ends-by-escape.ts'
import { previewMove } from './preview-move.ts'

const thresholdPx = 4

/**
 * Follows the pointer from an operation without a place to a lane of the Timeline, where the operation is scheduled when it is
 * dropped. Escape and a drop elsewhere cancel.
 */
export const startPoolDrag = (
  gantt: GanttScene,
  from: { readonly clientX: number; readonly clientY: number },
  operation: number,
): void => {
  const { store, clock, scale, model } = gantt
  const own = model.data.operations.category[operation] ?? -1
  const following = new AbortController()
  const { signal } = following
  const stop = () => {
    following.abort()
    store.setState({ poolDrag: null })
  }
  const onMove = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (!store.getState().poolDrag && Math.hypot(x - from.clientX, y - from.clientY) < thresholdPx) return
    const under = store.getState().laneAt?.(x, y) ?? null
    // Work that has a work center does not lose it.
    const lane = under && under.category < 0 && own >= 0 ? null : under
    store.setState({ poolDrag: { operation, x, y, category: lane?.category ?? null }, hovered: null })
    if (lane) {
      const other = lane.category === own ? null : lane.category
      previewMove(store, operation, snapStart(clock, scale.zoom, lane.ms, lane.ms), false, 'dragging', other)
    } else store.setState({ move: null })
  }
  const cancel = () => {
    stop()
    store.setState({ move: null })
  }
  const onUp = () => {
    const { poolDrag, move } = store.getState()
    stop()
    if (!poolDrag || !move || poolDrag.category === null) return store.setState({ move: null })
    // The click that follows a drop on the row where it began would only select.
    gantt.commit(move)
  }
  window.addEventListener('pointermove', onMove, { signal })
  window.addEventListener('pointerup', onUp, { signal })
  window.addEventListener('pointercancel', cancel, { signal })
  endsByEscape(cancel, signal)
  document.addEventListener('selectstart', (selection) => selection.preventDefault(), { signal })
}
