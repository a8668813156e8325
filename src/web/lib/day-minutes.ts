import type { TimeFormat } from '#web/lib/format-date.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** Minutes of the day as a clock time: 390 -> '6:30 AM' or '06:30'. It wraps around at midnight. */
export const clockOfMinutes = (minutes: number, timeFormat: TimeFormat): string => {
  const [hour, minute] = [Math.floor(minutes / 60) % 24, minutes % 60]
  if (timeFormat === '24h') return minutes === 1440 ? '24:00' : `${two(hour)}:${two(minute)}`
  return `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Minutes as the value of `<input type="time">`. */
export const timeInputValue = (minutes: number): string => `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`

/** The value of `<input type="time">` as minutes of the day; null if it is empty. */
export const minutesFromInput = (text: string): number | null => {
  const match = /^(\d{2}):(\d{2})/.exec(text)
  return match ? Number(match[1]) * 60 + Number(match[2]) : null
}
