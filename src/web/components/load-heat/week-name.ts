import { type DateSettings, formatDay } from '#web/lib/format-date.ts'

/** A day of the organization ('yyyy-MM-dd') in the reader's format, without the year: '11/23'. */
export const weekName = (day: string, dates: DateSettings): string => {
  const text = formatDay(day, dates, Date.parse(`${day}T12:00:00Z`))
  return text.slice(text.indexOf(' ') + 1)
}
