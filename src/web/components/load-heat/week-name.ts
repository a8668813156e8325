import { type DateSettings, formatShipDate } from '#web/lib/format-date.ts'

/** A day of the organization ('yyyy-MM-dd') in the reader's format, without the year: '11/23'. */
export const weekName = (day: string, { dateFormat, timeFormat }: DateSettings): string => {
  const atMs = Date.parse(`${day}T12:00:00Z`)
  const text = formatShipDate(atMs, { dateFormat, timeFormat, zone: 'UTC' }, atMs)
  return text.slice(text.indexOf(' ') + 1)
}
