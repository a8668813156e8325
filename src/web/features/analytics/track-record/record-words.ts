import type { TrackRecord } from '#contract/track-record.ts'
import { leastProjects } from '#domain/track-record/past-date.ts'
import { shareInterval } from '#domain/track-record/share-interval.ts'
import { formatCount, formatNumber, formatPercent } from '#web/lib/format-number.ts'

/** Dates given for a number of different projects. */
interface Said {
  readonly dates: number
  readonly projects: number
}

/** Whether enough is known for a share. */
export const isEnough = ({ projects }: Said): boolean => projects >= leastProjects

/** 'Too little is known: 4 of the 10 projects needed.' */
export const tooLittle = ({ projects }: Said): string =>
  `Too little is known: ${formatNumber(projects)} of the ${formatNumber(leastProjects)} projects needed.`

/** A share in whole percent with the range in which the true share is likely to lie. */
export interface KnownShare {
  readonly percent: number
  readonly low: number
  readonly high: number
}

/** The share of dates that came true; null = too little is known. The range counts projects, because the dates of one depend on each other. */
export const shareOf = (count: number, said: Said): KnownShare | null => {
  if (!isEnough(said)) return null
  const share = count / said.dates
  const { low, high } = shareInterval(share, said.projects)
  const [percent, lowPercent, highPercent] = [share, low, high].map((value) => Math.round(value * 100))
  return { percent: percent ?? 0, low: lowPercent ?? 0, high: highPercent ?? 0 }
}

/** '59 to 84 %' */
export const rangeWords = ({ low, high }: KnownShare): string => `${low} to ${high} %`

const verdict80 = 80

/** How a share compares with the 80 % that were said. */
const judgement = ({ low, high }: KnownShare): string => {
  if (high < verdict80) return 'Fewer than promised: the dates were too early.'
  return low > verdict80 ? 'More than promised: the dates could have been earlier.' : 'That fits 80 %.'
}

/** What the page says first: what was found, and how far it can be trusted. */
export interface Verdict {
  readonly sentence: string
  readonly detail: string
}

/** The error of forecasts two weeks ahead, or at the next horizon of which enough is known. */
const bestKnownError = ({ errors }: TrackRecord) =>
  [errors.find(({ weeksAhead }) => weeksAhead === 2), ...errors].find((error) => error && isEnough(error))

/** '1 week', '2 weeks' */
export const weeksWords = (weeks: number): string => formatCount(weeks, 'week')

/** 'were off by at most 1 day' */
const offWords = (days: number | null): string =>
  days === null || days === 0 ? 'were right to the day' : `were off by at most ${formatCount(days, 'day')}`

/** '1 day later than forecast', 'on the day' */
const biasWords = (days: number | null): string => {
  if (days === null || days === 0) return 'on the day'
  return `${formatCount(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'} than forecast`
}

const errorVerdict = (record: TrackRecord): Verdict | null => {
  const error = bestKnownError(record)
  if (!error) return null
  return {
    sentence: `Half of ${formatCount(error.dates, 'forecast')} made ${weeksWords(error.weeksAhead)} ahead ${offWords(error.medianOffDays)}.`,
    detail: `Projects typically ended ${biasWords(error.medianDays)}. Of dates with a probability, ${formatNumber(record.calibration[0]?.projects ?? 0)} of the ${formatNumber(leastProjects)} projects needed are known.`,
  }
}

/** The verdict; null = too little is known for any. */
export const verdictOf = (record: TrackRecord): Verdict | null => {
  const [all] = record.calibration
  const share = all && shareOf(all.by80, all)
  if (!all || !share) return errorVerdict(record)
  return {
    sentence: `Of ${formatCount(all.dates, 'date')} given with 80 % confidence, ${formatNumber(all.by80)} came true (${formatPercent(share.percent)}).`,
    detail: `${judgement(share)} With ${formatCount(all.projects, 'project')}, the true share is likely between ${rangeWords(share).replace(' to ', ' and ')}.`,
  }
}

type RecordError = TrackRecord['errors'][number]

/** 'Half of 55 dates were off by at most 1 day, and 93 % to within 3 days. Projects typically ended 1 day later than forecast.' */
export const errorWords = (error: RecordError): string => {
  const within = shareOf(error.withinThree, error)
  if (!within) return tooLittle(error)
  const open = error.unfinished > 0 ? ` ${formatCount(error.unfinished, 'date')} of open projects count as late.` : ''
  return `Half of ${formatCount(error.dates, 'date')} ${offWords(error.medianOffDays)}, and ${within.percent} % (${rangeWords(within)}) to within 3 days. Projects typically ended ${biasWords(error.medianDays)}.${open}`
}

type CauseOutcome = TrackRecord['causes'][number]

/** '5 of 7 late' */
export const outcomeWords = ({ late, projects }: CauseOutcome): string =>
  `${formatNumber(late)} of ${formatNumber(projects)} late`
