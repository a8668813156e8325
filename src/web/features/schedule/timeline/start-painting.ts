import { minuteMs } from '#domain/time/units.ts'
import type { PlanView } from '../frame/plan-view.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { refusalAt } from '../model/center-refusals.ts'
import { msAt } from '../model/time-scale.ts'
import { afterLongPress } from '../move/after-long-press.ts'
import { endsByEscape } from '../move/ends-by-escape.ts'
import { type RefusedPress, startRefusedDrag } from '../move/start-refused-drag.ts'
import type { Painting } from '../schedule-store.ts'
import type { PlacedBand } from './band-layout.ts'

const thresholdPx = 4

/** The minutes to which painted times snap where the axis shows the time of day; elsewhere whole days are painted. */
const stepMinutes: Readonly<Record<string, number>> = { hours: 15, days: 60 }

/** The time between two instants in whole steps, at least one. */
const paintedSpan = ({ scale, clock, grid }: GanttScene, oneMs: number, otherMs: number) => {
  const [first, last] = [Math.min(oneMs, otherMs), Math.max(oneMs, otherMs)]
  const stepMs = (stepMinutes[scale.zoom] ?? 0) * minuteMs
  if (stepMs === 0)
    return { fromMs: at(grid.startMs, grid.indexAt(first)), toMs: at(grid.startMs, grid.indexAt(last) + 1) }
  const from = Math.floor(clock.wallAt(first) / stepMs) * stepMs
  const to = Math.max(from + stepMs, Math.ceil(clock.wallAt(last) / stepMs) * stepMs)
  return { fromMs: clock.instantOf(from), toMs: clock.instantOf(to) }
}

/** The work center of a band whose working time can change; null = that of others is not ours, or there is none. */
const paintable = (band: PlacedBand | undefined): number | null =>
  band && band.category >= 0 && !band.isOutside ? band.category : null

interface Canvas {
  readonly bands: readonly PlacedBand[]
  readonly view: PlanView
}

/**
 * Follows the pointer over an empty part of a row and paints the time between; the release opens the form for overtime, downtime or
 * another capacity. Escape cancels. A finger paints after a long press, because otherwise it scrolls.
 */
export const startPainting = (
  gantt: GanttScene,
  surface: HTMLElement,
  from: RefusedPress & { readonly pointerType: string },
  { bands, view }: Canvas,
): void => {
  const box = surface.getBoundingClientRect()
  const y = from.clientY - box.top + view.originY
  const category = paintable(bands.find(({ top, heightPx }) => y >= top && y < top + heightPx))
  if (category === null) return
  const paint = () => paintFrom(gantt, surface, from, { category, originX: view.originX })
  if (from.pointerType === 'touch') afterLongPress(surface, from, paint)
  else paint()
}

const paintFrom = (
  gantt: GanttScene,
  surface: HTMLElement,
  from: RefusedPress & { readonly pointerType: string },
  { category, originX }: { readonly category: number; readonly originX: number },
): void => {
  const { store, scale, enterException, refusals } = gantt
  const refusal = refusalAt(refusals.exception, category)
  if (refusal !== null) {
    startRefusedDrag(gantt, surface, from, { refusal })
    return
  }
  const msUnder = (clientX: number) => msAt(scale, clientX - surface.getBoundingClientRect().left + originX)
  const startMs = msUnder(from.clientX)
  let painted: Painting | null = null
  const following = new AbortController()
  const { signal } = following
  const paintTo = (clientX: number) => {
    painted = { category, ...paintedSpan(gantt, startMs, msUnder(clientX)) }
    store.setState({ painting: painted, hovered: null })
  }
  const stop = () => {
    following.abort()
    store.setState({ painting: null })
  }
  const onMove = ({ clientX }: PointerEvent) => {
    if (painted || Math.abs(clientX - from.clientX) >= thresholdPx) paintTo(clientX)
  }
  const onUp = () => {
    stop()
    if (painted) enterException(category, painted)
  }
  // Shown at once for a finger, which then no longer scrolls.
  if (from.pointerType === 'touch') paintTo(from.clientX)
  window.addEventListener('pointermove', onMove, { signal })
  window.addEventListener('pointerup', onUp, { signal })
  window.addEventListener('pointercancel', stop, { signal })
  endsByEscape(stop, signal)
  document.addEventListener('selectstart', (selection) => selection.preventDefault(), { signal })
}
