import { median } from '../analytics/figures.ts'
import { daysBehind } from '../projects/local-day.ts'
import { doneMs, type PastDate } from './past-date.ts'

/** A cause that was named for a project that was forecast late. `key` says which causes count as the same. */
export type NamedCause<K extends string> = Pick<PastDate, 'projectId' | 'saidMs' | 'endMs' | 'dueMs' | 'completion'> & {
  readonly key: K
}

/** What happened to the projects for which a cause was named. */
export interface CauseOutcome<K extends string> {
  readonly key: K
  /** Projects whose ship date has passed; `late + recovered`. */
  readonly projects: number
  /** Completed after the ship date, or not at all. */
  readonly late: number
  /** Completed by the ship date. */
  readonly recovered: number
  /** Median of the calendar days late that were forecast, and of the real ones of the late projects; null = none was late. */
  readonly medianForecastDays: number
  readonly medianLateDays: number | null
}

interface CauseFacts<K extends string> {
  readonly named: readonly NamedCause<K>[]
  readonly nowMs: number
  readonly zone: string
}

/**
 * Causes and what then happened, most projects first. A project counts once for each cause, from the first time that it was named, when
 * there was most time to act. It counts once the ship date planned then has passed; a project that goes on then is late. Causes named
 * after that date say nothing about the future and do not count.
 */
export const causeOutcomes = <K extends string>({ named, nowMs, zone }: CauseFacts<K>): CauseOutcome<K>[] => {
  const first = new Map<string, { key: K; dueMs: number; endMs: number; completion: number | 'open' }>()
  for (const cause of named.toSorted((a, b) => a.saidMs - b.saidMs)) {
    const { projectId, key, dueMs, saidMs, endMs, completion } = cause
    const id = `${projectId} ${key}`
    if (dueMs === null || dueMs <= saidMs || completion === 'unknown' || first.has(id)) continue
    first.set(id, { key, dueMs, endMs, completion })
  }
  const judged = [...first.values()].filter(({ dueMs }) => dueMs <= nowMs)
  return [...Map.groupBy(judged, ({ key }) => key)]
    .map(([key, of]) => {
      const late = of.filter(({ completion, dueMs }) => doneMs(completion) > dueMs)
      const lateDays = late.map(({ completion, dueMs }) =>
        daysBehind(dueMs, completion === 'open' ? nowMs : completion, zone),
      )
      return {
        key,
        projects: of.length,
        late: late.length,
        recovered: of.length - late.length,
        medianForecastDays: median(of.map(({ dueMs, endMs }) => daysBehind(dueMs, endMs, zone))) ?? 0,
        medianLateDays: median(lateDays),
      }
    })
    .sort((a, b) => b.projects - a.projects || b.late - a.late || (a.key < b.key ? -1 : 1))
}
