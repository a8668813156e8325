import { formatNumber } from './format-number.ts'

/** Working hours in running text: '68.5 h', '14 h'; an em dash if there are none. */
export const formatHours = (hours: number | null | undefined): string => {
  const text = formatNumber(hours)
  return text === '—' ? text : `${text} h`
}

/** Elapsed hours of outside work, in days from one day up: '5 days', '1.5 days', '6 h'. */
export const formatAway = (hours: number): string =>
  hours < 24 ? formatHours(hours) : `${formatNumber(hours / 24)} ${hours === 24 ? 'day' : 'days'}`

/** Working hours in a column with aligned decimals: '6.0', '119.5'. */
export const formatHoursColumn = (hours: number | null | undefined): string =>
  hours == null || !Number.isFinite(hours) ? '—' : hours.toFixed(1)

/** The duration of an operation or of a part of it: working hours, or calendar days for outside work. */
export const formatDuration = (hours: number, isOutside: boolean): string =>
  isOutside ? formatAway(hours) : formatHours(hours)

/** `formatDuration` for a column. */
export const formatDurationColumn = (hours: number, isOutside: boolean): string =>
  isOutside ? formatAway(hours) : formatHoursColumn(hours)

/** An exact time span in days, hours and minutes: '3 d 16 h 30 min'. Zero parts are omitted; an empty span is '0 min'. */
export function formatSpan(spanMs: number): string {
  const minutes = Math.round(Math.abs(spanMs) / 60_000)
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ]
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${formatNumber(count)} ${unit}`)
  return shown.join(' ') || '0 min'
}
