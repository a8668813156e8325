import { z } from 'zod/mini'
import { lateCauses } from './analytics.ts'
import { DayInput } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'

const count = z.int()

/** Weeks from when a date was given to the forecast end given then. */
const WeeksAhead = z.literal([1, 2, 4])

/** Dates, and the different projects that they were given for. */
const said = { dates: count, projects: count }

/** What was said about the ends of projects and what happened, as defined in `domain/track-record`. */
export const TrackRecord = z.object({
  timeZone: z.string(),
  /** The days on which dates were given that the answer covers, in the organization's time zone. */
  from: z.string(),
  to: z.string(),
  /** First day of the first week whose forecasts are stored; null = none are. */
  firstWeek: z.nullable(z.string()),
  /** Dates given one, two or four weeks ahead whose time has not come, and when the first of them is compared. */
  waiting: count,
  nextComparison: z.nullable(Instant),
  /** Dates given with odds that have passed: all of them (`weeksAhead` is null), then by how far ahead they were given. */
  calibration: z.array(
    z.object({
      weeksAhead: z.nullable(WeeksAhead),
      ...said,
      /** Dates whose project was completed by the date given with 50, 80 and 90 %. */
      by50: count,
      by80: count,
      by90: count,
      /** Dates whose project was completed between the dates given with 10 and 90 %. */
      within: count,
    }),
  ),
  /** The chances that were given to ship on time, in ranges from `from` to `to` (0 to 1), and how many projects were on time. */
  chances: z.array(
    z.object({ from: z.number(), to: z.number(), meanChance: z.nullable(z.number()), ...said, onTime: count }),
  ),
  /** Calendar days from the forecast end to the real one, by how far ahead it was given. */
  errors: z.array(
    z.object({
      weeksAhead: WeeksAhead,
      ...said,
      /** Dates of projects that are not completed yet; they are late by the days so far. */
      unfinished: count,
      /** Median of the days off, early or late alike. */
      medianOffDays: z.nullable(z.number()),
      /** Median with its sign; positive = later than forecast. */
      medianDays: z.nullable(z.number()),
      /** Dates that were off by at most so many days. */
      withinOne: count,
      withinThree: count,
      withinSeven: count,
    }),
  ),
  /** Causes named for projects that were forecast late, and what happened to those whose ship date has passed. Most projects first. */
  causes: z.array(
    z.object({
      /** The work center or pool in whose queue the project would wait; null = another cause, or it has been deleted. */
      workCenter: z.nullable(z.object({ categoryId: z.string(), name: z.string(), color: z.string() })),
      /** null = a queue. */
      cause: z.nullable(z.enum(lateCauses)),
      projects: count,
      late: count,
      recovered: count,
      /** Median of the days late that were forecast when the cause was first named. */
      medianForecastDays: z.number(),
      /** Median of the real days late of the late projects. */
      medianLateDays: z.nullable(z.number()),
    }),
  ),
})
export type TrackRecord = z.infer<typeof TrackRecord>

export const getTrackRecord = endpoint({
  method: 'GET',
  path: '/analytics/track-record',
  access: 'tenant',
  summary: 'What was forecast about the ends of projects, and what came true',
  failed: 'Failed to fetch analytics',
  /** Days on which dates were given, in the organization's time zone, both inclusive; defaults to the year up to today. */
  query: z.object({ from: z.optional(DayInput), to: z.optional(DayInput) }),
  response: TrackRecord,
})
