import { type RefObject, useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { rowPx } from '../gantt/row-px.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { xOf } from '../model/time-scale.ts'
import { showRowOf } from '../schedule-store.ts'
import type { ScrollerHandle } from './time-scroller.tsx'

/** The first operation in the order of the rows that a proposal moves; -1 = there is none. */
const firstProposed = ({ model, store, proposed }: GanttScene): number => {
  for (const project of store.getState().order)
    for (let op = at(model.firstOperation, project); op < at(model.firstOperation, project + 1); op++)
      if (proposed.has(op)) return op
  return -1
}

/** Scrolls the Gantt to the first bar that a proposal moves, when it is opened and when other rows are shown with it. */
export const useShowProposed = (
  gantt: GanttScene | null,
  scroller: RefObject<ScrollerHandle | null>,
  showsUnchanged: boolean,
): void => {
  const drawn = !gantt || gantt.proposed.size === 0 ? 'none' : showsUnchanged ? 'with the rest' : 'alone'
  const show = useEffectEvent(() => {
    const operation = gantt ? firstProposed(gantt) : -1
    const moved = gantt?.proposed.get(operation)
    if (!gantt || !moved) return
    const { store, scale } = gantt
    flushSync(() => showRowOf(store, operation))
    const index = at(store.getState().positions.ofOperation, operation)
    if (index < 0) return
    store.setState({ activeRow: index })
    scroller.current?.revealY((index - 1) * rowPx, (index + 1) * rowPx)
    scroller.current?.revealX(xOf(scale, moved.startMs), xOf(scale, moved.endMs))
  })
  useEffect(() => {
    if (drawn === 'none') return
    // The rows of the filter are drawn first.
    const frame = requestAnimationFrame(show)
    return () => cancelAnimationFrame(frame)
  }, [drawn])
}
