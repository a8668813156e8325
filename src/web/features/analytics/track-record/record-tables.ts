import type { TrackRecord } from '#contract/track-record.ts'
import { causeTitles } from '#web/components/operation-table/cause-words.ts'
import type { FigureTable } from '#web/lib/figure-table.ts'
import { rangeWords, shareOf, weeksWords } from './record-words.ts'

/** The name of a horizon in tables and choices. */
export const horizonName = (weeks: number | null): string => (weeks === null ? 'All' : `${weeksWords(weeks)} ahead`)

interface Said {
  readonly dates: number
  readonly projects: number
}
const percent = (count: number, said: Said): number | null => shareOf(count, said)?.percent ?? null
const range = (count: number, said: Said): string | null => {
  const share = shareOf(count, said)
  return share && rangeWords(share)
}

/** Dates that came true by how far ahead they were given. */
export const calibrationTable = ({ calibration }: TrackRecord): FigureTable => ({
  caption: 'Dates that came true',
  columns: [
    'Given',
    'Dates',
    'Projects',
    'By the 50 % date, %',
    'By the 80 % date, %',
    'Likely, 80 % date',
    'By the 90 % date, %',
    'Between 10 and 90 %, %',
  ],
  rows: calibration.map((row) => [
    horizonName(row.weeksAhead),
    row.dates,
    row.projects,
    percent(row.by50, row),
    percent(row.by80, row),
    range(row.by80, row),
    percent(row.by90, row),
    percent(row.within, row),
  ]),
})

type Chance = TrackRecord['chances'][number]

/** '80-100 %' */
export const chanceName = ({ from, to }: Chance): string => `${Math.round(from * 100)}-${Math.round(to * 100)} %`

/** Chances given against the share that was on time. */
export const chanceTable = ({ chances }: TrackRecord): FigureTable => ({
  caption: 'Chances to ship on time',
  columns: ['Chance given', 'Mean chance, %', 'On time, %', 'Likely', 'On time', 'Dates', 'Projects'],
  rows: chances.map((row) => [
    chanceName(row),
    row.meanChance === null ? null : row.meanChance * 100,
    percent(row.onTime, row),
    range(row.onTime, row),
    row.onTime,
    row.dates,
    row.projects,
  ]),
})

/** How far forecasts were off. */
export const errorTable = ({ errors }: TrackRecord): FigureTable => ({
  caption: 'How far forecasts were off',
  columns: [
    'Given',
    'Dates',
    'Projects',
    'Median off, days',
    'Median later, days',
    'Within 1 day, %',
    'Within 3 days, %',
    'Within 7 days, %',
    'Not finished',
  ],
  rows: errors.map((row) => [
    horizonName(row.weeksAhead),
    row.dates,
    row.projects,
    ...(percent(0, row) === null ? [null, null] : [row.medianOffDays, row.medianDays]),
    percent(row.withinOne, row),
    percent(row.withinThree, row),
    percent(row.withinSeven, row),
    row.unfinished,
  ]),
})

type Outcome = TrackRecord['causes'][number]

/** The name of a cause. */
export const causeName = ({ cause, workCenter }: Outcome): string => {
  if (cause !== null) return causeTitles[cause]
  return workCenter ? `Waiting for ${workCenter.name}` : 'Waiting for a deleted work center'
}

/** Causes named for late projects, and what happened. */
export const outcomeTable = ({ causes }: TrackRecord): FigureTable => ({
  caption: 'Causes named, and what happened',
  columns: ['Cause', 'Projects', 'Late', 'Recovered', 'Median forecast, days late', 'Median real, days late'],
  rows: causes.map((row) => [
    causeName(row),
    row.projects,
    row.late,
    row.recovered,
    row.medianForecastDays,
    row.medianLateDays,
  ]),
})
