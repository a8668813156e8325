import type { WorkCalendar } from '#domain/time/work-calendar.ts'

const hourMs = 3_600_000

/**
 * Hours of an operation's work that fall between neighbouring `bounds` (ascending instants). Its work begins at its planned
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
  const to = from + leftHours * hourMs
  if ((boundsWork[0] ?? 0) >= to || (boundsWork.at(-1) ?? 0) <= from) return
  for (let index = 0; index < into.length; index++) {
    const begins = boundsWork[index] as number
    const ends = boundsWork[index + 1] as number
    const overlap = Math.min(to, ends) - Math.max(from, begins)
    if (overlap > 0) into[index] = (into[index] as number) + overlap / hourMs
  }
}

/** Work done at each bound; a bound before now counts as now, so that the part of a period that is over holds no time. */
export const workAt = (calendar: WorkCalendar, bounds: readonly number[], nowMs: number): number[] =>
  bounds.map((bound) => calendar.toWork(Math.max(bound, nowMs)))

/** Open hours between neighbouring bounds, times capacity. */
export const openHours = (boundsWork: readonly number[], capacity: number): number[] =>
  boundsWork.slice(1).map((work, index) => ((work - (boundsWork[index] as number)) / hourMs) * capacity)
