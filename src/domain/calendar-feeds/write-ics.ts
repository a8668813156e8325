import { productName } from '#contract/vocabulary.ts'

/** One event of a calendar. Instants in epoch ms. */
export interface IcsEvent {
  /** Stays the same for the life of the event. */
  readonly uid: string
  readonly startMs: number
  readonly endMs: number
  readonly summary: string
  readonly location: string
  readonly description: string
  /** Number of changes to the event so far. */
  readonly sequence: number
  readonly modifiedMs: number
}

interface IcsCalendar {
  readonly name: string
  /** IANA name. */
  readonly zone: string
  readonly events: readonly IcsEvent[]
}

/** Longest line in octets, without its line end. */
const lineOctets = 75

const octetsOf = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4
}

/** Folds a line after at most 75 octets, never inside a character. The lines after the first begin with a blank. */
const folded = (line: string): string => {
  let octets = 0
  let text = ''
  for (const character of line) {
    const next = octetsOf(character)
    if (octets + next > lineOctets) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += next
  }
  return `${text}\r\n`
}

/** Control characters except tab and line feed, which no text of RFC 5545 may contain. */
const controls = /[^\P{Cc}\t\n]/gu

/** A TEXT value: line ends of any kind become `\n`, control characters become blanks. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(controls, ' ')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** A UTC instant, such as 20261118T090000Z. */
const instantOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const eventLines = ({ uid, startMs, endMs, summary, location, description, sequence, modifiedMs }: IcsEvent) => [
  'BEGIN:VEVENT',
  `UID:${escaped(uid)}`,
  `DTSTAMP:${instantOf(modifiedMs)}`,
  `LAST-MODIFIED:${instantOf(modifiedMs)}`,
  `SEQUENCE:${sequence}`,
  `DTSTART:${instantOf(startMs)}`,
  // The end must be later than the start; without one the event ends when it starts.
  ...(instantOf(endMs) > instantOf(startMs) ? [`DTEND:${instantOf(endMs)}`] : []),
  `SUMMARY:${escaped(summary)}`,
  ...(location ? [`LOCATION:${escaped(location)}`] : []),
  `DESCRIPTION:${escaped(description)}`,
  // Planned work does not mark the reader of the calendar as busy.
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

/**
 * A calendar in iCalendar format (RFC 5545): CRLF, lines of at most 75 octets, instants in UTC. The output is
 * deterministic. Calendar programs are asked to refresh every 15 minutes.
 */
export const writeIcs = ({ name, zone, events }: IcsCalendar): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${productName}//Plan//EN`,
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    // Some calendar programs show events in this zone instead of their own.
    `X-WR-TIMEZONE:${zone}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
    .map(folded)
    .join('')
