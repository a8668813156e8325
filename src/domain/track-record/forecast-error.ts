import { median } from '../analytics/figures.ts'
import { daysBehind } from '../projects/local-day.ts'
import { dayMs } from '../time/units.ts'
import {
  countProjects,
  type Horizon,
  horizonOf,
  horizons,
  isKnown,
  type KnownDate,
  type PastDate,
} from './past-date.ts'

/** How far forecast ends were from the real ones, in calendar days; positive = the project ended later than said. */
export interface ForecastError {
  readonly weeksAhead: Horizon
  readonly dates: number
  readonly projects: number
  /** Dates of projects that are not completed. They count as late by the days so far. */
  readonly unfinished: number
  /** Median of the days off, early or late alike; null = no date has been judged. */
  readonly medianOffDays: number | null
  readonly medianDays: number | null
  /** Dates that were off by at most so many days. */
  readonly withinOne: number
  readonly withinThree: number
  readonly withinSeven: number
}

const judgedAfterDays = 7

/**
 * The instant from which a forecast end is compared: a week after it, whether or not the project is completed. By then it is known of every
 * date whether it was off by at most a week, and a median of at most a week does not depend on how late unfinished projects will be.
 */
export const forecastJudgedMs = ({ endMs }: Pick<PastDate, 'endMs'>): number => endMs + judgedAfterDays * dayMs

interface ErrorFacts {
  readonly said: readonly PastDate[]
  readonly nowMs: number
  /** Time zone of the organization, whose days are counted. */
  readonly zone: string
}

/** The errors of forecasts by how far ahead they were said. */
export const forecastErrors = ({ said, nowMs, zone }: ErrorFacts): ForecastError[] => {
  const judged = said.filter(isKnown).filter((date) => forecastJudgedMs(date) <= nowMs)
  const daysOff = ({ endMs, completion }: KnownDate): number =>
    daysBehind(endMs, completion === 'open' ? nowMs : completion, zone)
  return horizons.map((weeksAhead) => {
    const dates = judged.filter((date) => horizonOf(date) === weeksAhead)
    const days = dates.map(daysOff)
    const off = days.map(Math.abs)
    const within = (most: number): number => off.filter((value) => value <= most).length
    return {
      weeksAhead,
      dates: dates.length,
      projects: countProjects(dates),
      unfinished: dates.filter(({ completion }) => completion === 'open').length,
      medianOffDays: median(off),
      medianDays: median(days),
      withinOne: within(1),
      withinThree: within(3),
      withinSeven: within(judgedAfterDays),
    }
  })
}
