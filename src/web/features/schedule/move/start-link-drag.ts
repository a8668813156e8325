import { linkRefusal } from '#domain/schedule/link-refusal.ts'
import { announce } from '#web/ui/live-region.tsx'
import type { GanttScene } from '../gantt-context.ts'
import { planRefusal } from '../model/center-refusals.ts'
import { endsByEscape } from './ends-by-escape.ts'
import { refusalWords } from './link-words.ts'
import { link } from './unlink.ts'

/** Finds the operation whose bar is under a point of the browser window; -1 = none. */
export type OperationFinder = (x: number, y: number) => number

/** Why one operation cannot wait for another, in words; null when it can. Who plans an operation decides what it waits for. */
const refusalTo = (gantt: GanttScene, from: number, to: number): string | null => {
  const refusal = linkRefusal(gantt.model, from, to)
  return planRefusal(gantt, to) ?? (refusal && refusalWords(gantt.model, refusal, from, to))
}

/**
 * Follows the pointer from the end of a bar to another bar, which will wait for the first one. Escape cancels.
 */
export const startLinkDrag = (
  gantt: GanttScene,
  surface: HTMLElement,
  from: number,
  operationAt: OperationFinder,
): void => {
  const { store } = gantt
  const following = new AbortController()
  const { signal } = following
  const stop = () => {
    following.abort()
    store.setState({ linking: null })
  }
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    const box = surface.getBoundingClientRect()
    const to = operationAt(clientX, clientY)
    const refusal = to < 0 || to === from ? null : refusalTo(gantt, from, to)
    store.setState({ linking: { from, to, refusal, x: clientX - box.left, y: clientY - box.top }, hovered: null })
  }
  const onUp = () => {
    const { linking } = store.getState()
    stop()
    if (!linking || linking.to < 0 || linking.to === from) return
    if (linking.refusal === null) link(gantt, from, linking.to)
    else announce(linking.refusal)
  }
  window.addEventListener('pointermove', onMove, { signal })
  window.addEventListener('pointerup', onUp, { signal })
  window.addEventListener('pointercancel', stop, { signal })
  endsByEscape(stop, signal)
  document.addEventListener('selectstart', (selection) => selection.preventDefault(), { signal })
}
