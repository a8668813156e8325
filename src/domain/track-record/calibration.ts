import {
  countProjects,
  doneMs,
  type Horizon,
  horizonOf,
  horizons,
  isKnown,
  type KnownDate,
  type PastDate,
} from './past-date.ts'

/** How many of the dates that were given with a probability came true. */
export interface Calibration {
  /** null = all horizons together. */
  readonly weeksAhead: Horizon | null
  readonly dates: number
  readonly projects: number
  /** Projects that were completed by the date given with 50, 80 and 90 %, and between those given with 10 and 90 %. */
  readonly by50: number
  readonly by80: number
  readonly by90: number
  readonly within: number
}

type Odds = NonNullable<PastDate['odds']>
type WithOdds = KnownDate & { readonly odds: Odds }

const hasOdds = (date: KnownDate): date is WithOdds => date.odds !== null

/**
 * The instant from which what was said is compared with what happened: when its date at 90 % has passed, whether or not the project is
 * completed. If a date counted as soon as its project was completed, those that come true would count earlier than those that do not.
 * A project that goes on then has missed all of its dates.
 */
export const oddsJudgedMs = ({ odds }: { readonly odds: Odds }): number => odds.p90Ms

const count = (weeksAhead: Horizon | null, dates: readonly WithOdds[]): Calibration => {
  const by = (dateOf: (odds: Odds) => number): number =>
    dates.filter(({ odds, completion }) => doneMs(completion) <= dateOf(odds)).length
  return {
    weeksAhead,
    dates: dates.length,
    projects: countProjects(dates),
    by50: by(({ p50Ms }) => p50Ms),
    by80: by(({ p80Ms }) => p80Ms),
    by90: by(({ p90Ms }) => p90Ms),
    within: dates.filter(({ odds, completion }) => {
      const done = doneMs(completion)
      return done >= odds.p10Ms && done <= odds.p90Ms
    }).length,
  }
}

/**
 * The calibration of the odds: of all dates that have passed, then by how far ahead they were said. Compares instants, as the odds do: by
 * days, every date would come true somewhat more often than was said.
 */
export const calibrationOf = (said: readonly PastDate[], nowMs: number): Calibration[] => {
  const judged = said
    .filter(isKnown)
    .filter(hasOdds)
    .filter((date) => horizonOf(date) !== null && oddsJudgedMs(date) <= nowMs)
  return [
    count(null, judged),
    ...horizons.map((weeks) =>
      count(
        weeks,
        judged.filter((date) => horizonOf(date) === weeks),
      ),
    ),
  ]
}

/** Dates that were given with about the same chance to ship on time, and how many were on time. */
export interface ChanceBucket {
  /** 0 to 1; the upper bound belongs to the next bucket, except for 1. */
  readonly from: number
  readonly to: number
  /** Mean chance that was said; null = none was. */
  readonly meanChance: number | null
  readonly dates: number
  readonly projects: number
  readonly onTime: number
}

const buckets = 5

/**
 * The chances that were said against the share that was on time: completed by the ship date that was planned then. Counts once that date
 * has passed. Dates that had passed already when they were said promise nothing and do not count.
 */
export const chancesOf = (said: readonly PastDate[], nowMs: number): ChanceBucket[] => {
  const judged = said.filter(isKnown).flatMap((date) => {
    const { chance, dueMs, saidMs } = date
    const isJudged = chance !== null && dueMs !== null && dueMs > saidMs && dueMs <= nowMs && horizonOf(date) !== null
    return isJudged ? [{ ...date, chance, dueMs }] : []
  })
  return Array.from({ length: buckets }, (_, at) => {
    const dates = judged.filter(({ chance }) => Math.min(buckets - 1, Math.floor(chance * buckets)) === at)
    const sum = dates.reduce((total, { chance }) => total + chance, 0)
    return {
      from: at / buckets,
      to: (at + 1) / buckets,
      meanChance: dates.length > 0 ? sum / dates.length : null,
      dates: dates.length,
      projects: countProjects(dates),
      onTime: dates.filter(({ completion, dueMs }) => doneMs(completion) <= dueMs).length,
    }
  })
}
