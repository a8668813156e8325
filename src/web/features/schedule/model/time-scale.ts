import { dayMs, minuteMs } from '#domain/time/units.ts'
import type { DayGrid } from '#web/components/time-chart/day-grid.ts'
import type { ZoneClock } from '#web/components/time-chart/zone-clock.ts'
import { at } from './at.ts'
import { type ScheduleZoom, scheduleZooms } from './schedule-zoom.ts'

export const scheduleViews = ['gantt', 'timeline'] as const
export type ScheduleView = (typeof scheduleViews)[number]

/** Width of a day in px. Days of the Timeline are wider, because its bars contain text. */
const dayWidths: Record<ScheduleView, Record<ScheduleZoom, number>> = {
  gantt: { hours: 480, days: 48, weeks: 12, months: 3 },
  timeline: { hours: 720, days: 110, weeks: 24, months: 4 },
}

/** Browsers cannot place elements beyond about 33 million px, so a longer plan has narrower days. */
const widestPx = 15_000_000

/** Maps instants to px from the left edge of the plan. Linear in time, so a day with 23 hours is narrower. */
export interface TimeScale {
  readonly zoom: ScheduleZoom
  readonly originMs: number
  readonly pxPerMs: number
  readonly pxPerDay: number
  readonly widthPx: number
}

/** How a schedule is zoomed: one of four levels, and how much wider than usual its days are. */
export interface Zoomed {
  readonly zoom: ScheduleZoom
  readonly stretch: number
}

/** The narrowest and the widest day, in px. */
const [leastDayPx, mostDayPx] = [1.5, 1440]

/** The level whose days are closest to a width in px, and the rest as its stretch. */
export const zoomOf = (view: ScheduleView, pxPerDay: number): Zoomed => {
  const px = Math.min(mostDayPx, Math.max(leastDayPx, pxPerDay))
  const farness = (zoom: ScheduleZoom) => Math.abs(Math.log(px / dayWidths[view][zoom]))
  const zoom = [...scheduleZooms].sort((a, b) => farness(a) - farness(b))[0] ?? 'days'
  return { zoom, stretch: Math.round((px / dayWidths[view][zoom]) * 1000) / 1000 }
}

export const buildScale = (grid: DayGrid, view: ScheduleView, zoom: ScheduleZoom, stretch = 1): TimeScale => {
  const originMs = at(grid.startMs, 0)
  const spanMs = at(grid.startMs, grid.count) - originMs
  const pxPerDay = Math.min(dayWidths[view][zoom] * stretch, (widestPx * dayMs) / spanMs)
  const pxPerMs = pxPerDay / dayMs
  return { zoom, originMs, pxPerMs, pxPerDay, widthPx: Math.ceil(spanMs * pxPerMs) }
}

export const xOf = (scale: TimeScale, ms: number): number => (ms - scale.originMs) * scale.pxPerMs
export const msAt = (scale: TimeScale, x: number): number => scale.originMs + x / scale.pxPerMs

/** The neighboring zoom: +1 closer, -1 further; unchanged at either end. */
export const zoomBy = (zoom: ScheduleZoom, step: number): ScheduleZoom => {
  const index = scheduleZooms.indexOf(zoom) - step
  return scheduleZooms[Math.min(scheduleZooms.length - 1, Math.max(0, index))] ?? zoom
}

/** Hours and Days show the time of day, so work moves by quarter hours there. */
const showsTime = (zoom: ScheduleZoom): boolean => zoom === 'hours' || zoom === 'days'

/** The start near `ms` to which a move snaps: a quarter hour at Hours and Days, otherwise the old time on a day. */
export const snapStart = (clock: ZoneClock, zoom: ScheduleZoom, oldStartMs: number, ms: number): number => {
  const wall = clock.wallAt(ms)
  if (showsTime(zoom)) return clock.instantOf(Math.round(wall / (15 * minuteMs)) * 15 * minuteMs)
  const oldWall = clock.wallAt(oldStartMs)
  return clock.instantOf(oldWall + Math.round((wall - oldWall) / dayMs) * dayMs)
}

/** The start after one keyboard step, which is as long as one snap step. */
export const stepStart = (clock: ZoneClock, zoom: ScheduleZoom, ms: number, direction: 1 | -1): number =>
  clock.instantOf(clock.wallAt(ms) + direction * (showsTime(zoom) ? 15 * minuteMs : dayMs))
