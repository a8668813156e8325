import type { PointerEvent } from 'react'
import type { BarUnderPointer } from '../frame/surface.tsx'
import { type GanttScene, useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { groundOf } from '../move/ground.ts'
import { selectLink } from '../move/unlink.ts'
import type { SelectedLink } from '../schedule-store.ts'
import { type LinkWindow, linkAt } from './link-ends.ts'
import { rowId } from './row-id.ts'

/** Gives the focus to the row of the operation that waits, or else to that of the other one, so that Delete finds the Gantt. */
const focusRow = ({ store }: GanttScene, { from, to }: SelectedLink): void => {
  const { positions } = store.getState()
  const operation = [to, from].find((one) => document.getElementById(rowId(one)))
  if (operation === undefined) return
  store.setState({ activeRow: at(positions.ofOperation, operation) })
  document.getElementById(rowId(operation))?.focus({ preventScroll: true })
}

/** Selects the link under the pointer, beside the bars, and shows that it can be clicked. `shown` are the rendered rows. */
export const useLinkPointer = (drawn: LinkWindow, shown: Int32Array) => {
  const gantt = useGantt()
  const under = (surface: HTMLElement, { clientX, clientY }: PointerEvent): SelectedLink | null => {
    if (!gantt.look.links) return null
    const box = surface.getBoundingClientRect()
    const point = { x: clientX - box.left, y: clientY - box.top }
    const operations = shown.filter((row) => row >= 0)
    const link = linkAt(gantt, gantt.store.getState().positions, operations, drawn, point)
    return link && { ...link, x: point.x + drawn.originX }
  }
  return {
    press: (surface: HTMLElement, event: PointerEvent) => {
      const link = under(surface, event)
      if (!link) return gantt.store.setState({ selectedLink: null })
      // Otherwise the browser would take the focus away again.
      event.preventDefault()
      selectLink(gantt, link)
      focusRow(gantt, link)
    },
    hover: (event: PointerEvent<HTMLElement>, bar: BarUnderPointer | null) => {
      const { currentTarget } = event
      groundOf(currentTarget).style.cursor = !bar && under(currentTarget, event) ? 'pointer' : ''
    },
  }
}
