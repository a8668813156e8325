import { RequiredLine } from '#contract/fields.ts'
import type { HolidayRule } from '#contract/holiday-rules.ts'
import { type DayPart, EventParts, type IcsLength } from './event-parts.ts'
import type { IcsComponent, IcsProperty } from './ics-components.ts'
import { dateOfDay } from './ics-days.ts'
import { type IcsBudget, IcsRefusal } from './ics-refusal.ts'
import { dayOfMoment, type IcsMoment, type IcsTimes, icsDayMs, readDuration } from './ics-times.ts'
import { lastIcsDay, readRecurrence, recurrenceDays } from './recurrence.ts'
import { cycleYears, mostDaysOfYear, yearlyRules } from './yearly-rules.ts'

export interface IcsHoliday {
  readonly name: string
  readonly date: string
  readonly rule: HolidayRule | null
  readonly fromMinute: number | null
  readonly toMinute: number | null
}

/** Settings shared by the events of one calendar. */
export interface EventScope {
  /** IANA time zone of the organization. */
  readonly zone: string
  readonly times: IcsTimes
  readonly budget: IcsBudget
  /** Limit above which an event is refused. */
  readonly mostDays: number
}

const nameLength = 120
/** Far longer than any valid name, but short enough to process quickly. */
const readCharacters = 10 * nameLength

const unescapeText = (value: string): string =>
  value
    .trimStart()
    .slice(0, readCharacters)
    .replace(/\\([\\;,nN])/g, (_, char: string) => (/n/i.test(char) ? ' ' : char))

/** The property with this name; undefined if there is none. Throws if there are several. */
export const onlyOne = ({ properties }: IcsComponent, name: string): IcsProperty | undefined => {
  const [first, second] = properties.filter((property) => property.name === name)
  if (second) throw new IcsRefusal(second.line, `The event has more than one ${name}`)
  return first
}

const nameOf = (event: IcsComponent): string => {
  const summary = event.properties.find(({ name }) => name === 'SUMMARY')
  const text = unescapeText(summary?.value ?? '').trim()
  if (text.includes('\uFFFD')) {
    throw new IcsRefusal(
      summary?.line ?? event.line,
      'The name has characters that cannot be read. Save the file as UTF-8',
    )
  }
  const name = RequiredLine('Name', nameLength).safeParse(text)
  if (name.success) return name.data
  const line = summary?.line ?? event.line
  if (text === '') throw new IcsRefusal(event.line, 'The event has no name (SUMMARY)')
  throw new IcsRefusal(line, name.error.issues[0]?.message ?? 'The name cannot be read')
}

const lengthOf = (event: IcsComponent, start: IcsMoment, { times }: EventScope): IcsLength => {
  const [end, duration] = [onlyOne(event, 'DTEND'), onlyOne(event, 'DURATION')]
  if (end && duration) throw new IcsRefusal(duration.line, 'The event has both an end and a duration')
  if (duration) {
    const length = readDuration(duration.value)
    if (!length || (start.kind === 'date' && length.ms > 0)) {
      throw new IcsRefusal(duration.line, 'The duration (DURATION) cannot be read')
    }
    return length
  }
  if (end) return lengthBetween(start, times.read(end), end.line, times)
  return start.kind === 'date' ? { days: 1, ms: 0 } : { days: 0, ms: 0 }
}

const lengthBetween = (start: IcsMoment, end: IcsMoment, line: number, times: IcsTimes): IcsLength => {
  if (start.kind === 'date' && end.kind === 'date') return { days: end.day - start.day, ms: 0 }
  if (start.kind === 'date' || end.kind === 'date') {
    throw new IcsRefusal(line, 'The start and the end must both be days, or both have a time')
  }
  const isSame = start.clock === end.clock
  const ms = isSame ? end.localMs - start.localMs : times.instantOf(end, line) - times.instantOf(start, line)
  if (ms < 0) throw new IcsRefusal(line, 'The event ends before it starts')
  return { days: 0, ms }
}

