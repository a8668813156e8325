import { z } from 'zod/mini'
import { preprocess } from './fields.ts'

/** The specified zones by display name, each mapped to an IANA zone. */
export const timeZones = [
  { label: 'UTC', zone: 'UTC' },
  { label: 'Eastern', zone: 'America/New_York' },
  { label: 'Central', zone: 'America/Chicago' },
  { label: 'Mountain', zone: 'America/Denver' },
  { label: 'Pacific', zone: 'America/Los_Angeles' },
  { label: 'Alaskan', zone: 'America/Anchorage' },
  { label: 'Hawaiian', zone: 'Pacific/Honolulu' },
  { label: 'Mountain without daylight saving (Phoenix)', zone: 'America/Phoenix' },
  { label: 'London', zone: 'Europe/London' },
  { label: 'Paris', zone: 'Europe/Paris' },
  { label: 'Berlin', zone: 'Europe/Berlin' },
  { label: 'Athens', zone: 'Europe/Athens' },
  { label: 'Dubai', zone: 'Asia/Dubai' },
  { label: 'Mumbai', zone: 'Asia/Kolkata' },
  { label: 'Singapore', zone: 'Asia/Singapore' },
  { label: 'Tokyo', zone: 'Asia/Tokyo' },
  { label: 'Hong Kong', zone: 'Asia/Hong_Kong' },
  { label: 'Sydney', zone: 'Australia/Sydney' },
  { label: 'Perth', zone: 'Australia/Perth' },
  { label: 'Auckland', zone: 'Pacific/Auckland' },
] as const

/** Names that the IANA database has replaced, but runtimes still return. */
const replaced: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

const currentName = (name: string): string => replaced[name] ?? name

let all: ReadonlySet<string> | undefined

/** Every zone of the IANA database that the runtime knows, by name; `UTC` first. Links to another zone are left out. */
export const allZones = (): ReadonlySet<string> => {
  all ??= new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(currentName).toSorted()])
  return all
}

/** A fixed offset from UTC without a place, which is an IANA name. */
const fixedOffset = /^Etc\/GMT[+-]\d{1,2}$/

/** An area with a place, or an IANA name without an area. Abbreviations such as CST, which several countries use, are excluded. */
const ianaName =
  /^([A-Za-z_]+\/[A-Za-z0-9_+\-/]+|UTC|GMT|UCT|Zulu|Universal|Greenwich|GMT[+-]?0|EST|MST|HST|EST5EDT|CST6CDT|MST7MDT|PST8PDT|WET|CET|MET|EET|GB(-Eire)?|NZ(-CHAT)?|PRC|ROC|ROK|W-SU|Cuba|Egypt|Eire|Hongkong|Iceland|Iran|Israel|Jamaica|Japan|Kwajalein|Libya|Navajo|Poland|Portugal|Singapore|Turkey)$/i

const resolved = (name: string): string | null => {
  try {
    return currentName(new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone)
  } catch {
    return null
  }
}

/** A cache by name. It is cleared when it is full, so requests cannot grow it without limit. */
const known = new Map<string, string | null>()
const mostKnown = 2_000

/** The name under which the product stores an IANA zone: 'US/Central' is America/Chicago. null if it is not a zone. */
export const canonicalZone = (name: string): string | null => {
  const found = known.get(name)
  if (found !== undefined) return found
  const zone = ianaName.test(name) ? resolved(name) : null
  const canonical = zone !== null && (allZones().has(zone) || fixedOffset.test(zone)) ? zone : null
  if (known.size >= mostKnown) known.clear()
  known.set(name, canonical)
  return canonical
}

const namedZone = (name: string): string | null =>
  timeZones.find(({ label }) => label === name)?.zone ?? canonicalZone(name)

/** Maps a specified name or an IANA name to the IANA name; an unknown one falls back to UTC. */
export const ianaZone = (nameOrZone: string | null | undefined): string => namedZone(nameOrZone ?? '') ?? 'UTC'

/** Possible sources of a reader's zone: the reader, the organization, and the browser (null or absent = unknown). */
export interface ZoneSources {
  readonly chosen: string | null | undefined
  readonly organization: string | null | undefined
  readonly browser?: string
}

/**
 * The one zone in which a reader sees and enters dates, on every screen and in every message: the reader's setting,
 * otherwise the organization's zone. Before an organization is chosen, it is the zone of the browser.
 */
export const zoneOfReader = ({ chosen, organization, browser }: ZoneSources): string =>
  ianaZone(chosen || organization || browser)

const longestName = 64

/** The zone of an organization in a request: a specified name or any IANA name. */
export const TimeZone = preprocess(
  (value: string) => (typeof value === 'string' && value.length <= longestName ? (namedZone(value) ?? value) : value),
  z.string().check(
    z.maxLength(longestName),
    z.refine((zone) => canonicalZone(zone) !== null, 'Not a time zone. Enter an IANA name, such as America/Chicago'),
  ),
)

/** The zone of a reader in a request. An invalid zone becomes UTC. */
export const ReaderZone = z.pipe(
  z.string().check(z.maxLength(longestName)),
  z.transform((name: string) => ianaZone(name)),
)
