/** Minutes of a day. */
export interface ClockSpan {
  readonly fromMinute: number
  readonly toMinute: number
}

const clock = /^(\d{1,2})(?:[:.h](\d{2})(?::\d{2})?)?\s*(a\.?m\.?|p\.?m\.?|h|uhr)?$/i
const compact = /^(\d{2})(\d{2})$/
/** A time without a date as spreadsheets export it: on the first day of their calendar, or as a fraction of a day. */
const firstDay = /^(?:1899-12-3[01]|1900-01-0[01]|1904-01-01)\s+/
const share = /^0?[.,]\d+$/

const minuteOf = (hour: number, minute: number, half: string | undefined): number | null => {
  if (minute > 59) return null
  const isHalf = /^[ap]/i.test(half ?? '')
  if (isHalf && (hour < 1 || hour > 12)) return null
  const hours = isHalf ? (hour % 12) + (/^p/i.test(half ?? '') ? 12 : 0) : hour
  const at = hours * 60 + minute
  return at <= 1_440 ? at : null
}

/** Minute of the day of '7:30', '07:30:00', '7:30 PM', '0730', '7' or '24:00'; null for anything else. */
export const readClock = (text: string): number | null => {
  const trimmed = text.trim().replace(firstDay, '')
  if (share.test(trimmed)) return Math.round(Number(trimmed.replace(',', '.')) * 1_440)
  const parts = compact.exec(trimmed) ?? clock.exec(trimmed)
  return parts ? minuteOf(Number(parts[1]), Number(parts[2] ?? '0'), parts[3]) : null
}

/** Parses '12:00-12:30; 18:00 to 18:15'; null if any of the spans is invalid. */
export const readClockSpans = (text: string): ClockSpan[] | null => {
  const spans: ClockSpan[] = []
  for (const part of text.split(/[;,\n]/).filter((one) => one.trim() !== '')) {
    const [from, to, ...more] = part.split(/\s*(?:[-–]|\bto\b|\bbis\b)\s*/i)
    const [fromMinute, toMinute] = [readClock(from ?? ''), readClock(to ?? '')]
    if (fromMinute === null || toMinute === null || more.length > 0) return null
    spans.push({ fromMinute, toMinute })
  }
  return spans
}
