import type { SettingsField } from '#contract/imports.ts'
import type { ShiftPeriod, ShiftVersion } from '#contract/shifts.ts'
import type { ClockSpan } from './clock-text.ts'
import type { SettingsRow } from './read-settings.ts'
import { nameKey } from './text-key.ts'

/** Everything that a table contains about one shift pattern. */
export interface ShiftGroup {
  readonly name: string
  readonly description?: string
  readonly rows: readonly number[]
  /** Its weeks, by first day. */
  readonly versions: readonly ShiftVersion[]
}

export interface ShiftRowProblem {
  readonly row: number
  readonly field: SettingsField | null
  readonly message: string
}

const dayMinutes = 1_440
const nextDay = (weekday: number): number => (weekday % 7) + 1

/** A period that may run into the next day; null if it is empty or longer than a day. */
const periodOf = (weekday: number, { fromMinute, toMinute }: ClockSpan): ShiftPeriod | null => {
  const end = toMinute <= fromMinute ? toMinute + dayMinutes : toMinute
  return fromMinute < dayMinutes && end - fromMinute <= dayMinutes ? { weekday, fromMinute, toMinute: end } : null
}

/** A break is on the day of its shift, or after midnight if the shift began the evening before. */
const breakOf = (period: ShiftPeriod, { fromMinute, toMinute }: ClockSpan): ShiftPeriod | null => {
  const isNextDay = fromMinute < period.fromMinute
  const made = periodOf(isNextDay ? nextDay(period.weekday) : period.weekday, { fromMinute, toMinute })
  const shiftEnd = period.toMinute - (isNextDay ? dayMinutes : 0)
  return made && made.toMinute <= shiftEnd ? made : null
}

type Week = { periods: ShiftPeriod[]; breaks: ShiftPeriod[] }
interface Draft {
  readonly name: string
  description?: string
  readonly rows: number[]
  readonly weeks: Map<string, Week>
}

const minuteOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Adds the working time of a row to its week. Returns the problem if it cannot. */
const addTime = (week: Week, { row, values }: SettingsRow): ShiftRowProblem | null => {
  const [from, to] = [minuteOf(values.shiftStart), minuteOf(values.shiftEnd)]
  const weekdays = values.weekdays as readonly number[] | undefined
  const isSilent = from === null && to === null && weekdays === undefined && values.breaks === undefined
  if (isSilent) return null
  if (weekdays === undefined) return { row, field: 'weekdays', message: 'Name the days, such as Mon-Fri' }
  if (from === null) return { row, field: 'shiftStart', message: 'Enter when the shift starts' }
  if (to === null) return { row, field: 'shiftEnd', message: 'Enter when the shift ends' }
  for (const weekday of weekdays) {
    const period = periodOf(weekday, { fromMinute: from, toMinute: to })
    if (!period) return { row, field: 'shiftStart', message: 'A shift starts before midnight' }
    week.periods.push(period)
    for (const span of (values.breaks ?? []) as readonly ClockSpan[]) {
      const rest = breakOf(period, span)
      if (!rest) return { row, field: 'breaks', message: 'A break lies within the shift' }
      week.breaks.push(rest)
    }
  }
  return null
}

/**
 * Groups the rows of a table by shift pattern. A row without a name belongs to the pattern of the row above. An invalid
 * row invalidates its whole pattern, because half a week of working time would be wrong.
 */
export const groupShifts = (rows: readonly SettingsRow[]): { groups: ShiftGroup[]; problems: ShiftRowProblem[] } => {
  const drafts = new Map<string, Draft>()
  const problems: ShiftRowProblem[] = []
  let above: Draft | undefined
  for (const read of rows) {
    if (read.isEmpty) continue
    const { row, values } = read
    const name = values.shiftName as string | undefined
    const own: Draft | undefined =
      name === undefined ? above : (drafts.get(nameKey(name)) ?? { name, rows: [], weeks: new Map() })
    if (!own) {
      problems.push({ row, field: 'shiftName', message: 'Name the shift pattern' })
      continue
    }
    above = own
    drafts.set(nameKey(own.name), own)
    own.rows.push(row)
    if (typeof values.shiftDescription === 'string') own.description = values.shiftDescription
    const start = (values.effectiveFrom as string | null | undefined) ?? ''
    const week = own.weeks.get(start) ?? { periods: [], breaks: [] }
    own.weeks.set(start, week)
    const problem = read.problems.length > 0 ? null : addTime(week, read)
    if (problem) problems.push(problem)
  }
  const groups = [...drafts.values()].map(({ weeks, ...group }): ShiftGroup => {
    const versions = [...weeks].map(([start, week]) => ({ effectiveFrom: start === '' ? null : start, ...week }))
    return { ...group, versions }
  })
  return { groups, problems }
}
