import { localDate } from '../time/zone-dates.ts'
import { isInTable, tableDay } from '../time/zone-days.ts'

const dayMs = 86_400_000

/** Number of the local day that holds an instant (epoch ms), counted from 1970-01-01; by table, as lists ask thousands of times. */
export const localDay = (instantMs: number, zone: string): number =>
  isInTable(instantMs) ? tableDay(instantMs, zone) : Date.parse(`${localDate(instantMs, zone)}T00:00:00Z`) / dayMs
