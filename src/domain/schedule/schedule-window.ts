import { dayMs } from '../time/units.ts'

export interface TimeWindow {
  readonly fromMs: number
  readonly toMs: number
}

/** A margin around the plan, so that later changes rarely exceed it. */
const marginDays = { before: 7, after: 60 }

/**
 * The time that the calendars of these operations must cover: at least two weeks back and sixty days ahead, at most one
 * year back and two years ahead.
 */
export const neededWindow = (nowMs: number, startMs: readonly number[], endMs: readonly number[]): TimeWindow => {
  let fromMs = nowMs - 14 * dayMs
  let toMs = nowMs + 60 * dayMs
  for (const at of startMs) if (at > 0 && at < fromMs) fromMs = at
  for (const at of endMs) if (at > toMs) toMs = at
  return { fromMs: Math.max(fromMs, nowMs - 365 * dayMs), toMs: Math.min(toMs, nowMs + 730 * dayMs) }
}

/** The needed window with a margin, in whole days. */
export const scheduleWindow = (nowMs: number, startMs: readonly number[], endMs: readonly number[]): TimeWindow => {
  const { fromMs, toMs } = neededWindow(nowMs, startMs, endMs)
  return {
    fromMs: (Math.floor(fromMs / dayMs) - marginDays.before) * dayMs,
    toMs: (Math.ceil(toMs / dayMs) + marginDays.after) * dayMs,
  }
}
