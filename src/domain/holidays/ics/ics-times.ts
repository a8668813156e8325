import { canonicalZone } from '#contract/time-zones.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import type { IcsComponent, IcsProperty } from './ics-components.ts'
import { dateOfDay, dayOfDate } from './ics-days.ts'
import { conversionSteps, type IcsBudget, IcsRefusal } from './ics-refusal.ts'
import { readRecurrence, recurrenceDays } from './recurrence.ts'

export const icsDayMs = 86_400_000

/** The clock of a time in a file. Local times are represented as the epoch ms at which a UTC clock shows the same time. */
export interface IcsClock {
  /** Whether it is the organization's own clock, so no conversion is needed. */
  readonly isOwn: boolean
  readonly toInstant: (localMs: number) => number
}

/** A date, or a local time of some clock. */
export type IcsMoment =
  | { readonly kind: 'date'; readonly day: number }
  | { readonly kind: 'time'; readonly localMs: number; readonly clock: IcsClock }

/** Local day of a moment, since 1970-01-01. */
export const dayOfMoment = (moment: IcsMoment): number =>
  moment.kind === 'date' ? moment.day : Math.floor(moment.localMs / icsDayMs)

const validDay = (digits: string): number | null => {
  const date = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`
  const day = dayOfDate(date)
  return Number.isNaN(day) || dateOfDay(day) !== date || date < '1900' || date > '2100' ? null : day
}

/** Parses a DATE or DATE-TIME value to its local day, its time of day, and whether it is in UTC; null if it is neither. */
const readValue = (value: string): { day: number; timeMs: number | null; isUtc: boolean } | null => {
  const [, digits = '', hour, minute, second, utc] = /^(\d{8})(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/i.exec(value.trim()) ?? []
  const day = validDay(digits)
  if (day === null) return null
  if (hour === undefined) return { day, timeMs: null, isUtc: false }
  const [h, m, s] = [Number(hour), Number(minute), Number(second)]
  if (h > 23 || m > 59 || s > 60) return null
  return { day, timeMs: ((h * 60 + m) * 60 + Math.min(s, 59)) * 1000, isUtc: utc !== '' }
}

/** A clock for an IANA time zone. */
const zoneClock = (zone: string, isOwn: boolean): IcsClock => ({
  isOwn,
  toInstant: (localMs) => {
    const day = Math.floor(localMs / icsDayMs)
    const ofDayMs = localMs - day * icsDayMs
    return dateOnlyToMs(dateOfDay(day), zone, Math.floor(ofDayMs / 60_000)) + (ofDayMs % 60_000)
  },
})

const utcClock: IcsClock = { isOwn: false, toInstant: (localMs) => localMs }

const offsetMs = (property: IcsProperty | undefined): number | null => {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(property?.value.trim() ?? '') ?? []
  if (sign === undefined) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}

interface Change {
  /** Local time on the clock before the change. */
  readonly localMs: number
  readonly offsetMs: number
}

const propertyOf = ({ properties }: IcsComponent, name: string) => properties.find((each) => each.name === name)

/** The transitions of one part of a VTIMEZONE, standard or daylight time. */
const changesOf = (part: IcsComponent, budget: IcsBudget): Change[] => {
  const refuse = (message: string, line = part.line) => new IcsRefusal(line, message)
  const [start, offset] = [propertyOf(part, 'DTSTART'), offsetMs(propertyOf(part, 'TZOFFSETTO'))]
  const first = start && readValue(start.value)
  if (!first || offset === null) throw refuse('The time zone of the file has a part without a valid start and offset')
  const timeMs = first.timeMs ?? 0
  const at = (day: number): Change => ({ localMs: day * icsDayMs + timeMs, offsetMs: offset })
  const changes = [at(first.day)]
  const rule = propertyOf(part, 'RRULE')
  if (rule) {
    const read = readRecurrence(rule.line, rule.value)
    const until = read.until === null ? null : readValue(read.until)
    if (read.until !== null && !until) throw refuse('The repetition ends on no date (UNTIL)', rule.line)
    let left = read.count ?? Infinity
    for (const day of recurrenceDays(read, first.day, budget)) {
      if (left-- <= 0 || (until && day > until.day)) break
      changes.push(at(day))
    }
  }
  for (const more of part.properties.filter(({ name }) => name === 'RDATE')) {
    for (const text of more.value.split(',')) {
      const date = readValue(text)
      if (!date) throw refuse('A change of the time zone is no date', more.line)
      changes.push({ localMs: date.day * icsDayMs + (date.timeMs ?? 0), offsetMs: offset })
    }
  }
  return changes
}

/** A clock defined by a VTIMEZONE: the last transition before a time decides its offset. */
const describedClock = (zone: IcsComponent, budget: IcsBudget): IcsClock => {
  const parts = zone.children.filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT')
  const changes = parts.flatMap((part) => changesOf(part, budget)).sort((a, b) => a.localMs - b.localMs)
  const [earliest] = changes
  if (!earliest) throw new IcsRefusal(zone.line, 'The time zone of the file has neither standard nor daylight time')
  const before = parts.map((part) => offsetMs(propertyOf(part, 'TZOFFSETFROM'))).find((offset) => offset !== null)
  return {
    isOwn: false,
    toInstant: (localMs) => {
      const change = changes.findLast((each) => each.localMs <= localMs)
      return localMs - (change?.offsetMs ?? before ?? earliest.offsetMs)
    },
  }
}

/** Parses the times of one calendar. A time without a zone is in the organization's zone. */
export class IcsTimes {
  readonly #own: string
  readonly #budget: IcsBudget
  readonly #described = new Map<string, IcsComponent>()
  readonly #clocks = new Map<string, IcsClock>()

  constructor(calendar: IcsComponent, own: string, budget: IcsBudget) {
    this.#own = own
    this.#budget = budget
    for (const zone of calendar.children.filter(({ name }) => name === 'VTIMEZONE')) {
      const id = propertyOf(zone, 'TZID')?.value.trim()
      if (id) this.#described.set(id, zone)
    }
  }

  /** Parses all times of a property, which may be a list. Throws `IcsRefusal` with the line. */
  readAll({ line, params, value, name }: IcsProperty): IcsMoment[] {
    return value.split(',').map((text) => this.#read(text, params.get('TZID'), line, name))
  }

  read(property: IcsProperty): IcsMoment {
    const { line, params, value, name } = property
    return this.#read(value, params.get('TZID'), line, name)
  }

  /** Parses a time within another property, such as the end of a period. Local times use that property's zone. */
  readPart(text: string, { line, params, name }: IcsProperty): IcsMoment {
    return this.#read(text, params.get('TZID'), line, name)
  }

  /** Converts a local time to an instant (epoch ms). */
  instantOf({ localMs, clock }: Extract<IcsMoment, { kind: 'time' }>, line: number): number {
    this.#budget.spend(conversionSteps, line)
    return clock.toInstant(localMs)
  }

  #read(text: string, zoneId: string | undefined, line: number, name: string): IcsMoment {
    const value = readValue(text)
    if (!value) throw new IcsRefusal(line, `${nameOf[name] ?? 'A date'} is not a date between 1900 and 2099`)
    if (value.timeMs === null) return { kind: 'date', day: value.day }
    const clock = value.isUtc ? utcClock : this.#clockOf(zoneId, line)
    return { kind: 'time', localMs: value.day * icsDayMs + value.timeMs, clock }
  }

  #clockOf(id: string | undefined, line: number): IcsClock {
    const key = id?.trim() ?? ''
    const known = this.#clocks.get(key)
    if (known) return known
    const made = this.#makeClock(key, line)
    this.#clocks.set(key, made)
    return made
  }

  #makeClock(id: string, line: number): IcsClock {
    if (id === '') return zoneClock(this.#own, true)
    // Some programs put a registry before the name: /example.org/20240101/Europe/Berlin.
    const zone =
      canonicalZone(id) ??
      canonicalZone(id.split('/').slice(-2).join('/')) ??
      canonicalZone(id.split('/').slice(-3).join('/'))
    if (zone) return zoneClock(zone, zone === this.#own)
    const described = this.#described.get(id)
    if (described) return describedClock(described, this.#budget)
    throw new IcsRefusal(line, `The file does not describe its time zone "${id.slice(0, 60)}"`)
  }
}

const nameOf: Readonly<Record<string, string>> = {
  DTSTART: 'The start',
  DTEND: 'The end',
  EXDATE: 'An excluded day (EXDATE)',
  RDATE: 'An added day (RDATE)',
  'RECURRENCE-ID': 'The changed day (RECURRENCE-ID)',
}

/** Parses a DURATION: days and weeks in calendar time, the rest in clock time; null if invalid or negative. */
export const readDuration = (text: string): { days: number; ms: number } | null => {
  const match = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/i.exec(
    text.trim(),
  )
  if (!match || /[PT]$/i.test(text.trim())) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((each) => Number(each ?? 0))
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
}
