import { formatNumber } from '#web/lib/format-number.ts'
import { hourMs, minuteMs } from './units.ts'

/** A length of working time in words: "14 h", "20 h 30 min", "45 min". */
export const workText = (ms: number): string => {
  const minutes = Math.round(Math.abs(ms) / minuteMs)
  const hours = Math.floor(minutes / 60)
  const rest = minutes - hours * (hourMs / minuteMs)
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${formatNumber(hours)} h` : `${formatNumber(hours)} h ${rest} min`
}
