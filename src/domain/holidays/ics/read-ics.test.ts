import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HolidayRule } from '#contract/holiday-rules.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { ruleDate } from '../holiday-rule.ts'
import { icsLimits, readIcs } from './read-ics.ts'

const chicago = 'America/Chicago'
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const named = (...lines: string[]) => event('SUMMARY:x', ...lines)

/** Formats days as '2026-12-24' or '2026-12-24 12:00-18:00', with the kind of a yearly rule. */
const daysOf = (text: string, zone = chicago): string[] => {
  const { holidays, errors } = readIcs(text, zone)
  expect(errors).toEqual([])
  const clock = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return holidays.map(({ date, rule, fromMinute, toMinute }) =>
    [
      date,
      fromMinute === null || toMinute === null ? '' : ` ${clock(fromMinute)}-${clock(toMinute)}`,
      rule ? ` yearly ${rule.kind}` : '',
    ].join(''),
  )
}
const problemsOf = (...lines: string[]) =>
  readIcs(calendar(...lines), chicago).errors.map(({ line, message }) => `${line} ${message}`)

describe('names and lines of a calendar file', () => {
  it('folded lines are joined, and names are unescaped and trimmed, with any line endings and a byte order mark', () => {
    const lines = [
      'BEGIN:VCALENDAR',
      ...event('DTSTART;VALUE=DATE:20261224', 'SUMMARY: Christmas\\, clo', ' sed\\; all\\nday', '\t long'),
      'END:VCALENDAR',
    ]
    for (const end of ['\r\n', '\n', '\r']) {
      const { holidays, errors } = readIcs(`\uFEFF${lines.join(end)}${end}${end}`, chicago)
      expect(errors).toEqual([])
      expect(holidays.map(({ name }) => name)).toEqual(['Christmas, closed; all day long'])
    }
  })

  it('parameters may contain quoted colons, semicolons and commas', () => {
    const { holidays, errors } = readIcs(
      calendar(
        ...event(
          'DTSTART;X-A="a:b;c,d";VALUE=DATE:20310801',
          'summary;ALTREP="http://example.org/a;b":Named;LANGUAGE=en',
        ),
        ...event('DTSTART;MEMBER="a:b","c:d";VALUE=DATE:20310802', 'SUMMARY;LANGUAGE=de;X-NOTE=:Zweiter: Tag'),
      ),
      chicago,
    )
    expect(errors).toEqual([])
    expect(holidays.map(({ name }) => name)).toEqual(['Named;LANGUAGE=en', 'Zweiter: Tag'])
  })

  it('names of alarms, to-dos and unknown components are not used for the event', () => {
    const alarm = ['BEGIN:VALARM', 'TRIGGER:-PT15M', 'DURATION:P40D', 'SUMMARY:Ring', 'RRULE:FREQ=HOURLY', 'END:VALARM']
    const text = calendar(
      'X-WR-CALNAME:Shop',
      'BEGIN:VTODO',
      'DTSTART:20300101',
      'RRULE:nothing',
      'END:VTODO',
      ...named('DTSTART:20310801', 'X-ODD;X=1:2', ...alarm),
    )
    expect(daysOf(text)).toEqual(['2031-08-01'])
  })

  it('several calendars in one file are read in sequence, each with its own time zones', () => {
    const zone = (offset: string) => [
      'BEGIN:VTIMEZONE',
      'TZID:Shop',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      `TZOFFSETFROM:${offset}`,
      `TZOFFSETTO:${offset}`,
      'END:STANDARD',
      'END:VTIMEZONE',
    ]
    const times = ['DTSTART;TZID=Shop:20310801T100000', 'DTEND;TZID=Shop:20310801T120000']
    const text = [calendar(...zone('+0000'), ...named(...times)), calendar(...zone('+0200'), ...named(...times))].join(
      '\n',
    )
    expect(daysOf(text, 'UTC')).toEqual(['2031-08-01 10:00-12:00', '2031-08-01 08:00-10:00'])
  })

  it.each([
    ['a line without a colon', ['DTSTART:20310801', 'RRULE FREQ=YEARLY'], '5 This line is no property'],
    ['a quote that is never closed', ['DTSTART;X="a:20310801', 'DTSTART:20310801'], '4 This line is no property'],
    ['no name', ['DTSTART:20310801', 'SUMMARY: '], '3 The event has no name'],
    ['an invisible name', ['DTSTART:20310801', 'SUMMARY:\u200B'], '5 Name is required'],
    ['a long name', ['DTSTART:20310801', `SUMMARY:${'x'.repeat(121)}`], '5 At most 120 characters'],
    ['no start', ['SUMMARY:x'], '3 The event has no start'],
    ['two starts', ['SUMMARY:x', 'DTSTART:20310801', 'DTSTART:20310802'], '6 The event has more than one DTSTART'],
  ])('a malformed line is reported with its number: %s', (_, lines, expected) => {
    expect(problemsOf(...event(...lines)).join('\n')).toContain(expected)
  })

  it('a truncated event or calendar is reported', () => {
    expect(problemsOf('BEGIN:VEVENT', 'DTSTART:20260101')).toEqual([
      '3 The event has no end (END:VEVENT)',
      '3 The event has no name (SUMMARY)',
    ])
    const cut = readIcs(['BEGIN:VCALENDAR', ...named('DTSTART:20310801')].join('\n'), chicago)
    expect(cut.errors).toEqual([{ line: 1, message: 'END:VCALENDAR is missing. The file may be cut off' }])
    expect(problemsOf('END:VEVENT')).toEqual(['3 END:VEVENT ends nothing that has begun'])
  })
})