/** Moves a time to another day, with the same time of day. */
const onDay = (moment: IcsMoment, day: number): IcsMoment =>
  moment.kind === 'date' ? { kind: 'date', day } : { ...moment, localMs: day * icsDayMs + (moment.localMs % icsDayMs) }

const isSameMoment = (one: IcsMoment, other: IcsMoment, times: IcsTimes, line: number): boolean => {
  if (one.kind === 'date' || other.kind === 'date') return dayOfMoment(one) === dayOfMoment(other)
  if (one.clock === other.clock) return one.localMs === other.localMs
  return times.instantOf(one, line) === times.instantOf(other, line)
}

interface Starts {
  readonly moments: readonly IcsMoment[]
  /** Last day up to which an endless recurrence was expanded; null if the list is complete. */
  readonly endlessTo: number | null
}

/** The starts that the event's rule produces, beginning with the event's own. */
const ruleStarts = (
  event: IcsComponent,
  start: IcsMoment,
  scope: EventScope,
  excluded: readonly Exclusion[],
): Starts => {
  const property = onlyOne(event, 'RRULE')
  if (!property) return { moments: [start], endlessTo: null }
  const { line } = property
  const { times, budget, mostDays } = scope
  const rule = readRecurrence(line, property.value)
  const startDay = dayOfMoment(start)
  const until = rule.until === null ? null : times.readPart(rule.until, property)
  const isEndless = rule.count === null && until === null
  const lastExcluded = Math.max(startDay, ...excluded.map(({ moment }) => dayOfMoment(moment)))
  const endlessTo = Math.min(lastIcsDay, Math.max(startDay + cycleYears * 366, lastExcluded + 1))
  const moments: IcsMoment[] = []
  for (const day of recurrenceDays(rule, startDay, budget)) {
    if (moments.length === 0 && day !== startDay) break
    const moment = onDay(start, day)
    if (moments.length === rule.count || (until && isAfter(moment, until, times, line))) break
    if (isEndless && day > endlessTo) break
    moments.push(moment)
    if (isEndless && moments.length > mostDaysOfYear * (Math.floor((day - startDay) / 365) + 1)) throw endless(line)
    if (moments.length > mostDays) throw new IcsRefusal(line, `The event repeats more than ${mostDays} times`)
  }
  if (moments.length === 0)
    throw new IcsRefusal(line, 'The event does not begin on a day of its own repetition (RRULE)')
  return { moments, endlessTo: isEndless ? endlessTo : null }
}

const endless = (line: number): IcsRefusal =>
  new IcsRefusal(
    line,
    'The event repeats without end in a way that no yearly rule can keep. Give it an end (UNTIL or COUNT)',
  )

const isAfter = (moment: IcsMoment, until: IcsMoment, times: IcsTimes, line: number): boolean => {
  const days = dayOfMoment(moment) - dayOfMoment(until)
  if (moment.kind === 'date' || until.kind === 'date') return days > 0
  if (moment.clock === until.clock) return moment.localMs > until.localMs
  // Clocks differ by less than two days.
  if (Math.abs(days) > 2) return days > 0
  return times.instantOf(moment, line) > times.instantOf(until, line)
}

/** A start that does not happen, because it is excluded or replaced by a separate event. */
export interface Exclusion {
  readonly line: number
  readonly moment: IcsMoment
  readonly isChange: boolean
}

const leftOut = (event: IcsComponent, times: IcsTimes): Exclusion[] =>
  event.properties
    .filter(({ name }) => name === 'EXDATE')
    .flatMap((property) => times.readAll(property).map((moment) => ({ line: property.line, moment, isChange: false })))

/** Removes the excluded starts. Throws for an endless recurrence, which cannot have exclusions. */
const without = (starts: Starts, excluded: readonly Exclusion[], times: IcsTimes): readonly IcsMoment[] => {
  const byDay = Map.groupBy(starts.moments, dayOfMoment)
  const gone = new Set<IcsMoment>()
  for (const { line, moment, isChange } of excluded) {
    const day = dayOfMoment(moment)
    const near = [day - 1, day, day + 1].flatMap((each) => byDay.get(each) ?? [])
    const found = near.find((each) => isSameMoment(each, moment, times, line))
    if (!found) continue
    if (starts.endlessTo !== null) {
      const what = isChange ? 'change a single day (RECURRENCE-ID)' : 'leave out a single day (EXDATE)'
      throw new IcsRefusal(line, `An event that repeats without end cannot ${what}. Give it an end (UNTIL or COUNT)`)
    }
    gone.add(found)
  }
  return starts.moments.filter((moment) => !gone.has(moment))
}

