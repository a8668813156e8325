import { formatWork } from '#web/lib/format-work.ts'
import { hourMs } from './units.ts'

/** A length of working time in words: "14 h", "20 h 30 min", "45 min". */
export const workText = (ms: number): string => formatWork(ms / hourMs)