describe('days of a calendar file', () => {
  it.each([
    ['one day', ['DTSTART;VALUE=DATE:20261224'], ['2026-12-24']],
    [
      'up to the day before its end',
      ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227'],
      ['2026-12-24', '2026-12-25', '2026-12-26'],
    ],
    ['as long as its duration', ['DTSTART;VALUE=DATE:20261224', 'DURATION:P2D'], ['2026-12-24', '2026-12-25']],
    [
      'whole weeks',
      ['DTSTART;VALUE=DATE:20260105', 'DURATION:P1W'],
      [5, 6, 7, 8, 9, 10, 11].map((day) => `2026-01-${String(day).padStart(2, '0')}`),
    ],
    [
      'a floating time, by the clock of the shop',
      ['DTSTART:20311224T120000', 'DTEND:20311224T180000'],
      ['2031-12-24 12:00-18:00'],
    ],
    ['a time in UTC', ['DTSTART:20311224T180000Z', 'DTEND:20311225T000000Z'], ['2031-12-24 12:00-18:00']],
    [
      'a time in another zone',
      ['DTSTART;TZID=Europe/Berlin:20311224T190000', 'DTEND;TZID=Europe/Berlin:20311225T010000'],
      ['2031-12-24 12:00-18:00'],
    ],
    [
      'a zone with a registry before its name',
      ['DTSTART;TZID="/example.org/20240101/Europe/Berlin":20311224T190000', 'DURATION:PT6H'],
      ['2031-12-24 12:00-18:00'],
    ],
    [
      'over midnight',
      ['DTSTART:20311224T220000', 'DURATION:PT8H'],
      ['2031-12-24 22:00-24:00', '2031-12-25 00:00-06:00'],
    ],
    ['from midnight to midnight', ['DTSTART:20311224T000000', 'DTEND:20311226T000000'], ['2031-12-24', '2031-12-25']],
    [
      'several days and a part',
      ['DTSTART:20311224T140000', 'DTEND:20311226T120000'],
      ['2031-12-24 14:00-24:00', '2031-12-25', '2031-12-26 00:00-12:00'],
    ],
    ['begun minutes', ['DTSTART:20311224T120030', 'DTEND:20311224T120130'], ['2031-12-24 12:00-12:02']],
    ['across a change of the clock', ['DTSTART:20260308T000000', 'DTEND:20260308T040000'], ['2026-03-08 00:00-04:00']],
  ] as const)('%s', (_, lines, expected) => {
    expect(daysOf(calendar(...named(...lines)))).toEqual(expected)
  })

  it('a time zone that only the file defines is applied', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Eastern Standard Time',
      'BEGIN:STANDARD',
      'DTSTART:16011104T020000',
      'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
      'TZOFFSETFROM:-0400',
      'TZOFFSETTO:-0500',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:16010311T020000',
      'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
      'TZOFFSETFROM:-0500',
      'TZOFFSETTO:-0400',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ]
    const at = (date: string) => named(`DTSTART;TZID=Eastern Standard Time:${date}T130000`, 'DURATION:PT1H')
    const modern = zone.map((line) => line.replace('DTSTART:1601', 'DTSTART:2007'))
    expect(daysOf(calendar(...modern, ...at('20310701'), ...at('20311224')))).toEqual([
      '2031-07-01 12:00-13:00',
      '2031-12-24 12:00-13:00',
    ])
    expect(daysOf(calendar(...modern, ...at('20310701'), ...at('20311224')), 'UTC')).toEqual([
      '2031-07-01 17:00-18:00',
      '2031-12-24 18:00-19:00',
    ])
  })

  it.each([
    ['20260230', '4 The start is not a date'],
    ['18991231', '4 The start is not a date'],
    ['20311224T250000', '4 The start is not a date'],
    ['20311224T120000', '4 The event lasts no time'],
    ['20310801\r\nDTEND:20310801', '4 The event ends before it starts'],
    ['20310801T120000\r\nDTEND:20310801T110000', '5 The event ends before it starts'],
    ['20310801T120000\r\nDTEND:20310802', '5 The start and the end must both be days'],
    ['20310801\r\nDTEND:20330101', '4 The event lasts longer than a year'],
    ['20310801\r\nDURATION:PT6H', '5 The duration (DURATION) cannot be read'],
    ['20310801\r\nDURATION:-P1D', '5 The duration (DURATION) cannot be read'],
    ['20310801\r\nDURATION:P', '5 The duration (DURATION) cannot be read'],
    ['20310801\r\nDTEND:20310802\r\nDURATION:P1D', '6 The event has both an end and a duration'],
  ])('days that cannot be represented are errors with their line: %j', (lines, expected) => {
    expect(
      problemsOf(...event('DTSTART:'.concat(lines), 'SUMMARY:x').flatMap((line) => line.split('\r\n')))[0]?.replace(
        /^\d+/,
        (at) => String(Number(at)),
      ),
    ).toContain(expected)
  })

  it('a time zone that the file does not define is an error', () => {
    expect(problemsOf(...named('DTSTART;TZID=Moon:20310801T100000', 'DURATION:PT1H'))).toEqual([
      '5 The file does not describe its time zone "Moon"',
    ])
  })
})

