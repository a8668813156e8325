import { describe, expect, it } from 'vitest'
import type { SettingsKind, SettingsTable } from '#contract/imports.ts'
import { readClock, readClockSpans } from './clock-text.ts'
import { groupShifts } from './group-shifts.ts'
import { guessColumns } from './guess-columns.ts'
import { readSettings } from './read-settings.ts'
import { readWeekdays } from './weekday-text.ts'

const table = (kind: SettingsKind, text: string, more: Partial<SettingsTable> = {}): SettingsTable => {
  const [header = [], ...rows] = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  return {
    kind,
    header,
    rows,
    columns: guessColumns({ kind, header, rows, remembered: {} }),
    dateOrder: 'auto',
    ...more,
  }
}

describe('times of the day', () => {
  it.each([
    ['7:30', 450],
    ['07:30:00', 450],
    ['7:30 PM', 1170],
    ['12 am', 0],
    ['0730', 450],
    ['6', 360],
    ['24:00', 1440],
    ['22 Uhr', 1320],
    ['1899-12-30 06:15:00', 375],
    ['0.25', 360],
    ['25:00', null],
    ['13 pm', null],
    ['noon', null],
    ['', null],
  ])('%s is minute %s', (text, minute) => expect(readClock(text)).toBe(minute))

  it('a list of time spans is refused unless all of them are readable', () => {
    expect(readClockSpans('9:00-9:15; 12:00 to 12:30')).toEqual([
      { fromMinute: 540, toMinute: 555 },
      { fromMinute: 720, toMinute: 750 },
    ])
    expect(readClockSpans('9:00-9:15; lunch')).toBeNull()
  })
})

describe('weekdays', () => {
  it.each([
    ['Mon', [1]],
    ['Mon-Fri', [1, 2, 3, 4, 5]],
    ['Mo, Mi; Fr', [1, 3, 5]],
    ['1-5', [1, 2, 3, 4, 5]],
    ['Fri to Mon', [1, 5, 6, 7]],
    ['Weekdays', [1, 2, 3, 4, 5]],
    ['Samstag', [6]],
    ['Mon-Fun', null],
    ['8', null],
    ['', null],
  ])('%s are %s', (text, days) => expect(readWeekdays(text)).toEqual(days))
})

describe('the rows of shift patterns', () => {
  const groups = (text: string) => groupShifts(readSettings(table('shifts', text)).rows)

  it('each name is one pattern, and a row without a name belongs to the pattern above', () => {
    const { groups: found, problems } = groups(
      'Shift | Days | From | To | Break\nTwo shifts | Mon-Tue | 06:00 | 14:00 | 9:00-9:15\n | Mon | 14:00 | 22:00 |\nDay | Fri | 8:00 | 12:00 |',
    )
    expect(problems).toEqual([])
    expect(found.map(({ name, rows }) => [name, rows])).toEqual([
      ['Two shifts', [0, 1]],
      ['Day', [2]],
    ])
    expect(found[0]?.versions).toEqual([
      {
        effectiveFrom: null,
        periods: [
          { weekday: 1, fromMinute: 360, toMinute: 840 },
          { weekday: 2, fromMinute: 360, toMinute: 840 },
          { weekday: 1, fromMinute: 840, toMinute: 1320 },
        ],
        breaks: [
          { weekday: 1, fromMinute: 540, toMinute: 555 },
          { weekday: 2, fromMinute: 540, toMinute: 555 },
        ],
      },
    ])
  })

  it('a shift across midnight has its break on the next day', () => {
    const { groups: found } = groups('Shift | Days | From | To | Break\nNight | Sun | 22:00 | 06:00 | 02:00-02:30')
    expect(found[0]?.versions[0]).toMatchObject({
      periods: [{ weekday: 7, fromMinute: 1320, toMinute: 1800 }],
      breaks: [{ weekday: 1, fromMinute: 120, toMinute: 150 }],
    })
  })

  it('another first day is another week of the same pattern', () => {
    const { groups: found } = groups(
      'Shift | Days | From | To | Effective from\nDay | Mon | 8:00 | 16:00 |\nDay | Mon | 8:00 | 14:00 | 2027-07-01',
    )
    expect(found[0]?.versions.map(({ effectiveFrom }) => effectiveFrom)).toEqual([null, '2027-07-01'])
  })

  it.each([
    ['without days', 'Day | | 8:00 | 16:00 |', 'weekdays'],
    ['without an end', 'Day | Mon | 8:00 | |', 'shiftEnd'],
    ['without a pattern', ' | Mon | 8:00 | 16:00 |', 'shiftName'],
    ['with a break outside the shift', 'Day | Mon | 8:00 | 16:00 | 17:00-17:30', 'breaks'],
  ])('a row %s is reported as an error in that cell', (_, row, field) => {
    expect(groups(`Shift | Days | From | To | Break\n${row}`).problems).toMatchObject([{ row: 0, field }])
  })
})

describe('the dates of holidays', () => {
  const dates = (text: string, more: Partial<SettingsTable> = {}) => {
    const { rows, notes } = readSettings(table('holidays', `Holiday | Date\n${text}`, more))
    return { dates: rows.map(({ values }) => values.holidayDate), notes }
  }

  it.each([
    ['as in the standard', 'A | 2026-12-03', ['2026-12-03']],
    ['with points', 'A | 3.12.2026', ['2026-12-03']],
    ['with the day first, as another row shows', 'A | 03/12/2026\nB | 24/12/2026', ['2026-12-03', '2026-12-24']],
    ['with the month first, as another row shows', 'A | 12/03/2026\nB | 12/24/2026', ['2026-12-03', '2026-12-24']],
  ])('%s are read correctly', (_, text, expected) => expect(dates(text).dates).toEqual(expected))

  it("an ambiguous date is read in the reader's order, and a note says so", () => {
    expect(dates('A | 03/12/2026', { usualOrder: 'dmy' })).toEqual({
      dates: ['2026-12-03'],
      notes: [
        'Date: dates such as 03/12/2026 are read as day/month/year. Choose another order under Columns if that is wrong.',
      ],
    })
    expect(dates('A | 03/12/2026\nB | 24/12/2026', { usualOrder: 'mdy' }).notes).toEqual([
      'Date: dates such as 03/12/2026 are read as day/month/year, as 24/12/2026 shows.',
    ])
  })
})
