import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { isPlaced } from '#domain/schedule/movable-plan.ts'
import { type ScrollerHandle, TimeScroller } from '../frame/time-scroller.tsx'
import { useGantt, useGanttState } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { xOf } from '../model/time-scale.ts'
import { showRowOf } from '../schedule-store.ts'
import { GanttWindow } from './gantt-window.tsx'
import { rowPx } from './row-px.ts'
import { treePxOf } from './tree-columns.ts'
import { TreeHead } from './tree-head.tsx'
import { useGanttKeys } from './use-gantt-keys.ts'

/** The most projects to check, because more rows do not fit on the screen. */
const looksAt = 40

/** Scrolls to the first found project when none of the found projects is in the visible time. */
const useShowFound = (scroller: RefObject<ScrollerHandle | null>, treePx: number) => {
  const { model, scale } = useGantt()
  const order = useGanttState((state) => state.order)
  const lookedAt = useRef<Int32Array | null>(null)
  useLayoutEffect(() => {
    const element = scroller.current?.element
    // Only a new search result scrolls, not a new zoom or width.
    if (lookedAt.current === order) return
    lookedAt.current = order
    if (!element || order.length === model.projectCount) return
    const [left, right] = [element.scrollLeft, element.scrollLeft + element.clientWidth - treePx]
    const spans = Array.from(order.subarray(0, looksAt))
      .filter((project) => at(model.projectEndMs, project) > 0)
      .map((project) => [xOf(scale, at(model.projectStartMs, project)), xOf(scale, at(model.projectEndMs, project))])
    const [first] = spans
    if (!first || spans.some(([fromX = 0, toX = 0]) => toX > left && fromX < right)) return
    scroller.current?.revealX(at(first, 0), at(first, 1))
  }, [order, model, scale, treePx, scroller])
}

/** Rows of projects, which expand to operations, on a time axis with shaded closed time. */
export function Gantt({ handle }: { handle: Ref<ScrollerHandle> }) {
  const gantt = useGantt()
  const { model, scale, selected, store } = gantt
  const rows = useGanttState((state) => state.rows)
  const treePx = useGanttState(({ widths }) => treePxOf(gantt.look.columns, widths))
  const scroller = useRef<ScrollerHandle>(null)
  const container = useRef<HTMLDivElement>(null)
  useImperativeHandle(handle, () => scroller.current as ScrollerHandle)
  const keys = useGanttKeys(scroller, container)
  useShowFound(scroller, treePx)

  // A selection from outside, such as a link or the search, expands its project and scrolls to the operation.
  useLayoutEffect(() => {
    if (selected < 0) return
    showRowOf(store, selected)
    const { positions } = store.getState()
    const index = at(positions.ofOperation, selected)
    // The filter can hide the operation; the side panel still shows it.
    if (index < 0) return
    store.setState({ activeRow: index })
    scroller.current?.revealY(index * rowPx, (index + 1) * rowPx)
    if (isPlaced(model, selected)) {
      scroller.current?.revealX(xOf(scale, at(model.startMs, selected)), xOf(scale, at(model.endMs, selected)))
    }
  }, [selected, model, store, scale])

  return (
    // Key events of rows and bars are handled here, so that the handlers survive when rows are replaced by scrolling.
    <div ref={container} className="flex min-h-0 min-w-0 flex-1" {...keys}>
      <TimeScroller leftPx={treePx} head={<TreeHead />} contentPx={rows.length * rowPx} handle={scroller}>
        {(view) => <GanttWindow view={view} treePx={treePx} rows={rows} />}
      </TimeScroller>
    </div>
  )
}