describe('repeating events', () => {
  it.each([
    ['on a date', 'DTSTART:20260704', 'FREQ=YEARLY', { kind: 'date', month: 7, day: 4, observed: 'asIs' }],
    ['on a leap day', 'DTSTART:20280229', 'FREQ=YEARLY', { kind: 'date', month: 2, day: 29, observed: 'asIs' }],
    [
      'on a fourth Thursday',
      'DTSTART:20261126',
      'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH',
      { kind: 'weekday', month: 11, weekday: 4, nth: 4 },
    ],
    [
      'on a last Monday',
      'DTSTART:20260525',
      'FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO',
      { kind: 'weekday', month: 5, weekday: 1, nth: -1 },
    ],
    [
      'on a fourth Thursday, by its position',
      'DTSTART:20261126',
      'FREQ=YEARLY;BYMONTH=11;BYDAY=TH;BYSETPOS=4',
      { kind: 'weekday', month: 11, weekday: 4, nth: 4 },
    ],
    [
      'on a fourth Thursday, by its dates',
      'DTSTART:20261126',
      'FREQ=YEARLY;BYMONTH=11;BYDAY=TH;BYMONTHDAY=22,23,24,25,26,27,28',
      { kind: 'weekday', month: 11, weekday: 4, nth: 4 },
    ],
    [
      'in every twelfth month',
      'DTSTART:20260704',
      'FREQ=MONTHLY;INTERVAL=12',
      { kind: 'date', month: 7, day: 4, observed: 'asIs' },
    ],
    [
      'on the first day of a year',
      'DTSTART:20260101',
      'FREQ=YEARLY;BYYEARDAY=1',
      { kind: 'date', month: 1, day: 1, observed: 'asIs' },
    ],
  ] as const)('an event every year %s becomes a yearly rule', (_, start, rule, expected) => {
    const { holidays, errors } = readIcs(calendar(...named(start, `RRULE:${rule}`)), chicago)
    expect(errors).toEqual([])
    expect(holidays.map((each) => each.rule)).toEqual([expected])
  })

  it('an event of several days, or on several dates, becomes a rule for each day', () => {
    expect(daysOf(calendar(...named('DTSTART:20261224', 'DTEND:20261227', 'RRULE:FREQ=YEARLY')))).toEqual(
      ['24', '25', '26'].map((day) => `2026-12-${day} yearly date`),
    )
    expect(daysOf(calendar(...named('DTSTART:20261224', 'RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24,31')))).toEqual([
      '2026-12-24 yearly date',
      '2026-12-31 yearly date',
    ])
  })

  it('part-day events become yearly rules, even from another zone whose clock changes on the same days', () => {
    expect(daysOf(calendar(...named('DTSTART:20311224T120000', 'DTEND:20311224T180000', 'RRULE:FREQ=YEARLY')))).toEqual(
      ['2031-12-24 12:00-18:00 yearly date'],
    )
    const eastern = named('DTSTART;TZID=America/New_York:20311224T130000', 'DURATION:PT6H', 'RRULE:FREQ=YEARLY')
    expect(daysOf(calendar(...eastern))).toEqual(['2031-12-24 12:00-18:00 yearly date'])
  })

  it.each([
    ['a number of times', 'FREQ=YEARLY;COUNT=3', ['2031-07-01', '2032-07-01', '2033-07-01']],
    ['until a day', 'FREQ=YEARLY;UNTIL=20330701', ['2031-07-01', '2032-07-01', '2033-07-01']],
    ['until a time', 'FREQ=YEARLY;UNTIL=20320630T235959Z', ['2031-07-01']],
    ['every second week', 'FREQ=WEEKLY;INTERVAL=2;COUNT=3', ['2031-07-01', '2031-07-15', '2031-07-29']],
    [
      'on two days of the week',
      'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4',
      ['2031-07-01', '2031-07-03', '2031-07-08', '2031-07-10'],
    ],
    ['on the last day of months', 'FREQ=MONTHLY;BYMONTHDAY=1,-1;COUNT=3', ['2031-07-01', '2031-07-31', '2031-08-01']],
    ['every other day', 'FREQ=DAILY;INTERVAL=2;COUNT=3', ['2031-07-01', '2031-07-03', '2031-07-05']],
    ['on the last Tuesday of a year', 'FREQ=YEARLY;BYDAY=1TU;BYMONTH=7;COUNT=2', ['2031-07-01', '2032-07-06']],
  ])('an event that ends is expanded to single days: %s', (_, rule, expected) => {
    expect(daysOf(calendar(...named('DTSTART;VALUE=DATE:20310701', `RRULE:${rule}`)))).toEqual(expected)
  })

  it('a repeating event respects EXDATE, RDATE and changed days', () => {
    const text = calendar(
      ...event(
        'UID:1',
        'SUMMARY:Shutdown',
        'DTSTART;VALUE=DATE:20310701',
        'RRULE:FREQ=YEARLY;COUNT=4',
        'EXDATE;VALUE=DATE:20320701',
        'EXDATE:20330701',
        'RDATE;VALUE=DATE:20350801,20350802',
      ),
      ...event('UID:1', 'SUMMARY:Later', 'RECURRENCE-ID;VALUE=DATE:20340701', 'DTSTART;VALUE=DATE:20340708'),
    )
    expect(daysOf(text)).toEqual(['2031-07-01', '2035-08-01', '2035-08-02', '2034-07-08'])
    expect(readIcs(text, chicago).holidays.at(-1)?.name).toBe('Later')
  })

  it('a repeating event leaves out cancelled days and times given in another zone', () => {
    const text = calendar(
      ...event(
        'UID:2',
        'SUMMARY:Noon',
        'DTSTART:20310701T120000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=4',
        'EXDATE:20310702T170000Z',
      ),
      ...event('UID:2', 'STATUS:CANCELLED', 'RECURRENCE-ID:20310703T120000', 'DTSTART:20310703T120000'),
    )
    expect(daysOf(text)).toEqual(['2031-07-01 12:00-13:00', '2031-07-04 12:00-13:00'])
  })

  it('periods in RDATE add days', () => {
    const added = 'RDATE;VALUE=PERIOD:20310702T080000/20310702T100000,20310703T080000/PT30M'
    expect(daysOf(calendar(...named('DTSTART:20310701T120000', 'DURATION:PT1H', added)))).toEqual([
      '2031-07-01 12:00-13:00',
      '2031-07-02 08:00-10:00',
      '2031-07-03 08:00-08:30',
    ])
  })

  it.each([
    ['FREQ=WEEKLY', '6 The event repeats without end'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15', '6 The event repeats without end'],
    ['FREQ=YEARLY;INTERVAL=2', '6 The event repeats without end'],
    ['FREQ=YEARLY;BYDAY=26TU', '6 The event repeats without end'],
    ['FREQ=YEARLY;BYYEARDAY=182', '6 The event repeats without end'],
    ['FREQ=HOURLY;COUNT=3', '6 The event repeats in a way that is not supported'],
    ['FREQ=YEARLY;BYWEEKNO=27;COUNT=2', '6 The repetition has a part that is not supported: BYWEEKNO'],
    ['FREQ=YEARLY;BYHOUR=9', '6 The repetition has a part that is not supported: BYHOUR'],
    ['FREQ=YEARLY;COUNT=0', '6 The repetition (RRULE) has a value'],
    ['FREQ=YEARLY;COUNT=2;UNTIL=20330101', '6 The repetition (RRULE) has a value'],
    ['FREQ=YEARLY;BYMONTH=13', '6 The repetition (RRULE) has a value'],
    ['FREQ=DAILY;COUNT=5000', '6 The event repeats more than 2000 times'],
    ['FREQ=YEARLY;BYMONTH=8;COUNT=2', '6 The event does not begin on a day of its own repetition'],
    ['FREQ=YEARLY\r\nEXDATE:20320701', '7 An event that repeats without end cannot leave out a single day'],
    ['FREQ=YEARLY;COUNT=2\r\nRRULE:FREQ=DAILY;COUNT=2', '7 The event has more than one RRULE'],
    ['FREQ=YEARLY;COUNT=2\r\nEXRULE:FREQ=DAILY', '7 Days left out by a rule'],
  ])('a recurrence that cannot be represented is an error with its line: %j', (rule, expected) => {
    const lines = [`RRULE:${rule}`].flatMap((line) => line.split('\r\n'))
    const [problem] = problemsOf(...named('DTSTART;VALUE=DATE:20310701', ...lines))
    expect(problem).toContain(expected)
  })

  it('an endless event with a single changed day is refused', () => {
    const [problem] = problemsOf(
      ...event('UID:3', 'SUMMARY:x', 'DTSTART:20310701', 'RRULE:FREQ=YEARLY'),
      ...event('UID:3', 'SUMMARY:y', 'RECURRENCE-ID:20330701', 'DTSTART:20330702'),
    )
    expect(problem).toContain('12 An event that repeats without end cannot change a single day')
    expect(problemsOf(...named('DTSTART:20310701', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20310701'))[0]).toContain(
      '6 A change of all days from one on',
    )
  })

  it('a cancelled event is left out, and the result says so', () => {
    const { holidays, errors, notes } = readIcs(
      calendar(...event('SUMMARY:Picnic', 'DTSTART:20310701', 'STATUS:cancelled'), ...named('DTSTART:20310702')),
      chicago,
    )
    expect([holidays.length, errors]).toEqual([1, []])
    expect(notes).toEqual([{ line: 3, message: 'Picnic is cancelled and was left out' }])
    expect(readIcs(calendar('METHOD:CANCEL', ...named('DTSTART:20310702')), chicago).holidays).toEqual([])
  })

  it('any yearly rule survives writing it to a file and reading it again', () => {
    const codes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
    const rule: fc.Arbitrary<HolidayRule> = fc.oneof(
      fc
        .record({
          kind: fc.constant('date' as const),
          month: fc.integer({ min: 1, max: 12 }),
          day: fc.integer({ min: 1, max: 31 }),
          observed: fc.constant('asIs' as const),
        })
        .filter(({ month, day }) => day <= new Date(Date.UTC(2024, month, 0)).getUTCDate()),
      fc.record({
        kind: fc.constant('weekday' as const),
        month: fc.integer({ min: 1, max: 12 }),
        weekday: fc.integer({ min: 1, max: 7 }),
        nth: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const, -1 as const),
      }),
    )
    fc.assert(
      fc.property(rule, fc.integer({ min: 1990, max: 2060 }), (wanted, year) => {
        const date =
          [0, 1, 2, 3, 4, 5, 6, 7, 8].map((later) => ruleDate(wanted, year + later)).find((each) => each !== null) ?? ''
        const byDay =
          wanted.kind === 'weekday' ? `;BYMONTH=${wanted.month};BYDAY=${wanted.nth}${codes[wanted.weekday - 1]}` : ''
        const { holidays, errors } = readIcs(
          calendar(...named(`DTSTART:${date.replaceAll('-', '')}`, `RRULE:FREQ=YEARLY${byDay}`)),
          chicago,
        )
        expect(errors).toEqual([])
        expect(holidays).toEqual([{ name: 'x', date, rule: wanted, fromMinute: null, toMinute: null }])
      }),
      { numRuns: propertyRuns(300) },
    )
  })
})

describe('other and too large files', () => {
  it('files that are too large or in another format are refused', () => {
    expect(readIcs('PK\u0003\u0004', chicago).errors).toHaveLength(1)
    const many = Array.from({ length: 6 }, (_, i) => named(`DTSTART:20${26 + i}0101`, `DTEND:20${27 + i}0101`)).flat()
    expect(readIcs(calendar(...many), chicago)).toMatchObject({
      holidays: [],
      errors: [{ message: expect.stringContaining('more than 2000 days') }],
    })
    expect(readIcs(`BEGIN:VCALENDAR\n${'\n'.repeat(icsLimits.lines)}`, chicago).errors).toHaveLength(1)
    expect(problemsOf('CALSCALE:HEBREW', ...named('DTSTART:20310701'))).toEqual([
      '3 Only the Gregorian calendar can be read',
    ])
    expect(readIcs(named('DTSTART:20310701').concat(calendar()).join('\n'), chicago).errors).toEqual([
      { line: 1, message: 'The event is outside of a calendar (VCALENDAR)' },
    ])
  })

  const repeated = (rule: string, start = 'DTSTART:20260704') =>
    calendar(...Array.from({ length: 1_900 }, (_, index) => event(start, `RRULE:${rule}`, `SUMMARY:${index}`)).flat())
  const hostile = {
    escapes: `BEGIN:VCALENDAR\n${'\\,;:'.repeat(220_000)}\n${' x'.repeat(10)}`,
    'line ends': '\n'.repeat(900_000),
    'parts of a rule': calendar(...named('DTSTART:20260704', `RRULE:${'A=B;'.repeat(220_000)}`)),
    parameters: `BEGIN:VCALENDAR\nX${';A=B'.repeat(220_000)}:x`,
    'quoted parameters': `BEGIN:VCALENDAR\nX;A=${'"a",'.repeat(220_000)}"b":x`,
    'excluded days': calendar(
      ...named('DTSTART:20260704', 'RRULE:FREQ=DAILY;COUNT=2000', `EXDATE:${'20260705,'.repeat(99_000)}20260705`),
    ),
    'events without a start': calendar(
      ...Array.from({ length: 6_500 }, () => event(`SUMMARY:${'x'.repeat(100)}`)).flat(),
    ),
    'parts inside each other': `${'BEGIN:VEVENT\n'.repeat(19_000)}`,
    'folded lines': `BEGIN:VCALENDAR\nSUMMARY:${`${'a'.repeat(44)}\n `.repeat(19_000)}`,
    'yearly events': repeated('FREQ=YEARLY;BYDAY=4TH;BYMONTH=11', 'DTSTART:20261126'),
    'yearly events of any month': repeated('FREQ=YEARLY;BYYEARDAY=185'),
    'times in other zones': repeated('FREQ=YEARLY', 'DURATION:PT1H\r\nDTSTART;TZID=Asia/Tokyo:20260704T090000'),
    'days that never come': repeated('FREQ=DAILY;BYMONTH=7;BYMONTHDAY=4;COUNT=900'),
  }
  it.each(Object.entries(hostile))('900 KB of %s are read without blocking the server', (_, text) => {
    readIcs(text, chicago)
    // Measures CPU time of the thread, and allows five times what a busy machine needs. Without the limits it takes minutes.
    const before = process.threadCpuUsage()
    const { errors } = readIcs(text, chicago)
    expect(process.threadCpuUsage(before).user).toBeLessThan(10_000_000)
    expect(errors.length).toBeLessThanOrEqual(icsLimits.errors)
  })
})
