import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#testing/property-runs.ts'
import { readIcs } from '../holidays/ics/read-ics.ts'
import { type IcsEvent, writeIcs } from './write-ics.ts'

const octets = (text: string) => new TextEncoder().encode(text).length

/** Reads a calendar as RFC 5545 describes it: the properties of each event, with unescaped texts. */
const readBack = (ics: string): Map<string, string>[] => {
  const unfolded = ics.replaceAll('\r\n ', '')
  const events: Map<string, string>[] = []
  for (const line of unfolded.split('\r\n')) {
    if (line === 'BEGIN:VEVENT') events.push(new Map())
    const colon = line.indexOf(':')
    const value = line.slice(colon + 1).replaceAll(/\\([\\;,n])/g, (_, char: string) => (char === 'n' ? '\n' : char))
    events.at(-1)?.set(line.slice(0, colon), value)
  }
  return events
}

const event: IcsEvent = {
  uid: '1@home',
  startMs: Date.parse('2026-11-19T14:00:00Z'),
  endMs: Date.parse('2026-11-19T18:30:00Z'),
  summary: '#1042 Pump skid: Weld frame',
  location: 'Welding',
  description: 'Status: In Progress\nProgress: 40%',
  sequence: 3,
  modifiedMs: Date.parse('2026-11-18T09:00:00.250Z'),
}

const zone = 'America/Chicago'
const text = fc.string({ unit: 'grapheme', maxLength: 200 })
const anyText = fc.oneof(
  text,
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc
    .array(
      fc.constantFrom('\r', '\n', '\r\n', '\\', '\\n', ';', ',', ':', '"', ' ', '\t', 'é', '👩‍🔧', '\ud800', 'x'),
      {
        maxLength: 120,
      },
    )
    .map((parts) => parts.join('')),
)
const anyInstant = fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-30'), noInvalidDate: true })
const anyEvent: fc.Arbitrary<IcsEvent> = fc.record({
  uid: fc.uuid(),
  startMs: anyInstant.map(Number),
  endMs: anyInstant.map(Number),
  summary: anyText,
  location: anyText,
  description: anyText,
  sequence: fc.nat(),
  modifiedMs: anyInstant.map(Number),
})

/** The expected value after writing and reading: line ends are normalized, and characters that a calendar may not contain are replaced. */
const normalized = (value: string) =>
  value
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]/gu, ' ')

describe('a written calendar', () => {
  it('the calendar contains an event with dates in UTC and escaped text', () => {
    const ics = writeIcs({ name: 'Welding, hall 2', zone, events: [{ ...event, location: 'Hall 2; bay 3, left' }] })
    expect(ics.split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Scheduler//Plan//EN',
      'CALSCALE:GREGORIAN',
      'NAME:Welding\\, hall 2',
      'X-WR-CALNAME:Welding\\, hall 2',
      'X-WR-TIMEZONE:America/Chicago',
      'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
      'X-PUBLISHED-TTL:PT15M',
      'BEGIN:VEVENT',
      'UID:1@home',
      'DTSTAMP:20261118T090000Z',
      'LAST-MODIFIED:20261118T090000Z',
      'SEQUENCE:3',
      'DTSTART:20261119T140000Z',
      'DTEND:20261119T183000Z',
      'SUMMARY:#1042 Pump skid: Weld frame',
      'LOCATION:Hall 2\\; bay 3\\, left',
      'DESCRIPTION:Status: In Progress\\nProgress: 40%',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  it('an event without a duration has no end, and an empty location is left out', () => {
    const ics = writeIcs({ name: 'x', zone, events: [{ ...event, endMs: event.startMs, location: '' }] })
    expect(ics).not.toMatch(/DTEND|LOCATION/)
  })

  it('long lines are folded after 75 octets, between characters', () => {
    const ics = writeIcs({ name: 'x', zone, events: [{ ...event, summary: 'é'.repeat(60) }] })
    expect(ics).toContain(`SUMMARY:${'é'.repeat(33)}\r\n ${'é'.repeat(27)}\r\n`)
  })

  it('any text survives writing and reading, in lines of at most 75 octets', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 5 }), anyText, (events, name) => {
        const ics = writeIcs({ name, zone, events })
        for (const line of ics.split('\r\n')) expect(octets(line)).toBeLessThanOrEqual(75)
        expect(ics).not.toMatch(/\r(?!\n)|(?<!\r)\n/)
        const read = readBack(ics)
        expect(read).toHaveLength(events.length)
        for (const [index, { uid, summary, location, description, sequence }] of events.entries()) {
          const found = read[index]
          expect(found?.get('UID')).toBe(uid)
          expect(found?.get('SUMMARY')).toBe(normalized(summary))
          expect(found?.get('LOCATION')).toBe(location === '' ? undefined : normalized(location))
          expect(found?.get('DESCRIPTION')).toBe(normalized(description))
          expect(found?.get('SEQUENCE')).toBe(String(sequence))
        }
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })

  it('the holiday import reads a written calendar with the same names and times', () => {
    const names = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 60 }).filter((name) => /\S/.test(name))
    const start = fc
      .integer({ min: 0, max: 1439 })
      .map((minute) => Date.parse('2026-11-19T06:00:00Z') + minute * 60_000)
    fc.assert(
      fc.property(names, start, fc.integer({ min: 1, max: 3_000 }), (summary, startMs, minutes) => {
        const endMs = startMs + minutes * 60_000
        const { holidays, errors } = readIcs(
          writeIcs({ name: 'Plan', zone, events: [{ ...event, summary, startMs, endMs }] }),
          zone,
        )
        expect(errors).toEqual([])
        const closed = holidays.reduce(
          (sum, { fromMinute, toMinute }) => sum + (toMinute ?? 1440) - (fromMinute ?? 0),
          0,
        )
        expect([closed, holidays[0]?.date, new Set(holidays.map(({ name }) => name))]).toEqual([
          minutes,
          '2026-11-19',
          new Set([summary.trim()]),
        ])
      }),
      { numRuns: propertyRuns(1_000) },
    )
  })
})
