import type { WorkCalendar } from '#domain/time/work-calendar.ts'

const hourMs = 3_600_000

/** Adds the hours of the work [from, to) that fall between neighbouring bounds. */
const spread = (into: number[], boundsWork: readonly number[], from: number, to: number): void => {
  if ((boundsWork[0] ?? 0) >= to || (boundsWork.at(-1) ?? 0) <= from) return
  for (let index = 0; index < into.length; index++) {
    const begins = boundsWork[index] as number
    const ends = boundsWork[index + 1] as number
    const overlap = Math.min(to, ends) - Math.max(from, begins)
    if (overlap > 0) into[index] = (into[index] as number) + overlap / hourMs
  }
}

/**
 * Hours of an operation's work ahead that fall between neighbouring `bounds` (ascending instants). It begins at its planned
 * start, not before now, and fills the open time of its work centre without a gap until what is left of it is done: just
 * as the engine places it. So work whose planned end has passed stands in front of the shop from now on. Adds to `into`.
 */
export const addLoad = (
  into: number[],
  calendar: WorkCalendar,
  boundsWork: readonly number[],
  nowMs: number,
  { startMs, leftHours }: { readonly startMs: number; readonly leftHours: number },
): void => {
  const from = calendar.toWork(Math.max(startMs, nowMs))
  spread(into, boundsWork, from, from + leftHours * hourMs)
}

/** Of an operation that has begun: what is done of its estimate, and when it ended (now while it runs). */
export interface DoneWork {
  readonly startMs: number
  readonly untilMs: number
  readonly doneHours: number
}

/**
 * Hours of an operation's estimate that were done between neighbouring `bounds`: from its start on without a gap, at most until
 * its end. So the week that runs holds what has been done in it beside what is left to do, and is told like any other: all its
 * work against all its open hours.
 */
export const addDone = (
  into: number[],
  calendar: WorkCalendar,
  boundsWork: readonly number[],
  { startMs, untilMs, doneHours }: DoneWork,
): void => {
  const from = calendar.toWork(startMs)
  spread(into, boundsWork, from, Math.min(from + doneHours * hourMs, calendar.toWork(untilMs)))
}

/** How far back calendars of a load must reach before its first week: work begun earlier counts as done by then. */
export const loadCalendarDays = 100

/** Open time since the calendar's origin at each bound. */
export const workAt = (calendar: WorkCalendar, bounds: readonly number[]): number[] =>
  bounds.map((bound) => calendar.toWork(bound))

/** Open hours between neighbouring bounds, times capacity. */
export const openHours = (boundsWork: readonly number[], capacity: number): number[] =>
  boundsWork.slice(1).map((work, index) => ((work - (boundsWork[index] as number)) / hourMs) * capacity)
