import { type KeyboardEvent, type PointerEvent, type RefObject, useMemo, useRef } from 'react'
import { useGantt, useGanttState } from '../gantt-context.ts'
import { boxPath } from '../model/bar-path.ts'
import { busyness } from '../model/busyness.ts'
import { planSpan } from '../model/plan-span.ts'
import type { ScrollerHandle } from './time-scroller.tsx'

/** Height of the strip, and into how many columns the plan is divided. */
const [heightPx, columns] = [24, 400]

interface MinimapProps {
  readonly scroller: RefObject<ScrollerHandle | null>
}

/**
 * The whole plan in one strip: how much open work runs at each time, the current time, and a window that can be dragged or moved by
 * arrow keys.
 */
export function Minimap({ scroller }: MinimapProps) {
  const { model, nowMs, words } = useGantt()
  const inSight = useGanttState((state) => state.inSight)
  const strip = useRef<HTMLDivElement>(null)
  const span = useMemo(
    () =>
      planSpan(
        model,
        Array.from({ length: model.projectCount }, (_, project) => project),
      ),
    [model],
  )
  const { path, startMs, endMs } = useMemo(() => {
    const [first, last] = span ?? [nowMs, nowMs + 1]
    const [from, to] = [Math.min(first, nowMs), Math.max(last, nowMs + 1)]
    const counts = busyness(model, from, to, columns)
    const most = Math.max(1, ...counts)
    const heights = Array.from(counts, (count) => (count / most) * (heightPx - 4))
    const shapes = heights.map((height, i) => (height > 0 ? boxPath(i, heightPx - height, 1, height) : ''))
    return { path: shapes.join(''), startMs: from, endMs: to }
  }, [model, span, nowMs])
  if (!span || !inSight) return null
  const { fromMs, toMs } = inSight
  const shareOf = (ms: number) => Math.min(1, Math.max(0, (ms - startMs) / (endMs - startMs)))
  const [left, right] = [shareOf(fromMs), shareOf(toMs)]
  const goTo = (clientX: number) => {
    const box = strip.current?.getBoundingClientRect()
    if (!box || box.width === 0) return
    const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width))
    scroller.current?.toDate(startMs + share * (endMs - startMs))
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId)
    if (event.buttons === 1) goTo(event.clientX)
  }
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -0.5, ArrowRight: 0.5, PageUp: -1, PageDown: 1 }[event.key]
    const to = event.key === 'Home' ? startMs : event.key === 'End' ? endMs : null
    if (step === undefined && to === null) return
    event.preventDefault()
    event.stopPropagation()
    scroller.current?.toDate(to ?? (fromMs + toMs) / 2 + (step ?? 0) * (toMs - fromMs))
  }
  return (
    <div
      ref={strip}
      role="slider"
      tabIndex={0}
      aria-label="Visible time of the plan"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shareOf((fromMs + toMs) / 2) * 100)}
      aria-valuetext={`${words.day(fromMs)} to ${words.day(toMs)}`}
      className="relative shrink-0 cursor-pointer touch-none border-line-2 border-t bg-canvas max-md:hidden"
      style={{ height: heightPx }}
      onPointerDown={drag}
      onPointerMove={drag}
      onKeyDown={keys}
    >
      <svg
        className="absolute top-0 left-0 h-full w-full"
        viewBox={`0 0 ${columns} ${heightPx}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={path} className="fill-h2" data-busy="" />
      </svg>
      <div className="absolute top-0 h-full w-0.5 -ml-0.5 bg-primary" style={{ left: `${shareOf(nowMs) * 100}%` }} />
      <div
        className="absolute top-0 h-full rounded-mark border border-primary bg-primary-tint opacity-55"
        style={{ left: `${left * 100}%`, width: `max(6px, ${(right - left) * 100}%)` }}
      />
    </div>
  )
}
