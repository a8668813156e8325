import { type IcsComponent, readComponents } from './ics-components.ts'
import { IcsBudget, type IcsProblem, IcsRefusal } from './ics-refusal.ts'
import { IcsTimes } from './ics-times.ts'
import { type EventScope, type Exclusion, type IcsHoliday, onlyOne, readEvent } from './read-event.ts'

/** The contents of a file. If there are errors, none of it should be used; notes list what was left out on purpose. */
export interface ReadIcs {
  readonly holidays: IcsHoliday[]
  readonly errors: IcsProblem[]
  readonly notes: IcsProblem[]
}

/** Limits that keep reading one file below half a second: number of lines, days, and reported errors. */
export const icsLimits = { lines: 20_000, holidays: 2_000, errors: 100 } as const

/** Counted before splitting, because splitting a file of nothing but line breaks takes a second. */
const hasTooManyLines = (text: string): boolean => {
  let lines = 1
  for (let at = 0; at < text.length && lines <= icsLimits.lines; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) lines++
  }
  return lines > icsLimits.lines
}

const textOf = ({ properties }: IcsComponent, name: string): string =>
  properties.find((property) => property.name === name)?.value.trim() ?? ''

const isCancelled = (event: IcsComponent): boolean => textOf(event, 'STATUS').toUpperCase() === 'CANCELLED'

/** Starts of repeating events that other events of the calendar replace, by their common UID. */
const changesByUid = (events: readonly IcsComponent[], times: IcsTimes): Map<string, Exclusion[]> => {
  const changes = new Map<string, Exclusion[]>()
  for (const event of events) {
    const property = onlyOne(event, 'RECURRENCE-ID')
    if (!property) continue
    if (property.params.has('RANGE')) {
      throw new IcsRefusal(property.line, 'A change of all days from one on (RANGE) is not supported')
    }
    const uid = textOf(event, 'UID')
    const change = { line: property.line, moment: times.read(property), isChange: true }
    changes.set(uid, [...(changes.get(uid) ?? []), change])
  }
  return changes
}

class IcsReading {
  readonly holidays: IcsHoliday[] = []
  readonly errors: IcsProblem[] = []
  readonly notes: IcsProblem[] = []
  readonly #zone: string
  readonly #budget = new IcsBudget()
  readonly #known = new Set<string>()

  constructor(zone: string) {
    this.#zone = zone
  }

  get isFull(): boolean {
    return this.errors.length >= icsLimits.errors || this.holidays.length > icsLimits.holidays || this.#budget.isSpent
  }

  calendar(calendar: IcsComponent): void {
    const scale = calendar.properties.find(({ name }) => name === 'CALSCALE')
    if (scale && scale.value.trim().toUpperCase() !== 'GREGORIAN') {
      this.errors.push({ line: scale.line, message: 'Only the Gregorian calendar can be read' })
      return
    }
    const events = calendar.children.filter(({ name }) => name === 'VEVENT')
    const times = new IcsTimes(calendar, this.#zone, this.#budget)
    const scope: EventScope = { zone: this.#zone, times, budget: this.#budget, mostDays: icsLimits.holidays }
    this.#attempt(() => {
      const changes = changesByUid(events, times)
      const isWithdrawn = textOf(calendar, 'METHOD').toUpperCase() === 'CANCEL'
      for (const event of events) {
        if (this.isFull) return
        if (isWithdrawn || isCancelled(event)) this.#note(event)
        else this.#attempt(() => this.#add(event, readEvent(event, scope, this.#changesOf(event, changes))))
      }
    })
  }

  /** Only the repeating event loses the days that other events with its UID replace. */
  #changesOf(event: IcsComponent, changes: Map<string, Exclusion[]>): readonly Exclusion[] {
    const repeats = event.properties.every(({ name }) => name !== 'RECURRENCE-ID')
    return repeats ? (changes.get(textOf(event, 'UID')) ?? []) : []
  }

  #note(event: IcsComponent): void {
    const name = textOf(event, 'SUMMARY').slice(0, 120)
    this.notes.push({ line: event.line, message: `${name || 'An event'} is cancelled and was left out` })
  }

  #add(event: IcsComponent, found: readonly IcsHoliday[]): void {
    for (const holiday of found) {
      const key = keyOf(holiday)
      if (!this.#known.has(key)) this.holidays.push(holiday)
      this.#known.add(key)
    }
    if (this.holidays.length > icsLimits.holidays) {
      throw new IcsRefusal(event.line, `With this event the file has more than ${icsLimits.holidays} days`)
    }
  }

  #attempt(read: () => void): void {
    try {
      read()
    } catch (error) {
      if (!(error instanceof IcsRefusal)) throw error
      this.errors.push({ line: error.line, message: error.message })
    }
  }
}

const keyOf = ({ name, date, rule, fromMinute, toMinute }: IcsHoliday): string =>
  JSON.stringify([date, fromMinute, toMinute, rule, name])

/**
 * Reads the events of an iCalendar file (RFC 5545) as closed days and parts of days of an organization in an IANA zone. Endless repeating
 * events become yearly rules, others single days. Whatever cannot be represented is reported with its line and never skipped silently.
 */
export const readIcs = (text: string, zone: string): ReadIcs => {
  const refused = (line: number, message: string): ReadIcs => ({ holidays: [], errors: [{ line, message }], notes: [] })
  if (hasTooManyLines(text)) return refused(icsLimits.lines, `The file has more than ${icsLimits.lines} lines`)
  const { roots, problems } = readComponents(text)
  const calendars = roots.filter(({ name }) => name === 'VCALENDAR')
  if (calendars.length === 0) return refused(1, 'This is not a calendar file (BEGIN:VCALENDAR is missing)')
  const reading = new IcsReading(zone)
  reading.errors.push(...problems.slice(0, icsLimits.errors))
  for (const { line, name } of roots) {
    if (name === 'VEVENT') reading.errors.push({ line, message: 'The event is outside of a calendar (VCALENDAR)' })
  }
  for (const calendar of calendars) {
    if (!reading.isFull) reading.calendar(calendar)
  }
  const errors = reading.errors.slice(0, icsLimits.errors).toSorted((a, b) => a.line - b.line)
  const isTooMuch = reading.holidays.length > icsLimits.holidays
  return { holidays: isTooMuch ? [] : reading.holidays, errors, notes: reading.notes }
}
