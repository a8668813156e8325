import type { IntervalTime } from '#contract/vocabulary.ts'
import type { WorkInterval, WorkTime } from '#contract/work-intervals.ts'
import { type DateSettings, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { formatNumber } from '#web/lib/format-number.ts'

export const timeWords: Readonly<Record<IntervalTime, string>> = {
  both: 'Person and machine',
  attended: 'Person only',
  machine: 'Machine only',
}

/** Running intervals, oldest first. */
export const runningOf = ({ intervals }: WorkTime): readonly WorkInterval[] =>
  intervals.filter(({ endedAt }) => endedAt === null)

/** '3.5 h of 4 h'; null = no time is known. */
export const hoursWords = ({ actualHours, estimateHours }: WorkTime): string | null =>
  actualHours === null ? null : `${formatHours(actualHours)} of ${formatHours(estimateHours)}`

/** '3.5 h of 4 h estimated.', and whether the hours include waiting. */
export const sumWords = (time: WorkTime): string => {
  const hours = hoursWords(time)
  if (hours === null) return 'No time on work yet.'
  return `${hours} estimated.${time.includesWaiting ? ' Includes waiting: only start and end are known.' : ''}`
}

/** 'Ana Ruiz', 'Ana Ruiz and 2 more'; null = no name is known to the reader. */
const peopleWords = (running: readonly WorkInterval[]): string | null => {
  const names = running.flatMap(({ workerName }) => workerName || [])
  const [first] = names
  if (first === undefined) return null
  return running.length === 1 ? first : `${first} and ${formatNumber(running.length - 1)} more`
}

/** The state in two words: what, and since when; null = nothing is to say. */
export const stateParts = (time: WorkTime, dates: DateSettings): { label: string; value: string } | null => {
  const running = runningOf(time)
  const [first] = running
  if (first) {
    const since = formatShortDateTime(first.startedAt, dates)
    const people = peopleWords(running)
    return { label: 'Running since', value: people ? `${since} · ${people}` : since }
  }
  if (time.idleSince === null) return null
  return { label: 'Not worked on since', value: formatShortDateTime(time.idleSince, dates) }
}
