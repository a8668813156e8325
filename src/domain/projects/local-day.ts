import { localDate } from '../time/zone-dates.ts'
import { ZoneOffsets } from '../time/zone-offsets.ts'

const dayMs = 86_400_000
const tableFromMs = Date.UTC(2000, 0, 1)
const tableToMs = Date.UTC(2060, 0, 1)

/** Offsets of a zone never change while the process lives; there are as many zones as the specification names. */
const tables = new Map<string, ZoneOffsets>()

const tableOf = (zone: string): ZoneOffsets => {
  const known = tables.get(zone)
  if (known) return known
  const made = new ZoneOffsets(zone, tableFromMs)
  tables.set(zone, made)
  return made
}

/** Number of the local day that holds an instant (epoch ms), counted from 1970-01-01; by table, as lists ask thousands of times. */
export const localDay = (instantMs: number, zone: string): number =>
  instantMs >= tableFromMs && instantMs < tableToMs
    ? Math.floor((instantMs + tableOf(zone).offsetAt(instantMs)) / dayMs)
    : Date.parse(`${localDate(instantMs, zone)}T00:00:00Z`) / dayMs
