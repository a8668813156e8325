import type { PointerEvent } from 'react'

interface ResizeEdgeProps {
  /** What it changes the width of: 'Width of the list'. */
  readonly label: string
  readonly px: number
  /** 1 = it is the right edge, -1 = the left edge. */
  readonly side: 1 | -1
  readonly limits: readonly [least: number, most: number]
  readonly onChange: (px: number) => void
}

const stepPx = 16

/** An edge that changes a width by dragging or by the arrow keys. */
export function ResizeEdge({ label, px, side, limits: [least, most], onChange }: ResizeEdgeProps) {
  const change = (to: number) => onChange(Math.round(Math.min(most, Math.max(least, to))))
  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    const edge = event.currentTarget
    const from = event.clientX
    edge.setPointerCapture(event.pointerId)
    edge.onpointermove = (moved) => change(px + side * (moved.clientX - from))
    edge.onlostpointercapture = () => {
      edge.onpointermove = null
    }
  }
  return (
    <button
      type="button"
      aria-label={`${label}, ${px} px; arrows change it`}
      className={`absolute top-0 z-[1] h-full w-1.5 cursor-col-resize touch-none hover:bg-primary-line ${side === 1 ? 'right-[-3px]' : 'left-[-3px]'}`}
      onPointerDown={grab}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowLeft' ? -stepPx : event.key === 'ArrowRight' ? stepPx : 0
        if (step === 0) return
        event.stopPropagation()
        change(px + side * step)
      }}
    />
  )
}
