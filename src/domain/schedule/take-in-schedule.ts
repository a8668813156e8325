import type { CompactSchedule, ScheduleAnswer, ScheduleColumns } from '#contract/schedule.ts'
import { readColumns } from '../columns.ts'
import { localDay } from '../projects/local-day.ts'
import { joinSchedules, mergeSchedule } from './merge-schedule.ts'
import { neededWindow } from './schedule-window.ts'
import { readSchedule } from './wire-schedule.ts'

/** Calendars cover a window around the plan, and days are relative to today. */
const fits = (held: CompactSchedule, { operations }: ScheduleColumns, nowMs: number): boolean => {
  const { fromMs, toMs } = neededWindow(held.now, operations.startMs, operations.endMs)
  const isSameDay = localDay(held.now, held.timeZone) === localDay(nowMs, held.timeZone)
  return fromMs >= held.from && toMs <= held.to && isSameDay
}

/**
 * Merges an answer into the cached schedule. Returns null if the answer is a patch that does not fit, so the whole
 * schedule must be read again.
 */
export const takeInSchedule = (held: CompactSchedule | null, answer: ScheduleAnswer): CompactSchedule | null => {
  const { timeZone, barsAtPace, now, change, touched, rows, frame } = answer
  const categoryIds = (frame ?? held)?.categories.map(({ categoryId }) => categoryId) ?? []
  const columns = joinSchedules(rows.map((block) => readSchedule(block, categoryIds)))
  if (touched === null && frame) {
    const calendars = frame.calendars.map(({ name, open }) => ({ name, ...readColumns({ open }) }))
    return { ...columns, ...frame, calendars, timeZone, barsAtPace, now, change }
  }
  if (!touched || !held || !fits(held, columns, now)) return null
  const merged = touched.length === 0 ? held : mergeSchedule(held, { touched, rows: columns })
  const { categories, calendars, from, to, holidays, capacitySpans } = held
  return { ...merged, categories, calendars, from, to, holidays, capacitySpans, timeZone, barsAtPace, now, change }
}
