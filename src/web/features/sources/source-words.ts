import type {
  DataSource,
  SourceOrigin,
  SourceRun,
  SourceRunFigures,
  SourceSchedule,
  VanishedRecord,
  VanishedRule,
} from '#contract/data-sources.ts'
import { clockOfMinutes, minutesFromInput } from '#web/lib/day-minutes.ts'
import { type DateSettings, formatShortDateTime, type TimeFormat } from '#web/lib/format-date.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import type { MarkKind } from '#web/ui/mark.tsx'

export const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** 'Mon-Fri', 'Mon, Wed', 'every day'. Weekdays from 1 = Monday. */
const daysWords = (weekdays: readonly number[]): string => {
  const days = [...weekdays].sort((a, b) => a - b)
  const [first = 1] = days
  const isRange = days.length > 2 && days.every((day, index) => day === first + index)
  if (days.length === dayNames.length) return 'every day'
  const names = days.map((day) => dayNames[day - 1])
  return isRange ? `${names[0]}-${names.at(-1)}` : names.join(', ')
}

/** When a data source runs: 'Mon-Fri at 5:30 AM', 'every hour at :15', 'when a file arrives'. */
export const scheduleWords = (schedule: SourceSchedule, timeFormat: TimeFormat): string => {
  if (schedule.kind === 'arrival') return 'When a file arrives'
  if (schedule.kind === 'hourly') return `Every hour at :${String(schedule.minute).padStart(2, '0')}`
  const at = clockOfMinutes(minutesFromInput(schedule.at) ?? 0, timeFormat)
  const days = daysWords(schedule.weekdays)
  return `${days.charAt(0).toUpperCase()}${days.slice(1)} at ${at}`
}

/**
 * When a data source runs next: a time, 'Paused', or 'With the next file'. The server looks for an arriving file every minute; only after a
 * failure is the time of its next look a run of its own.
 */
export const nextRunWords = ({ isPaused, nextRunAt, schedule, failures }: DataSource, dates: DateSettings): string => {
  if (isPaused) return 'Paused'
  const isWatched = schedule.kind === 'arrival' && failures === 0
  return nextRunAt === null || isWatched ? 'With the next file' : formatShortDateTime(nextRunAt, dates)
}

/** The host of an address; the text itself if it is none. */
export const hostOf = (url: string): string => {
  try {
    return new URL(url).host
  } catch {
    return url
  }
}

/** Where the file of a data source comes from, in a few words: 'Folder: orders*.csv', 'erp.example.com', 'Pushed files'. */
export const originWords = (origin: SourceOrigin): string => {
  if (origin.kind === 'folder') return `Folder: ${origin.pattern}`
  return origin.kind === 'address' ? hostOf(origin.url) : 'Pushed files'
}

export const vanishedRules: Readonly<Record<VanishedRule, { title: string; effect: string }>> = {
  keep: {
    title: 'Keep them',
    effect: 'They stay as they are. The run lists them, so that you can decide about each.',
  },
  hold: {
    title: 'Put them on hold',
    effect:
      'The project or operation goes on hold, and the schedule leaves it out. It is taken up again when it is back in the file.',
  },
  cancel: {
    title: 'Cancel them',
    effect:
      'The project is cancelled; an operation is removed, or put on hold if it has started. One undo takes all of it back.',
  },
}

/** What a run did, or would do, with a record that the file no longer has. */
export const vanishedActions: Readonly<Record<VanishedRecord['action'], string>> = {
  keep: 'Kept',
  hold: 'Put on hold',
  cancel: 'Cancelled',
  remove: 'Removed',
}

type Outcome = NonNullable<SourceRun['outcome']>

const outcomes: Readonly<Record<Outcome, { kind: MarkKind; word: string }>> = {
  applied: { kind: 'done', word: 'Imported' },
  unchanged: { kind: 'planned', word: 'Nothing new' },
  waiting: { kind: 'projectedLate', word: 'Waits for you' },
  failed: { kind: 'late', word: 'Failed' },
  dismissed: { kind: 'cancelled', word: 'Dismissed' },
  superseded: { kind: 'cancelled', word: 'Replaced by a newer file' },
}

/** The outcome of a run as a mark. */
export const outcomeLook = ({ outcome, isUndone }: SourceRun): { kind: MarkKind; word: string } => {
  if (outcome === null) return { kind: 'running', word: 'Running' }
  return isUndone ? { kind: 'cancelled', word: 'Undone' } : outcomes[outcome]
}

/** Words for what a run did, and for what one that was not applied would have done. */
const figureTitles = {
  done: { create: 'created', update: 'changed' },
  planned: { create: 'to create', update: 'to change' },
} as const

/**
 * '12 created, 3 changed, 1 no longer there, 4 doubtful'; 'no changes' if nothing is worth a figure. `isDone`: whether the run was applied;
 * else '12 to create, 3 to change'.
 */
export const figuresWords = (
  { projects, operations, doubtful, keptOurs }: SourceRunFigures,
  isDone: boolean,
): string => {
  const titles = figureTitles[isDone ? 'done' : 'planned']
  const figures: readonly (readonly [count: number, word: string])[] = [
    [projects.create + operations.create, titles.create],
    [projects.update + operations.update, titles.update],
    [projects.vanished + operations.vanished, 'no longer there'],
    [doubtful, 'doubtful'],
    [keptOurs, 'kept as changed here'],
  ]
  const words = figures.filter(([count]) => count > 0).map(([count, word]) => `${formatNumber(count)} ${word}`)
  return words.length > 0 ? words.join(', ') : 'no changes'
}

/** What came of a run, in words: its figures, or why it failed. */
export const resultWords = ({ problem, figures, outcome }: SourceRun): string => {
  if (problem !== null) return problem
  if (figures) return figuresWords(figures, outcome === 'applied' || outcome === 'unchanged')
  return outcome === null ? '' : 'no changes'
}

export const triggerWords: Readonly<Record<SourceRun['trigger'], string>> = {
  clock: 'by the schedule',
  arrival: 'a file arrived',
  person: 'run by a person',
}

/** Whether a data source keeps failing. One that is paused fails no more: a person knows of it. */
export const keepsFailing = ({ isBroken, isPaused }: DataSource): boolean => isBroken && !isPaused

/** What of a data source needs a person, the most important first; empty if nothing does. */
export const needsOf = (source: DataSource): string[] => [
  ...(keepsFailing(source) ? [`Failed ${timesWords(source.failures)}`] : []),
  ...(source.waitingRunId === null ? [] : ['A run waits for you']),
  ...(source.openDoubts > 0 ? [formatCount(source.openDoubts, 'doubtful row')] : []),
]

const few = ['', 'once', 'twice', 'three times', 'four times', 'five times']
/** 'three times', '12 times'. */
export const timesWords = (count: number): string => few[count] || `${formatNumber(count)} times`

/** The share of its records that a run would change, with the limit: 'It would change 62 % of its records (limit 30 %).' */
export const shareWords = (changedPercent: number, limitPercent: number): string =>
  `It would change ${formatNumber(changedPercent)} % of its records (limit ${limitPercent} %).`

/** The address to which files of a pushed data source are sent. */
const pushAddress = (sourceId: string): string => `${location.origin}/api/sources/${sourceId}/file`

/** The command that sends a file, as an example. */
export const pushCommand = (sourceId: string): string =>
  `curl -T orders.csv -H "Authorization: Bearer sch_YOUR_TOKEN" "${pushAddress(sourceId)}?name=orders.csv"`
