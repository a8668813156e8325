import { isVisible } from '#contract/fields.ts'
import type { HolidayRule } from '#contract/holiday-rules.ts'
import { addDays, isoDate } from './calendar-dates.ts'

export interface IcsHoliday {
  readonly name: string
  readonly date: string
  readonly rule: HolidayRule | null
}

/** What a file holds; `line` counts its lines from 1. */
export interface ReadIcs {
  readonly holidays: IcsHoliday[]
  readonly errors: { readonly line: number; readonly message: string }[]
}

/** Limits of one file, so that no file keeps a server longer than a fifth of a second: lines, days, days of one event, errors told. */
export const icsLimits = {
  lines: 20_000,
  holidays: 2_000,
  daysOfEvent: 366,
  nameLength: 120,
  ruleLength: 500,
  errors: 100,
} as const

interface Property {
  readonly line: number
  readonly name: string
  readonly value: string
}

/** Counted before the text is split, because a file of only line ends would cost a second. */
const hasTooManyLines = (text: string): boolean => {
  let lines = 1
  for (let at = 0; at < text.length && lines <= icsLimits.lines; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) lines++
  }
  return lines > icsLimits.lines
}

/** RFC 5545: a line that begins with a blank goes on with the one before. Lines come with their number. */
const unfold = (text: string): { line: number; text: string }[] => {
  const logical: { line: number; text: string }[] = []
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const last = logical.at(-1)
    if (/^[ \t]/.test(line) && last) last.text += line.slice(1)
    else logical.push({ line: index + 1, text: line })
  }
  return logical
}

const readProperty = ({ line, text }: { line: number; text: string }): Property | null => {
  const colon = text.indexOf(':')
  if (colon < 1) return null
  const name = (text.slice(0, colon).split(';', 1)[0] ?? '').toUpperCase()
  return { line, name, value: text.slice(colon + 1) }
}

/** Much longer than any valid name, but short enough to be fast. */
const readCharacters = 10 * icsLimits.nameLength

const unescapeText = (value: string): string =>
  value
    .trimStart()
    .slice(0, readCharacters)
    .replace(/\\([\\;,nN])/g, (_, char: string) => (/n/i.test(char) ? ' ' : char))

/** 'yyyy-MM-dd' of a DATE or DATE-TIME value; null when it names no day of the calendar. */
const readDate = (value: string): string | null => {
  const parts = /^(\d{4})(\d{2})(\d{2})(T\d{6}Z?)?$/.exec(value.trim())
  if (!parts) return null
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  const date = isoDate(year, month, day)
  return year >= 1900 && year <= 2099 && date === `${parts[1]}-${parts[2]}-${parts[3]}` ? date : null
}