/** Individually added starts, some with their own duration. */
const addedStarts = (event: IcsComponent, usual: IcsLength, { times }: EventScope) =>
  event.properties
    .filter(({ name }) => name === 'RDATE')
    .flatMap((property) =>
      property.value.split(',').map((text) => {
        const [from = '', to] = text.split('/', 2)
        const start = times.readPart(from, property)
        if (to === undefined) return { start, length: usual, line: property.line }
        const length = /^\+?P/i.test(to)
          ? readDuration(to)
          : lengthBetween(start, times.readPart(to, property), property.line, times)
        if (!length) throw new IcsRefusal(property.line, 'The length of an added day (RDATE) cannot be read')
        return { start, length, line: property.line }
      }),
    )

const single = (name: string, { day, fromMinute, toMinute }: DayPart): IcsHoliday => ({
  name,
  date: dateOfDay(day),
  rule: null,
  fromMinute,
  toMinute,
})

/** The yearly holidays of an endless recurrence, one for each part of its days. */
const yearly = (name: string, parts: readonly DayPart[][], starts: Starts, line: number): IcsHoliday[] => {
  const [first = []] = parts
  const startDay = starts.moments[0] === undefined ? 0 : dayOfMoment(starts.moments[0])
  return first.flatMap(({ day, fromMinute, toMinute }, index) => {
    const same = parts.map((each) => each[index])
    const days = same.flatMap((part) =>
      part && part.fromMinute === fromMinute && part.toMinute === toMinute ? [part.day] : [],
    )
    const isSteady = days.length === parts.length && parts.every((each) => each.length === first.length)
    const rules = isSteady ? yearlyRules(days, (starts.endlessTo ?? lastIcsDay) + day - startDay) : null
    if (!rules) throw endless(line)
    return rules.map(({ date, rule }) => ({ name, date, rule, fromMinute, toMinute }))
  })
}

/**
 * The closed days of one event. `changed` lists the starts that other events in the file replace. Throws `IcsRefusal`
 * for anything that cannot be represented.
 */
export const readEvent = (event: IcsComponent, scope: EventScope, changed: readonly Exclusion[]): IcsHoliday[] => {
  const { times, zone, budget } = scope
  const startLine = event.properties.find(({ name }) => name === 'DTSTART')?.line ?? event.line
  const property = onlyOne(event, 'DTSTART')
  if (!property) throw new IcsRefusal(event.line, 'The event has no start (DTSTART)')
  const start = times.read(property)
  const name = nameOf(event)
  const exrule = event.properties.find((each) => each.name === 'EXRULE')
  if (exrule)
    throw new IcsRefusal(exrule.line, 'Days left out by a rule (EXRULE) are not supported. List them (EXDATE)')
  const length = lengthOf(event, start, scope)
  const partsOf = new EventParts(zone, times, budget)
  const excluded = [...leftOut(event, times), ...changed]
  const starts = ruleStarts(event, start, scope, excluded)
  const kept = without(starts, excluded, times)
  const parts = kept.map((moment) => partsOf.of(moment, length, startLine))
  const added = addedStarts(event, length, scope)
    .filter(({ start: moment, line }) => !excluded.some((each) => isSameMoment(moment, each.moment, times, line)))
    .flatMap((each) => partsOf.of(each.start, each.length, each.line))
  const ruleLine = event.properties.find((each) => each.name === 'RRULE')?.line ?? startLine
  const own =
    starts.endlessTo === null ? parts.flat().map((part) => single(name, part)) : yearly(name, parts, starts, ruleLine)
  return [...own, ...added.map((part) => single(name, part))]
}
