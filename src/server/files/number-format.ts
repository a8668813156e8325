import { dayMs } from '#domain/time/units.ts'

/**
 * Built-in formats, which a workbook refers to by number only. Date formats vary by country, but are dates everywhere.
 */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  49: '@',
  ...Object.fromEntries([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'yyyy/m/d'])),
  ...Object.fromEntries([32, 33, 34, 35, 55, 56].map((id) => [id, 'h:mm:ss'])),
}
export const builtInFormat = (id: number): string => builtIn[id] ?? 'General'

type Token =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'date' | 'time' | 'elapsed' | 'digit' | 'percent' | 'other'; readonly text: string }

const tokenPattern =
  /"([^"]*)"|\\(.)|_.|\*.|(\[[^\]]*\])|(General|E[+-][0#?]+)|([ymdgeb]+)|(hh?|ss?|AM\/PM|A\/P)|([0#?]+)|(%)|(.)/gis

/** The tokens of a format's first section. The sections for negative numbers and zero mean the same. */
const tokensOf = (code: string): Token[] => {
  const tokens: Token[] = []
  for (const match of code.matchAll(tokenPattern)) {
    const [text, quoted, escaped, bracketed, general, date, time, digits, percent, other] = match
    if (other === ';') break
    if (quoted !== undefined || escaped !== undefined) tokens.push({ kind: 'literal', text: quoted ?? escaped ?? '' })
    else if (bracketed && /^\[(?:h+|m+|s+)\]$/i.test(bracketed)) tokens.push({ kind: 'elapsed', text })
    else if (general) tokens.push({ kind: 'other', text })
    else if (date) tokens.push({ kind: /^m+$/i.test(text) ? 'other' : 'date', text })
    else if (time) tokens.push({ kind: 'time', text })
    else if (digits) tokens.push({ kind: 'digit', text })
    else if (percent) tokens.push({ kind: 'percent', text })
    else if (other) tokens.push(/[\s$€£¥()+-]/.test(other) ? { kind: 'literal', text: other } : { kind: 'other', text })
  }
  return tokens
}

const two = (value: number): string => String(value).padStart(2, '0')

/** Formats a number of days as '36:00:00', with milliseconds if there are any. */
const durationText = (days: number): string => {
  const ms = Math.round(Math.abs(days) * 86_400_000)
  const [hours, minutes, seconds] = [
    Math.floor(ms / 3_600_000),
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 1_000) % 60,
  ]
  const rest = ms % 1_000 === 0 ? '' : `.${String(ms % 1_000).padStart(3, '0')}`
  return `${days < 0 ? '-' : ''}${two(hours)}:${two(minutes)}:${two(seconds)}${rest}`
}

/** Spreadsheets have a day 60, 1900-02-29, that never existed. Earlier days count from a different start. */
const leapDay = 60
const lastDay = 2_958_466

/** 'yyyy-MM-dd', followed by the time if there is one. Returns null if the number is not a date. */
const dateText = (days: number): string | null => {
  if (!(days >= 1 && days < lastDay) || Math.floor(days) === leapDay) return null
  const ms = Math.round(days * dayMs)
  const iso = new Date(Date.UTC(1899, 11, days < leapDay ? 31 : 30) + ms).toISOString()
  const time = iso.slice(11, 23).replace(/\.000$/, '')
  return time === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}

/** Numbers below this many days are times of day or durations. Larger ones are dates. */
const longestDuration = 10_000

/**
 * Formats a number the way its cell shows it, as far as that affects its meaning. `is1904`: the workbook counts days
 * from 1904.
 */
export type NumberText = (value: number, is1904: boolean) => string

const calendarText =
  (isDate: boolean): NumberText =>
  (value, is1904) => {
    const isDuration = isDate ? value > 0 && value < 1 : value < longestDuration
    if (isDuration) return durationText(value)
    return dateText(is1904 ? value + 1_462 : value) ?? String(value)
  }

/** Parts that carry no meaning for an import: currencies and signs. */
const isDecoration = (text: string): boolean => /^[\s$€£¥()+\-–.,:/]*$/.test(text)

/** Fills the digits of a whole number into the placeholders of a format: '0042', '12-0034'. */
const inPlaces = (value: number, tokens: readonly Token[]): string => {
  let digits = String(value)
  const places = tokens.reduce((sum, { kind, text }) => sum + (kind === 'digit' ? text.length : 0), 0)
  digits = digits.padStart(places, '0')
  let [isFirst, at] = [true, 0]
  return tokens
    .map(({ kind, text }) => {
      if (kind !== 'digit') return text
      const until = isFirst ? digits.length - places + text.length : at + text.length
      const part = digits.slice(at, until)
      isFirst = false
      at = until
      return part
    })
    .join('')
}

/** Formats a number with the literal text and leading zeros of its format: '4.5 h', 'WO-0042'. */
const decorated = (tokens: readonly Token[]): NumberText | null => {
  const digits = tokens.filter(({ kind }) => kind === 'digit')
  const isNumber = tokens.every(
    ({ kind, text }) => kind === 'literal' || kind === 'digit' || text === '.' || text === ',',
  )
  const isScaled = tokens.some(({ text }, index) => text === ',' && tokens[index + 1]?.kind !== 'digit')
  if (!isNumber || isScaled || digits.length === 0) return null
  const first = tokens.findIndex(({ kind }) => kind === 'digit')
  const last = tokens.findLastIndex(({ kind }) => kind === 'digit')
  const words = (part: readonly Token[]) => part.map(({ text }) => text).join('')
  const [before, behind] = [words(tokens.slice(0, first)), words(tokens.slice(last + 1))]
  const inside = tokens.slice(first, last + 1)
  const isWhole = inside.every(({ kind }) => kind === 'digit' || kind === 'literal')
  const isPadded = isWhole && digits.reduce((sum, { text }) => sum + (text.match(/0/g)?.length ?? 0), 0) > 1
  const hasWords = !isDecoration(before) || !isDecoration(behind)
  if (!isPadded && !hasWords) return null
  const [lead, tail] = hasWords ? [before, behind] : ['', '']
  return (value) =>
    isPadded && Number.isSafeInteger(value) && value >= 0
      ? `${lead}${inPlaces(value, inside)}${tail}`
      : `${lead}${value}${tail}`
}

/** Compiles a number format into a function that formats numbers. */
export const numberText = (code: string): NumberText => {
  const tokens = tokensOf(code)
  const has = (kind: Token['kind']) => tokens.some((token) => token.kind === kind)
  const hasMonth = tokens.some(({ kind, text }) => kind === 'other' && /^m+$/i.test(text))
  if (has('date') || has('time') || has('elapsed') || hasMonth) {
    // An "m" next to hours or seconds means minutes.
    return calendarText(has('date') || (hasMonth && !has('time') && !has('elapsed')))
  }
  if (has('percent')) return (value) => `${Number((value * 100).toPrecision(15))}%`
  return decorated(tokens) ?? String
}
