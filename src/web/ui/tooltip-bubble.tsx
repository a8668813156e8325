import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from '#web/lib/class-names.ts'

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

const gapPx = 4
const marginPx = 8
const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const

type Box = { width: number; height: number }

/** Top left corner of a bubble beside `anchor`: on the other side if there is no room, and always inside the window. */
export function placeBubble(anchor: DOMRect, bubble: Box, side: TooltipSide, view: Box): { left: number; top: number } {
  const room = {
    top: anchor.top - gapPx - bubble.height,
    bottom: view.height - anchor.bottom - gapPx - bubble.height,
    left: anchor.left - gapPx - bubble.width,
    right: view.width - anchor.right - gapPx - bubble.width,
  }
  const chosen = room[side] >= marginPx || room[opposite[side]] < room[side] ? side : opposite[side]
  const beside = chosen === 'left' || chosen === 'right'
  const left = beside
    ? chosen === 'left'
      ? room.left
      : anchor.right + gapPx
    : anchor.left + (anchor.width - bubble.width) / 2
  const top = beside
    ? anchor.top + (anchor.height - bubble.height) / 2
    : chosen === 'top'
      ? room.top
      : anchor.bottom + gapPx
  const within = (at: number, size: number, limit: number) => Math.max(marginPx, Math.min(at, limit - size - marginPx))
  return { left: within(left, bubble.width, view.width), top: within(top, bubble.height, view.height) }
}

type TooltipBubbleProps = ComponentProps<'div'> & { anchor: Element; side: TooltipSide }

/** The bubble of a tooltip, drawn on top of everything beside its control. */
export function TooltipBubble({ anchor, side, className, ...rest }: TooltipBubbleProps) {
  const bubble = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<{ left: number; top: number }>()
  useLayoutEffect(() => {
    const box = bubble.current?.getBoundingClientRect()
    const view = { width: document.documentElement.clientWidth, height: innerHeight }
    if (box) setAt(placeBubble(anchor.getBoundingClientRect(), box, side, view))
  }, [anchor, side])
  return createPortal(
    <div
      ref={bubble}
      role="tooltip"
      style={at ?? { left: 0, top: 0, visibility: 'hidden' }}
      className={classNames(
        'fixed flex w-max max-w-80 items-center gap-2 rounded border border-line-2 bg-raised px-2 py-1 font-normal text-ink text-label shadow-2',
        at && 'animate-pop-in',
        className,
      )}
      {...rest}
    />,
    document.body,
  )
}
