import { describe, expect, it } from 'vitest'
import { icsLimits, readIcs } from './read-ics.ts'

const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']

describe('readIcs', () => {
  it('reads days, several days, folded and escaped names', () => {
    const { holidays, errors } = readIcs(
      calendar(
        ...event('DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227', 'SUMMARY:Christmas\\, clo', ' sed'),
        ...event('SUMMARY:Inventory', 'DTSTART:20270104T080000Z', 'DTEND:20270104T120000Z'),
      ),
    )
    expect(errors).toEqual([])
    expect(holidays).toEqual([
      { name: 'Christmas, closed', date: '2026-12-24', rule: null },
      { name: 'Christmas, closed', date: '2026-12-25', rule: null },
      { name: 'Christmas, closed', date: '2026-12-26', rule: null },
      { name: 'Inventory', date: '2027-01-04', rule: null },
    ])
  })

  it('reads yearly rules', () => {
    const { holidays } = readIcs(
      calendar(
        ...event('DTSTART:20260704', 'RRULE:FREQ=YEARLY', 'SUMMARY:Fourth'),
        ...event('DTSTART:20261126', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', 'SUMMARY:Thanksgiving'),
        ...event('DTSTART:20260525', 'RRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO', 'SUMMARY:Memorial'),
      ),
    )
    expect(holidays.map(({ rule }) => rule)).toEqual([
      { kind: 'date', month: 7, day: 4, observed: 'asIs' },
      { kind: 'weekday', month: 11, weekday: 4, nth: 4 },
      { kind: 'weekday', month: 5, weekday: 1, nth: -1 },
    ])
  })

  it('reports the line that it cannot read', () => {
    const { errors } = readIcs(
      calendar(
        ...event('DTSTART:20260230', 'SUMMARY:No day'),
        ...event('DTSTART:20260704', 'RRULE:FREQ=WEEKLY', 'SUMMARY:Weekly'),
        ...event('DTSTART:20260704'),
        'BEGIN:VEVENT',
        'DTSTART:20260101',
      ),
    )
    expect(errors.map(({ line }) => line)).toEqual([4, 9, 12, 15])
  })

  it('refuses other files and files that are too large', () => {
    expect(readIcs('PK\u0003\u0004').errors).toHaveLength(1)
    const many = Array.from({ length: 6 }, (_, i) =>
      event(`DTSTART:20${26 + i}0101`, `DTEND:20${27 + i}0101`, 'SUMMARY:x'),
    ).flat()
    expect(readIcs(calendar(...many)).errors).toHaveLength(1)
    expect(readIcs(`BEGIN:VCALENDAR\n${'\n'.repeat(icsLimits.lines)}`).errors).toHaveLength(1)
  })

  const hostile = {
    escapes: `BEGIN:VCALENDAR\n${'\\,;:'.repeat(220_000)}\n${' x'.repeat(10)}`,
    'line ends': '\n'.repeat(900_000),
    'parts of a rule': calendar(...event('DTSTART:20260704', `RRULE:${'A=B;'.repeat(220_000)}`, 'SUMMARY:x')),
    'events without a start': calendar(
      ...Array.from({ length: 6_500 }, () => event(`SUMMARY:${'x'.repeat(100)}`)).flat(),
    ),
    'folded lines': `BEGIN:VCALENDAR\nSUMMARY:${`${'a'.repeat(44)}\n `.repeat(19_000)}`,
  }
  it.each(Object.entries(hostile))('900 KB of %s hold nobody up', (_, text) => {
    readIcs(text)
    // The time of the thread, not of the clock: the machine may be busy with other things.
    const before = process.threadCpuUsage()
    const { errors } = readIcs(text)
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000)
    expect(errors.length).toBeLessThanOrEqual(icsLimits.errors)
  })
})
