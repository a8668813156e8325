import { hourMs } from '#domain/time/units.ts'
import { formatWork } from '#web/lib/format-work.ts'

/** A length of working time in words: "14 h", "20 h 30 min", "45 min". */
export const workText = (ms: number): string => formatWork(ms / hourMs)
