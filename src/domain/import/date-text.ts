import type { DayOrder } from '#contract/imports.ts'
import { monthsOfWord, weekdaysOfWord } from './calendar-words.ts'

/** A local date and time, or an instant. `seconds` since midnight, null = a date without a time. */
export type WrittenDate =
  | { readonly kind: 'wall'; readonly date: string; readonly seconds: number | null }
  | { readonly kind: 'instant'; readonly atMs: number }

const two = (value: number): string => String(value).padStart(2, '0')

/** Formats an existing day as 'yyyy-MM-dd'; null for days such as 02/30. */
const calendarDate = (year: number, month: number, day: number): string | null => {
  const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  const atMs = Date.parse(`${text}T00:00:00Z`)
  return month >= 1 && month <= 12 && !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text) ? text : null
}

const clock =
  /^(?:at |um |à )?(\d{1,2})(?:(?::|\.(?=\d\d(?:\D|$))|\s*h)(\d{2}))?(?::(\d{2}(?:[.,]\d+)?))?\s*([ap]\.?\s?m\.?|uhr|h)?$/i

/** Seconds since midnight, including fractions; null for anything else. */
const secondsOf = (text: string): number | null => {
  const parts = clock.exec(text.trim())
  if (!parts) return null
  const [, hourText, minuteText, secondText = '0', sign = ''] = parts
  const [hour, minute, second] = [Number(hourText), Number(minuteText ?? '0'), Number(secondText.replace(',', '.'))]
  // A bare number is not a time.
  if ((minuteText === undefined && sign === '') || minute > 59 || second >= 60) return null
  const half = /^[ap]/i.exec(sign)?.[0].toLowerCase()
  if (half === undefined) return hour < 24 ? hour * 3_600 + minute * 60 + second : null
  if (hour < 1 || hour > 12) return null
  return ((hour % 12) + (half === 'p' ? 12 : 0)) * 3_600 + minute * 60 + second
}

/** Expands two-digit years to 1970-2069, as spreadsheets do. */
const fullYear = (text: string): number =>
  text.length === 4 ? Number(text) : Number(text) + (Number(text) < 70 ? 2000 : 1900)

/** A day and the text after it. */
interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly rest: string
}

const numeric = /^(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?!\d)(.*)$/s
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/s
const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})(?!\d)(.*)$/s
const eastern = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일](.*)$/su
const word = "([\\p{L}\\p{M}]+(?:['’][\\p{L}\\p{M}]+)?)\\.?"
const gap = '(?:\\s*[-/,]\\s*|\\s+|(?<=\\.)|(?<=\\p{L})(?=\\d)|(?<=\\d)(?=\\p{L}))'
const ofWord = "(?:de\\s+|d[’']|of\\s+|the\\s+)?"
const ordinal = '(?:st|nd|rd|th|er|ère|º|ª|\\.)?'
const year = "(?:de\\s+|del\\s+)?['’]?(\\d{4}|\\d{2})(?![\\d:])"
/** '18-DEC-26', '18. Dez. 2026', '18 de diciembre de 2026', '1er janvier 2026' */
const dayNamed = new RegExp(`^(\\d{1,2})${ordinal}${gap}${ofWord}${word}${gap}${year}(.*)$`, 'isu')
/** 'Nov 18, 2026', 'November 18th 2026' */
const monthNamed = new RegExp(`^${word}${gap}(\\d{1,2})${ordinal}${gap}${year}(.*)$`, 'isu')
/** '2026-Dec-18' */
const yearNamed = new RegExp(`^(\\d{4})${gap}${word}${gap}(\\d{1,2})${ordinal}(?!\\d)(.*)$`, 'isu')

/** The month of a word, if all languages that know the word agree. */
const onlyMonth = (text: string): number => {
  const [month, ...others] = monthsOfWord(text)
  return month === undefined || others.length > 0 ? Number.NaN : month
}

const numericDay = (text: string, order: DayOrder): Day | null => {
  const parts = numeric.exec(text)
  if (!parts) return null
  const [, a, sign, b, yearText = '', rest = ''] = parts
  const isDayFirst = sign === '.' || order === 'dmy'
  const [month, day] = isDayFirst ? [Number(b), Number(a)] : [Number(a), Number(b)]
  return { year: fullYear(yearText), month, day, rest }
}

const namedDay = (text: string): Day | null => {
  const byDay = dayNamed.exec(text)
  if (byDay)
    return {
      year: fullYear(byDay[3] ?? ''),
      month: onlyMonth(byDay[2] ?? ''),
      day: Number(byDay[1]),
      rest: byDay[4] ?? '',
    }
  const byMonth = monthNamed.exec(text)
  if (byMonth) {
    const [, name = '', day, yearText = '', rest = ''] = byMonth
    return { year: fullYear(yearText), month: onlyMonth(name), day: Number(day), rest }
  }
  const byYear = yearNamed.exec(text)
  return (
    byYear && {
      year: Number(byYear[1]),
      month: onlyMonth(byYear[2] ?? ''),
      day: Number(byYear[3]),
      rest: byYear[4] ?? '',
    }
  )
}

