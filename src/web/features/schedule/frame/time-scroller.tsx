import {
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { dayMs } from '#domain/time/units.ts'
import { sameValues } from '#web/lib/same-values.ts'
import { useGantt } from '../gantt-context.ts'
import { reveal, scrollTopFor, tallestPx } from '../model/scroll-window.ts'
import { msAt, type TimeScale, xOf } from '../model/time-scale.ts'
import { type PlanView, readBox, type ScrollBox, viewOf } from './plan-view.ts'
import { axisPx, TimeAxis } from './time-axis.tsx'
import { usePinch } from './use-pinch.ts'

/** The line for the current time over all rows, with the time at its end. */
function NowLine({ leftPx, view }: { leftPx: number; view: PlanView }) {
  const { scale, nowMs, words } = useGantt()
  const x = xOf(scale, nowMs)
  if (x < view.fromX || x > view.toX) return null
  return (
    <div className="pointer-events-none sticky top-12 z-today h-0" aria-hidden="true">
      <div className="absolute w-0.5 bg-primary" style={{ left: leftPx + x - 1, height: view.heightPx }} />
      <div className="absolute flex w-20 justify-center" style={{ left: leftPx + x - 40, top: view.heightPx - 26 }}>
        <span className="rounded-part bg-primary-mark px-1.5 text-axis text-on-mark leading-5 tabular-nums">
          {words.time(nowMs)}
        </span>
      </div>
    </div>
  )
}

/** Lets buttons and keys scroll the schedule. */
export interface ScrollerHandle {
  readonly element: HTMLElement | null
  toNow(): void
  /** Scrolls by one viewport, back (-1) or forward (1). */
  page(direction: 1 | -1): void
  revealX(fromX: number, toX: number): void
  revealY(fromY: number, toY: number): void
  /** Shows an instant in the middle. */
  toDate(ms: number): void
  /** The time in sight. */
  range(): { readonly fromMs: number; readonly toMs: number }
  /** Zooms so that a span of time just fits. */
  fit(fromMs: number, toMs: number): void
}

interface TimeScrollerProps {
  readonly leftPx: number
  readonly head: ReactNode
  readonly contentPx: number
  /** How far the time is scrolled until the next rows move their windows, where they do not all move at once. */
  readonly turnPx?: number
  readonly handle: Ref<ScrollerHandle>
  readonly children: (view: PlanView) => ReactNode
}

/** An instant that must be at a distance from the left edge of the time when the scale changes. */
interface TimeAnchor {
  readonly ms: number
  readonly px: number
}

interface ScrollerParts {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly leftPx: number
  readonly anchor: RefObject<TimeAnchor | null>
  readonly refresh: (commit: (update: () => void) => void) => void
  readonly contentPx: number
}

/** Gives buttons and keys the ways to scroll. */
const useScrollerHandle = (handle: Ref<ScrollerHandle>, parts: ScrollerParts) => {
  const { scroller, anchor, refresh, contentPx, leftPx } = parts
  const { scale, nowMs, zoomTo } = useGantt()
  useImperativeHandle(handle, () => {
    // As it is now: a side panel may just have opened beside it.
    const width = () => (scroller.current ? Math.max(0, readBox(scroller.current).widthPx - leftPx) : 0)
    const height = () => (scroller.current ? Math.max(0, readBox(scroller.current).heightPx - axisPx) : 0)
    return {
      get element() {
        return scroller.current
      },
      toNow() {
        scroller.current?.scrollTo({ left: Math.max(0, xOf(scale, nowMs) - width() * 0.42) })
      },
      page(direction) {
        scroller.current?.scrollBy({ left: direction * Math.max(100, width() * 0.8) })
      },
      revealX(fromX, toX) {
        const element = scroller.current
        if (element) element.scrollLeft = reveal(element.scrollLeft, width(), fromX, toX, 48)
        refresh((update) => update())
      },
      toDate(ms) {
        scroller.current?.scrollTo({ left: Math.max(0, xOf(scale, ms) - width() / 2) })
      },
      range() {
        const left = scroller.current?.scrollLeft ?? 0
        return { fromMs: msAt(scale, left), toMs: msAt(scale, left + Math.max(1, width())) }
      },
      fit(fromMs, toMs) {
        const airPx = width() * 0.04
        const pxPerDay = ((width() - 2 * airPx) * dayMs) / (toMs - fromMs)
        anchor.current = { ms: fromMs, px: airPx }
        // With the same scale nothing is drawn again, so this scrolls at once.
        scroller.current?.scrollTo({ left: xOf(scale, fromMs) - airPx })
        zoomTo(pxPerDay)
      },
      revealY(fromY, toY) {
        const element = scroller.current
        if (!element) return
        const top = reveal(element.scrollTop, height(), fromY, toY, 0)
        if (contentPx <= tallestPx) element.scrollTop = top
        else element.scrollTop = scrollTopFor(reveal(fromY, height(), fromY, toY, 0), contentPx, height())
        refresh((update) => update())
      },
    }
  }, [scale, nowMs, contentPx, refresh, zoomTo, scroller, leftPx, anchor])
}

/** What the scroller showed when the window last changed, and the scale that it had. */
interface Seen {
  readonly box: ScrollBox
  readonly scale: TimeScale
}

/** Finds the window for what the scroller shows. */
const useWindowOf = ({ leftPx, contentPx, turnPx }: TimeScrollerProps) => {
  const { widthPx: planPx } = useGantt().scale
  return useCallback(
    (box: ScrollBox) => viewOf(box, { leftPx, topPx: axisPx, planPx, contentPx, turnPx }),
    [leftPx, planPx, contentPx, turnPx],
  )
}

/**
 * The scroller and its visible part. The first view shows the current time, or the date of the address. When the scale changes, the instant under the pointer
 * that zooms stays there, or else the one in the middle. `scrolled` follows the reader, and `handle` gets the ways to scroll.
 */
const useTimeScroller = (props: TimeScrollerProps) => {
  const { handle, leftPx, contentPx } = props
  const windowOf = useWindowOf(props)
  const { scale, nowMs, startAtMs, zoomTo, sight } = useGantt()
  const scroller = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState<Seen | null>(null)
  const shown = useRef<PlanView | null>(null)
  const lastScale = useRef(scale)
  const centerMs = useRef(0)
  const anchor = useRef<TimeAnchor | null>(null)

  /** How far to scroll so that an instant keeps its place in another scale. */
  const leftIn = useCallback(
    ({ widthPx }: ScrollBox) => {
      const { ms, px } = anchor.current ?? { ms: centerMs.current, px: (widthPx - leftPx) / 2 }
      return Math.max(0, Math.min(xOf(scale, ms) - px, scale.widthPx + leftPx - widthPx))
    },
    [scale, leftPx],
  )
  // In another scale and with other rows, the window is known before it is drawn, so that it is drawn once.
  const view = useMemo(() => {
    if (!seen) return null
    const left = seen.scale === scale ? seen.box.left : leftIn(seen.box)
    const lowest = Math.max(0, Math.min(contentPx, tallestPx) + axisPx - seen.box.heightPx)
    return windowOf({ ...seen.box, left, top: Math.min(seen.box.top, lowest) })
  }, [seen, scale, leftIn, contentPx, windowOf])

  const refresh = useCallback(
    (commit: (update: () => void) => void) => {
      if (!scroller.current) return
      const box = readBox(scroller.current)
      const next = windowOf(box)
      centerMs.current = msAt(scale, box.left + next.widthPx / 2)
      sight.show({ fromMs: msAt(scale, box.left), toMs: msAt(scale, box.left + next.widthPx) })
      if (shown.current && sameValues(shown.current, next)) return
      commit(() => setSeen({ box, scale }))
    },
    [windowOf, scale, sight],
  )

  useLayoutEffect(() => {
    shown.current = view
  }, [view])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    if (shown.current === null) {
      const [firstMs, share] = startAtMs === null ? [nowMs, 0.42] : [startAtMs, 0.5]
      element.scrollLeft = Math.max(0, xOf(scale, firstMs) - (readBox(element).widthPx - leftPx) * share)
    } else if (lastScale.current !== scale) {
      element.scrollLeft = leftIn(readBox(element))
      anchor.current = null
    }
    lastScale.current = scale
    refresh((update) => update())
    // The first paint must already have the right window. The observer only handles later changes of size.
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => refresh((update) => update()))
    observer.observe(element)
    return () => observer.disconnect()
  }, [refresh, leftIn, scale, leftPx, nowMs, startAtMs])

  usePinch(scroller, (factor, clientX) => {
    const element = scroller.current
    if (!element) return
    const px = clientX - element.getBoundingClientRect().left - leftPx
    anchor.current = { ms: msAt(scale, element.scrollLeft + px), px }
    zoomTo(scale.pxPerDay * factor)
  })

  useScrollerHandle(handle, { scroller, anchor, refresh, contentPx, leftPx })

  // A reader who scrolls has left the instant that a zoom was to keep in its place.
  const scrolled = () => {
    anchor.current = null
    refresh(flushSync)
  }
  return { scroller, view, scrolled }
}

/** One native scroller over time and rows: sticky axis above, and the visible part as children. */
export function TimeScroller(props: TimeScrollerProps) {
  const { leftPx, head, contentPx, children } = props
  const { scale } = useGantt()
  const { scroller, view, scrolled } = useTimeScroller(props)
  const height = Math.min(contentPx, tallestPx)
  return (
    <div
      ref={scroller}
      data-scroller=""
      data-fixed={leftPx}
      onScroll={scrolled}
      className="relative isolate min-h-0 min-w-0 flex-1 overflow-auto overscroll-contain bg-surface outline-none"
    >
      <div
        className="relative"
        style={{ width: leftPx + Math.max(scale.widthPx, view?.widthPx ?? 0), height: axisPx + height }}
      >
        <TimeAxis leftPx={leftPx} head={head} view={view} />
        {view && (
          <>
            {children(view)}
            <NowLine leftPx={leftPx} view={view} />
          </>
        )}
      </div>
    </div>
  )
}
