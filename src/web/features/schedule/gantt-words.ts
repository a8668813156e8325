import { type DateSettings, formatShipDate, formatShortDateTime, formatTime } from '#web/lib/format-date.ts'
import type { GanttWords } from './gantt-context.ts'

const mostKept = 5_000

const remembered = (format: (ms: number) => string) => {
  const kept = new Map<number, string>()
  return (ms: number) => {
    const known = kept.get(ms)
    if (known !== undefined) return known
    if (kept.size > mostKept) kept.clear()
    const text = format(ms)
    kept.set(ms, text)
    return text
  }
}

/** Instants in the reader's format, remembered: scrolling asks for the same ones again and again. */
export const ganttWords = (settings: DateSettings, nowMs: number): GanttWords => ({
  day: remembered((ms) => formatShipDate(ms, settings, nowMs)),
  shortDay: remembered((ms) => {
    const day = formatShipDate(ms, settings, nowMs)
    // Around the turn of the year weekday and year are both there; the column has no room for the two.
    return day.length > 9 ? day.slice(day.indexOf(' ') + 1) : day
  }),
  time: remembered((ms) => formatTime(ms, settings)),
  dayTime: remembered((ms) => formatShortDateTime(ms, settings, nowMs)),
})
