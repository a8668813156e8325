import { formatNumber } from './format-number.ts'

/** Working hours in running text: '68.5 h', '14 h'; none is an em dash. */
export const formatHours = (hours: number | null | undefined): string => {
  const text = formatNumber(hours)
  return text === '—' ? text : `${text} h`
}

/** Hours of the clock, as work outside is counted, in days from one day on: '5 days', '1.5 days', '6 h'. */
export const formatAway = (hours: number): string =>
  hours < 24 ? formatHours(hours) : `${formatNumber(hours / 24)} ${hours === 24 ? 'day' : 'days'}`

/** Working hours in a column, where decimals line up: '6.0', '119.5'. */
export const formatHoursColumn = (hours: number | null | undefined): string =>
  hours == null || !Number.isFinite(hours) ? '—' : hours.toFixed(1)

/** The duration of an operation, or a part of it: working hours, or calendar days where its work is done outside. */
export const formatDuration = (hours: number, isOutside: boolean): string =>
  isOutside ? formatAway(hours) : formatHours(hours)

/** The same in a column. */
export const formatDurationColumn = (hours: number, isOutside: boolean): string =>
  isOutside ? formatAway(hours) : formatHoursColumn(hours)

/** An exact span in days, hours and minutes: '3 d 16 h 30 min'; parts of zero drop out, nothing is '0 min'. */
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