const weekdayCodes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** Yearly rules that name one day; undefined = a rule this product does not know. */
const readRule = (value: string, date: string): HolidayRule | undefined => {
  if (value.length > icsLimits.ruleLength) return undefined
  const parts = new Map(
    value
      .toUpperCase()
      .split(';')
      .map((part) => part.split('=', 2) as [string, string]),
  )
  const known = ['FREQ', 'INTERVAL', 'BYMONTH', 'BYMONTHDAY', 'BYDAY', 'WKST']
  if (parts.get('FREQ') !== 'YEARLY' || (parts.get('INTERVAL') ?? '1') !== '1') return undefined
  if ([...parts.keys()].some((name) => !known.includes(name))) return undefined
  const month = Number(parts.get('BYMONTH') ?? date.slice(5, 7))
  const byDay = parts.get('BYDAY')
  if (!byDay) {
    const day = Number(parts.get('BYMONTHDAY') ?? date.slice(8, 10))
    if (isoDate(2024, month, day).slice(5) !== `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)
      return undefined
    return { kind: 'date', month, day, observed: 'asIs' }
  }
  const nthDay = /^(-1|[1-4])(MO|TU|WE|TH|FR|SA|SU)$/.exec(byDay)
  if (!nthDay || parts.has('BYMONTHDAY') || month < 1 || month > 12) return undefined
  const nth = Number(nthDay[1]) as 1 | 2 | 3 | 4 | -1
  return { kind: 'weekday', month, weekday: weekdayCodes.indexOf(nthDay[2] ?? '') + 1, nth }
}

type Refusal = { line: number; message: string }

const readEvent = (properties: readonly Property[], line: number): IcsHoliday[] | Refusal => {
  const of = (name: string) => properties.find((property) => property.name === name)
  const start = of('DTSTART')
  if (!start) return { line, message: 'The event has no start (DTSTART)' }
  const date = readDate(start.value)
  if (!date) return { line: start.line, message: 'The start is not a date between 1900 and 2099' }
  const name = unescapeText(of('SUMMARY')?.value ?? '').trim()
  if (!isVisible(name)) return { line, message: 'The event has no name (SUMMARY)' }
  if ([...name].length > icsLimits.nameLength)
    return { line, message: `The name is longer than ${icsLimits.nameLength} characters` }
  const repeats = of('RRULE')
  const rule = repeats ? readRule(repeats.value, date) : null
  if (rule === undefined)
    return { line: repeats?.line ?? line, message: 'The event repeats in a way that is not known here' }
  const end = of('DTEND')
  const endDate = end ? readDate(end.value) : null
  if (end && !endDate) return { line: end.line, message: 'The end is not a date between 1900 and 2099' }
  // A date as end is the day after the last one; a time of day ends on its own day.
  const last = endDate === null || /T/.test(end?.value ?? '') ? (endDate ?? date) : addDays(endDate, -1)
  if (last > addDays(date, icsLimits.daysOfEvent - 1)) return { line, message: 'The event lasts longer than a year' }
  const holidays: IcsHoliday[] = []
  for (let day = date; day === date || day <= last; day = addDays(day, 1))
    holidays.push({ name, date: day, rule: null })
  if (!rule) return holidays
  return holidays.length > 1
    ? { line, message: 'An event of several days that repeats is not known here' }
    : [{ name, date, rule }]
}

/**
 * Reads the events of an iCalendar file (RFC 5545) as closed days: DTSTART, DTEND, SUMMARY and yearly RRULE. Linear in
 * the length of the text. Errors are reported with their line.
 */
export const readIcs = (text: string): ReadIcs => {
  const holidays: IcsHoliday[] = []
  const errors: Refusal[] = []
  if (hasTooManyLines(text)) {
    return { holidays, errors: [{ line: icsLimits.lines, message: `The file has more than ${icsLimits.lines} lines` }] }
  }
  const lines = unfold(text)
  if (!lines.some(({ text: line }) => /^BEGIN:VCALENDAR\s*$/i.test(line))) {
    return { holidays, errors: [{ line: 1, message: 'This is not a calendar file (BEGIN:VCALENDAR is missing)' }] }
  }
  let event: { line: number; properties: Property[] } | null = null
  for (const logical of lines) {
    const property = readProperty(logical)
    if (!property) continue
    const marker = `${property.name}:${property.value.trim().toUpperCase()}`
    if (marker === 'BEGIN:VEVENT') event = { line: logical.line, properties: [] }
    else if (marker === 'END:VEVENT' && event) {
      const read = readEvent(event.properties, event.line)
      if (Array.isArray(read)) holidays.push(...read)
      else errors.push(read)
      event = null
      if (errors.length >= icsLimits.errors) return { holidays, errors }
    } else event?.properties.push(property)
    if (holidays.length > icsLimits.holidays) {
      return { holidays: [], errors: [{ line: logical.line, message: `More than ${icsLimits.holidays} days` }] }
    }
  }
  if (event) errors.push({ line: event.line, message: 'The event has no end (END:VEVENT)' })
  return { holidays, errors }
}
