import { formatCount, formatNumber } from './format-number.ts'

/**
 * Working time in a sentence: '15 min', '11 h 30 min', and from two working days up '5 working days', because planners
 * do not think in 328 hours. `days` are working days of the same work center; null if unknown.
 */
export const formatWork = (hours: number, days: number | null = null): string => {
  if (days !== null && days >= 2) return formatCount(Math.round(days), 'working day')
  const minutes = Math.round(Math.abs(hours) * 60)
  const parts = [
    minutes >= 60 && `${formatNumber(Math.floor(minutes / 60))} h`,
    minutes % 60 > 0 && `${minutes % 60} min`,
  ]
  return parts.filter(Boolean).join(' ') || '0 min'
}
