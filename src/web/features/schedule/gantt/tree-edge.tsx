import type { PointerEvent } from 'react'
import { useGantt, useGanttState } from '../gantt-context.ts'

const [least, most] = [280, 560]
const clamp = (px: number) => Math.min(most, Math.max(least, px))

/** The edge between tree and time, movable by dragging or by the arrow keys. */
export function TreeEdge() {
  const { store } = useGantt()
  const treePx = useGanttState((state) => state.treePx)
  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    const edge = event.currentTarget
    const from = event.clientX - treePx
    edge.setPointerCapture(event.pointerId)
    edge.onpointermove = (moved) => store.setState({ treePx: clamp(moved.clientX - from) })
    edge.onlostpointercapture = () => {
      edge.onpointermove = null
    }
  }
  return (
    <button
      type="button"
      aria-label={`Width of the list, ${treePx} px; arrows change it`}
      className="absolute top-0 right-[-3px] z-[1] h-full w-1.5 cursor-col-resize touch-none hover:bg-primary-line"
      onPointerDown={grab}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowLeft' ? -16 : event.key === 'ArrowRight' ? 16 : 0
        if (step === 0) return
        event.stopPropagation()
        store.setState({ treePx: clamp(treePx + step) })
      }}
    />
  )
}
