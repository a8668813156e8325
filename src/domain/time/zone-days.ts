import { FewZones } from './few-zones.ts'
import { dayMs } from './units.ts'
import { ZoneOffsets } from './zone-offsets.ts'

const tableFromMs = Date.UTC(2000, 0, 1)
const tableToMs = Date.UTC(2060, 0, 1)

/** Whether the day of an instant is in the lookup table, which exists because lists need thousands of them; false for NaN. */
export const isInTable = (instantMs: number): boolean =>
  instantMs >= tableFromMs + 2 * dayMs && instantMs < tableToMs - 2 * dayMs

/** Offsets of a zone never change during the life of the process. */
const tables = new FewZones((zone) => new ZoneOffsets(zone, tableFromMs))

/** Number of the local day that contains an instant, counted from 1970-01-01. */
export const tableDay = (instantMs: number, zone: string): number =>
  Math.floor((instantMs + tables.of(zone).offsetAt(instantMs)) / dayMs)

/** First instant of a local day. */
export const midnightMs = (day: number, zone: string): number => tables.of(zone).firstInstant(day * dayMs)
