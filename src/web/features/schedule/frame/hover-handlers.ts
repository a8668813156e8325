import type { FocusEvent, PointerEvent } from 'react'
import type { GanttScene } from '../gantt-context.ts'
import { edgeAt } from '../move/start-bar-drag.ts'

const barOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-operation]')

const hover = (gantt: GanttScene, bar: HTMLElement | null, x?: number) => {
  const { hovered, move } = gantt.store.getState()
  const operation = bar && !move ? Number(bar.dataset.operation) : -1
  if ((hovered?.operation ?? -1) === operation) return
  if (!bar || operation < 0) return gantt.store.setState({ hovered: null })
  const box = bar.getBoundingClientRect()
  gantt.store.setState({ hovered: { operation, x: x ?? Math.max(box.left, 0) + 12, y: box.bottom } })
}

/** Tracks the bar under the pointer or with the focus, for the tooltip. */
export const hoverHandlers = (gantt: GanttScene) => ({
  onPointerMove: (event: PointerEvent) => {
    if (event.pointerType === 'touch' || event.buttons !== 0) return
    // The dot at the end of a bar is part of it.
    if ((event.target as HTMLElement).dataset.linkHandle) return
    const bar = barOf(event.target)
    hover(gantt, bar, event.clientX)
    if (bar?.classList.contains('cursor-grab'))
      bar.style.cursor = edgeAt(bar.getBoundingClientRect(), event.clientX) ? 'ew-resize' : ''
  },
  onPointerLeave: () => hover(gantt, null),
  onFocus: (event: FocusEvent) => hover(gantt, barOf(event.target)),
  onBlur: () => hover(gantt, null),
})
