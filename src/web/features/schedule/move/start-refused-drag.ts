import { announce } from '#web/ui/live-region.tsx'
import type { GanttScene } from '../gantt-context.ts'
import { endsByEscape } from './ends-by-escape.ts'
import { groundOf } from './ground.ts'

const thresholdPx = 4

export interface RefusedPress {
  readonly pointerId: number
  readonly clientX: number
  readonly clientY: number
}

/**
 * Follows a press on what the reader may not move. Nothing moves: beside the pointer stands why, until the release. A press without
 * movement is a click and calls `onClick`.
 */
export const startRefusedDrag = (
  { store }: Pick<GanttScene, 'store'>,
  surface: HTMLElement,
  from: RefusedPress,
  { refusal, onClick }: { readonly refusal: string; readonly onClick?: () => void },
): void => {
  const ground = groundOf(surface)
  const following = new AbortController()
  const { signal } = following
  const stop = () => {
    following.abort()
    ground.style.cursor = ''
    store.setState({ refusedDrag: null })
  }
  const onMove = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (!store.getState().refusedDrag) {
      if (Math.hypot(x - from.clientX, y - from.clientY) < thresholdPx) return
      // The cursor of the surface is shown over the bars as well while the surface has the pointer.
      if (onClick) ground.setPointerCapture?.(from.pointerId)
      ground.style.cursor = 'not-allowed'
      announce(refusal)
    }
    store.setState({ refusedDrag: { refusal, x, y }, hovered: null })
  }
  const onUp = () => {
    const { refusedDrag } = store.getState()
    stop()
    if (!refusedDrag) onClick?.()
  }
  window.addEventListener('pointermove', onMove, { signal })
  window.addEventListener('pointerup', onUp, { signal })
  window.addEventListener('pointercancel', stop, { signal })
  endsByEscape(stop, signal)
  document.addEventListener('selectstart', (selection) => selection.preventDefault(), { signal })
}
