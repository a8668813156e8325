import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { shareOfSpan } from '#web/components/time-chart/share-of-span.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { useGantt } from '../gantt-context.ts'
import { boxPath } from '../model/bar-path.ts'
import { busyness } from '../model/busyness.ts'
import { planSpan } from '../model/plan-span.ts'
import type { ScheduleModel } from '../model/schedule-model.ts'
import type { SightRange } from '../model/sight.ts'
import { heightPx, type MinimapProps, StripSpace, stripClasses } from './minimap.tsx'

/** Into how many columns the plan is divided, and when a scroll has ended. */
const [columns, quietMs] = [400, 150]

interface Strip {
  readonly path: string
  readonly startMs: number
  readonly endMs: number
}

/** How much open work runs at each time, from the first start of it, or the current time, to the last end; null when none is scheduled. */
const stripOf = (model: ScheduleModel, nowMs: number): Strip | null => {
  const span = planSpan(model, model.data.projects.ids.keys())
  if (!span) return null
  const [startMs, endMs] = [Math.min(span[0], nowMs), Math.max(span[1], nowMs + 1)]
  const counts = busyness(model, startMs, endMs, columns)
  const most = Math.max(1, ...counts)
  const heights = Array.from(counts, (count) => (count / most) * (heightPx - 4))
  const shapes = heights.map((height, i) => (height > 0 ? boxPath(i, heightPx - height, 1, height) : ''))
  return { path: shapes.join(''), startMs, endMs }
}

/** The strip of the plan, made when the plan has been painted. Until then it is empty, or that of the plan before. */
const useStrip = (): Strip | null => {
  const { model, nowMs } = useGantt()
  const [strip, setStrip] = useState<Strip | null>(null)
  useEffect(() => whenIdle(() => setStrip(stripOf(model, nowMs))), [model, nowMs])
  return strip
}

const shareIn = ({ startMs, endMs }: Strip, ms: number): number => shareOfSpan(startMs, endMs, ms)

/** Moves the window of the strip with every scroll, without drawing the strip again. Returns the time in sight when it has ended. */
const useWindow = (frame: RefObject<HTMLElement | null>, strip: Strip | null): SightRange | null => {
  const { sight } = useGantt()
  const [settled, setSettled] = useState<SightRange | null>(null)
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      const range = sight.current()
      if (!range || !strip || !frame.current) return
      const [left, right] = [shareIn(strip, range.fromMs), shareIn(strip, range.toMs)]
      frame.current.style.left = `${left * 100}%`
      frame.current.style.width = `max(6px, ${(right - left) * 100}%)`
    }
    draw()
    setSettled(sight.current())
    const stop = sight.listen(() => {
      draw()
      clearTimeout(timer)
      timer = setTimeout(() => setSettled(sight.current()), quietMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [sight, strip, frame])
  return settled
}

/**
 * The whole plan in one strip: how much open work runs at each time, the current time, and a window that can be dragged or moved by
 * arrow keys.
 */
export function PlanStrip({ scroller }: MinimapProps) {
  const { nowMs, words, sight } = useGantt()
  const frame = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const strip = useStrip()
  const settled = useWindow(frame, strip)
  if (!strip) return <StripSpace />
  const { startMs, endMs } = strip
  const goTo = (clientX: number) => {
    const at = box.current?.getBoundingClientRect()
    if (!at || at.width === 0) return
    const share = Math.min(1, Math.max(0, (clientX - at.left) / at.width))
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
    const { fromMs, toMs } = sight.current() ?? { fromMs: startMs, toMs: endMs }
    scroller.current?.toDate(to ?? (fromMs + toMs) / 2 + (step ?? 0) * (toMs - fromMs))
  }
  return (
    <div
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label="Visible time of the plan"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={settled ? Math.round(shareIn(strip, (settled.fromMs + settled.toMs) / 2) * 100) : 0}
      aria-valuetext={settled ? `${words.day(settled.fromMs)} to ${words.day(settled.toMs)}` : undefined}
      className={`cursor-pointer touch-none ${stripClasses}`}
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
        <path d={strip.path} className="fill-h2" data-busy="" />
      </svg>
      <div
        className="absolute top-0 h-full w-0.5 -ml-0.5 bg-primary"
        style={{ left: `${shareIn(strip, nowMs) * 100}%` }}
      />
      <div
        ref={frame}
        className="absolute top-0 h-full rounded-mark border border-primary bg-primary-tint opacity-55"
      />
    </div>
  )
}