const dayOf = (text: string, order: DayOrder): Day | null => {
  const first = yearFirst.exec(text)
  const parts = first ? [first[1], first[3], first[4], first[5]] : (compact.exec(text) ?? eastern.exec(text))?.slice(1)
  if (parts) return { year: Number(parts[0]), month: Number(parts[1]), day: Number(parts[2]), rest: parts[3] ?? '' }
  return numericDay(text, order) ?? (/\p{L}/u.test(text) ? namedDay(text) : null)
}

const zoned = /^(.*\d)\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/is

/** Parses the text after a day: nothing, a time, or a time with a zone. */
const withTime = (date: string, rest: string): WrittenDate | null => {
  const text = rest
    .replace(/^\s*T(\d\d)(\d\d)(?=$|Z|[+-])/i, '$1:$2')
    .replace(/^\s*[T,]?\s*/i, '')
    .trim()
  if (text === '' || text === '.') return { kind: 'wall', date, seconds: null }
  const zone = zoned.exec(text)
  const seconds = secondsOf(zone?.[1] ?? text)
  if (seconds === null) return null
  if (!zone) return { kind: 'wall', date, seconds }
  const offset = /^[+-]/.exec(zone[2] ?? '') ? (zone[2] ?? '').replace(/^(.\d\d):?/, '$1:') : 'Z'
  return { kind: 'instant', atMs: Date.parse(`${date}T00:00:00${offset}`) + Math.round(seconds * 1_000) }
}

const withoutWeekday = (text: string, order: DayOrder): WrittenDate | null => {
  const day = dayOf(text, order)
  const date = day && calendarDate(day.year, day.month, day.day)
  return day && date ? withTime(date, day.rest) : null
}

const weekdayFirst = /^([\p{L}\p{M}]+)\.?[,\s]\s*(.+)$/su
const weekdayLast = /^(.+?)[\s,]+\(?([\p{L}\p{M}]+)\.?\)?$/su

/** Splits off weekdays next to a date; null if there are none. */
const splitWeekday = (text: string): { days: ReadonlySet<number>; date: string } | null => {
  const first = weekdayFirst.exec(text)
  const before = weekdaysOfWord(first?.[1] ?? '')
  if (before.size > 0) return { days: before, date: first?.[2] ?? '' }
  const last = weekdayLast.exec(text)
  const behind = weekdaysOfWord(last?.[2] ?? '')
  return behind.size > 0 ? { days: behind, date: last?.[1] ?? '' } : null
}

/** Maximum length of a date, so that patterns are never tried on long texts. */
const longest = 60

/** 1 = Monday */
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7

/** The weekdays written next to a date, if there are any. */
export const writtenWeekdays = (text: string): ReadonlySet<number> | null =>
  text.length <= longest && /\p{L}/u.test(text) ? (splitWeekday(text.trim())?.days ?? null) : null

/**
 * Parses a date in any common format, with the month as a number or as a word in any language. Returns null for other
 * text, for a day that does not exist, and for a weekday that does not match its date.
 */
export const readDate = (text: string, order: DayOrder): WrittenDate | null => {
  const trimmed = text
    .normalize('NFC')
    .trim()
    .replaceAll(/[\u00a0\u202f]/g, ' ')
  if (trimmed.length > longest) return null
  const whole = withoutWeekday(trimmed, order)
  if (whole || !/\p{L}/u.test(trimmed)) return whole
  const split = splitWeekday(trimmed)
  const dated = split && withoutWeekday(split.date.trim(), order)
  if (!dated || !split) return null
  return dated.kind === 'instant' || split.days.has(weekdayOf(dated.date)) ? dated : null
}

/** Why a text that looks like a date is refused, as the end of a sentence; '' if there is nothing to add. */
export const whyNoDate = (text: string, order: DayOrder): string => {
  const trimmed = text.normalize('NFC').trim()
  if (trimmed.length > longest || !/\p{L}/u.test(trimmed)) return ''
  const split = splitWeekday(trimmed)
  const dated = split && withoutWeekday(split.date.trim(), order)
  if (dated?.kind === 'wall') return ', because that day is another weekday'
  const word = trimmed.match(/[\p{L}\p{M}]{3,}/gu)?.find((one) => monthsOfWord(one).size > 1)
  return word === undefined ? '' : `, because "${word}" is a different month in different languages`
}
