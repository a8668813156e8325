import { describe, expect, it } from 'vitest'
import { type ImportField, type ImportTable, importKinds } from '#contract/imports.ts'
import { fieldsOfKind, fieldTitles } from './column-names.ts'
import { columnOrder } from './date-habit.ts'
import { readDate } from './date-text.ts'
import { readHours } from './duration-text.ts'
import { findHeader } from './find-header.ts'
import { groupRows } from './group-rows.ts'
import { guessColumns } from './guess-columns.ts'
import { numberHabitOf, readNumber } from './number-habit.ts'
import { linkText, readLinks } from './predecessor-text.ts'
import { rowReader } from './read-rows.ts'

const table = (header: readonly string[], rows: readonly (readonly string[])[]): ImportTable => ({
  header: [...header],
  rows: rows.map((row) => [...row]),
  columns: guessColumns({ header, rows, remembered: {} }),
  dateOrder: 'auto',
  chained: true,
})
const readAll = (read: ImportTable, zone = 'UTC') => {
  const reader = rowReader(read, zone)
  return { ...reader, rows: read.rows.map((_, row) => reader.read(row)) }
}

describe('numbers', () => {
  it.each([
    ['7.5', 'point', 7.5],
    ['1,234.5', 'point', 1234.5],
    ['1.234,5', 'comma', 1234.5],
    ['7,5', 'comma', 7.5],
    ['7,5', 'point', 7.5],
    ['1 234,5', 'comma', 1234.5],
    ['1,234', 'point', 1234],
    ['1,234', 'comma', 1.234],
    ['1e-7', 'point', 1e-7],
    ['.5', 'point', 0.5],
    ['seven', 'point', Number.NaN],
    ['1,2,3', 'point', Number.NaN],
    ['', 'point', Number.NaN],
  ] as const)('%s with a decimal %s is %d', (text, habit, value) => {
    expect(readNumber(text, habit)).toBe(value)
  })

  it('hours may have a unit or be written as a time', () => {
    expect(['7.5 h', '7:30', '8hrs', '2 hours'].map((text) => readHours(text, 'point'))).toEqual([7.5, 7.5, 8, 2])
  })

  it('the numbers of a table show whether it has decimal commas', () => {
    expect(numberHabitOf(['7,5', '12', '1,234'], 'point')).toBe('comma')
    expect(numberHabitOf(['7.5', '1,234'], 'point')).toBe('point')
    expect(numberHabitOf(['1,234', '8'], 'point')).toBe('point')
  })

  it('a number of a table that shows no decimal sign is read as chosen, and named while nothing is chosen', () => {
    const silent = table(['Project', 'Operation', 'Hours'], [['A', 'Cut', '1,234']])
    const hoursOf = (read: ImportTable) => {
      const { rows, habits } = readAll(read)
      return [rows[0]?.operation?.fields.durationHours, habits.notes]
    }
    const note = '1,234 is read as 1234. Choose another number format under Columns if that is wrong.'
    expect(hoursOf(silent)).toEqual([1234, [note]])
    expect(hoursOf({ ...silent, decimalSign: 'comma' })).toEqual([1.234, []])
    expect(hoursOf({ ...silent, decimalSign: 'point' })).toEqual([1234, []])
    const shown = table(
      ['Project', 'Operation', 'Hours'],
      [
        ['A', 'Cut', '1,234'],
        ['A', 'Weld', '7.5'],
      ],
    )
    expect(hoursOf(shown)).toEqual([1234, []])
  })
})

describe('dates', () => {
  it.each([
    ['2026-12-01', 'mdy', '2026-12-01'],
    ['12/1/2026', 'mdy', '2026-12-01'],
    ['1/12/2026', 'dmy', '2026-12-01'],
    ['1.12.2026', 'mdy', '2026-12-01'],
    ['1.12.26', 'mdy', '2026-12-01'],
    ['02/30/2026', 'mdy', null],
    ['13/13/2026', 'dmy', null],
    ['soon', 'mdy', null],
  ] as const)('%s (%s) is %s', (text, order, date) => {
    expect(readDate(text, order)).toEqual(date === null ? null : { kind: 'wall', date, seconds: null })
  })

  it('may have a time, also with AM and PM, or a zone', () => {
    expect(readDate('12/01/2026 2:30 PM', 'mdy')).toEqual({ kind: 'wall', date: '2026-12-01', seconds: 52_200 })
    expect(readDate('2026-12-01T06:00:00', 'mdy')).toEqual({ kind: 'wall', date: '2026-12-01', seconds: 21_600 })
    expect(readDate('2026-12-01T06:00:00Z', 'mdy')).toEqual({ kind: 'instant', atMs: Date.UTC(2026, 11, 1, 6) })
    expect(readDate('2026-02-30T06:00:00Z', 'mdy')).toBeNull()
    expect(readDate('2026-12-01 25:00', 'mdy')).toBeNull()
  })

  it('a whole column shows whether the month comes first', () => {
    expect(columnOrder(['01/02/2026', '25/02/2026']).order).toBe('dmy')
    expect(columnOrder(['01/02/2026', '02/25/2026']).order).toBe('mdy')
    expect(columnOrder(['01/02/2026'])).toEqual({ order: null, example: '01/02/2026', proof: null })
  })

  it('an ambiguous column is read month first, which is said, unless another column shows otherwise', () => {
    const header = ['Project number', 'Planned ship date', 'Operation', 'Material ready']
    const alone = readAll(table(header, [['1', '03/04/2026', 'Cut', '']]), 'America/Chicago')
    expect(alone.rows[0]?.project.fields.plannedShipDate).toBe('2026-03-04T14:00:00.000Z')
    expect(alone.habits.notes).toEqual([
      'Planned ship date: dates such as 03/04/2026 are read as month/day/year. Choose another order under Columns if that is wrong.',
    ])
    const beside = readAll(table(header, [['1', '03/04/2026', 'Cut', '25/04/2026']]), 'America/Chicago')
    expect(beside.rows[0]?.project.fields.plannedShipDate).toBe('2026-04-03T13:00:00.000Z')
    const told = readAll({ ...table(header, [['1', '03/04/2026', 'Cut', '']]), dateOrder: 'dmy' })
    expect(told.rows[0]?.project.fields.plannedShipDate).toBe('2026-04-03T08:00:00.000Z')
    expect(told.habits.notes).toEqual([])
  })
})

describe('predecessors', () => {
  const known = new Set(['10', '20', '30', 'Weld, large', 'Drill+2', 'Bore-2h'])
  const read = (text: string) => readLinks(text, 'point', (ref) => known.has(ref))
  const plain = { lagHours: 0, lagUnit: 'working', maxLagHours: null, overlapPercent: null }

  it.each([
    ['10', [{ ref: '10', ...plain }]],
    [
      '10;20',
      [
        { ref: '10', ...plain },
        { ref: '20', ...plain },
      ],
    ],
    [
      '10, 20',
      [
        { ref: '10', ...plain },
        { ref: '20', ...plain },
      ],
    ],
    [
      '10 20',
      [
        { ref: '10', ...plain },
        { ref: '20', ...plain },
      ],
    ],
    ['10FS+4h', [{ ref: '10', ...plain, lagHours: 4 }]],
    ['10 fs + 1.5 d', [{ ref: '10', ...plain, lagHours: 12 }]],
    ['10FS+2ed max 72eh', [{ ref: '10', ...plain, lagHours: 48, lagUnit: 'calendar', maxLagHours: 72 }]],
    ['10 @50%', [{ ref: '10', ...plain, overlapPercent: 50 }]],
    ['Weld, large', [{ ref: 'Weld, large', ...plain }]],
    [
      'Drill+2;10',
      [
        { ref: 'Drill+2', ...plain },
        { ref: '10', ...plain },
      ],
    ],
    ['Bore-2h @50%', [{ ref: 'Bore-2h', ...plain, overlapPercent: 50 }]],
    ['Bore-2hFS+1h', [{ ref: 'Bore-2h', ...plain, lagHours: 1 }]],
    ['-', []],
  ])('%s', (text, links) => {
    expect(read(text)).toEqual(links.map((link) => ({ ok: true, link, lost: null })))
  })

  it.each([
    ['10SS', null, 'start-to-start'],
    ['10FF+2h', null, 'finish-to-finish'],
    ['10SF', null, 'start-to-finish'],
    ['10AA+1t', null, 'start-to-start'],
    ['C:\\plans\\press.mpp\\12FS', null, 'another file'],
    ['10FS-2h', '10', 'lead'],
    ['10FS+20%', '10', 'share of 10'],
  ])('%s is kept as far as possible, and what is lost is named: %s, %s', (text, ref, why) => {
    const link = ref === null ? null : { ref, ...plain }
    expect(read(text)).toEqual([{ ok: true, link, lost: expect.stringContaining(why) }])
  })

  it.each([
    ['10FS+2 days', { lagHours: 16 }],
    ['10EA+2t', { lagHours: 16 }],
    ['10FD+3j', { lagHours: 24 }],
    ['10FC+1 sem', { lagHours: 40 }],
    ['10FS+2 edays', { lagHours: 48, lagUnit: 'calendar' }],
    ['10EA+12 fStd', { lagHours: 12, lagUnit: 'calendar' }],
  ])('%s is read in the language of its program', (text, lag) => {
    expect(read(text)).toEqual([{ ok: true, link: { ref: '10', ...plain, ...lag }, lost: null }])
  })

  it.each([
    ['10FS+4', 'unit'],
    ['10FS+4x', 'not a unit'],
  ])('%s is refused and says why: %s', (text, why) => {
    expect(read(text)).toMatchObject([{ ok: false, message: expect.stringContaining(why) }])
  })

  it('are read back as they are written', () => {
    const links = [
      { ref: '10', lagHours: 1 / 3, lagUnit: 'working' as const, maxLagHours: 8, overlapPercent: 12.5 },
      { ref: '20', lagHours: 0, lagUnit: 'calendar' as const, maxLagHours: null, overlapPercent: null },
      { ref: '30', lagHours: 0, lagUnit: 'working' as const, maxLagHours: 4, overlapPercent: null },
    ]
    expect(read(links.map(linkText).join('; '))).toEqual(links.map((link) => ({ ok: true, link, lost: null })))
  })
})

describe('columns', () => {
  it('are guessed by their names, in several languages and spellings', () => {
    const header = [
      'Job #',
      'Customer',
      'Due Date',
      'Op',
      'Task Name',
      'Work Centre',
      'Est. hours',
      'Preds',
      'Nonsense',
    ]
    expect(guessColumns({ header, rows: [], remembered: {} })).toEqual([
      'projectNumber',
      'customerName',
      'shipDate',
      'sequence',
      'operationName',
      'workCenter',
      'durationHours',
      'predecessors',
      null,
    ])
    expect(guessColumns({ header: ['Auftrag', 'Kunde', 'Termin', 'Stunden'], rows: [], remembered: {} })).toEqual([
      'projectNumber',
      'customerName',
      'shipDate',
      'durationHours',
    ])
  })

  it('are guessed by what is in them, and as the organization chose before', () => {
    const rows = [
      ['1', '40 %', '4 h', '2026-12-01', '10;20'],
      ['1', '0 %', '2 h', '2026-12-02', '20'],
    ]
    const header = ['Project', 'A', 'B', 'C', 'D']
    expect(guessColumns({ header, rows: [rows[0] ?? []], remembered: { c: null } })).toEqual([
      'projectNumber',
      'progress',
      'durationHours',
      null,
      'predecessors',
    ])
  })

  it('an id of projects is their number where a table has no other', () => {
    const header = ['Project ID', 'Task', 'Hours']
    expect(guessColumns({ header, rows: [], remembered: {} })[0]).toBe('projectNumber')
    expect(guessColumns({ header, rows: [], remembered: {}, idsAreForeign: true })[0]).toBe('projectExternalId')
    expect(guessColumns({ header: [...header, 'Job'], rows: [], remembered: {} })[0]).toBe('projectExternalId')
  })

  it('of an export are found by their own titles', () => {
    for (const kind of importKinds) {
      const fields = fieldsOfKind[kind]
      const header = fields.map((field) => fieldTitles[field])
      expect(guessColumns({ kind, header, rows: [], remembered: {} })).toEqual(fields)
    }
  })

  it('a first line is a header when it names fields or holds no numbers', () => {
    const rowOf = (...rows: string[][]) => findHeader(rows, { kind: 'projects', remembered: {} }).row
    expect(rowOf(['Project', 'Operation', 'Hours'])).toBe(0)
    expect(rowOf(['1042', 'Cut', '4'])).toBeNull()
    expect(rowOf(['A', 'B'])).toBe(0)
  })
})

describe('rows', () => {
  it('give an error for each cell that cannot be read, and keep the others', () => {
    const { rows } = readAll(
      table(
        ['Project number', 'Priority', 'Operation', 'Hours', 'Planned ship date'],
        [['1', 'high', 'Cut', 'x', '02/30/2026']],
      ),
    )
    expect(rows[0]).toMatchObject({
      project: { fields: { projectNumber: '1' } },
      operation: { fields: { name: 'Cut' } },
      problems: [
        { row: 0, column: 1, message: 'Enter a whole number from 0 to 100' },
        { row: 0, column: 3, message: 'Enter the hours as a number, such as 7.5' },
        { row: 0, column: 4, message: '"02/30/2026" is not a date' },
      ],
    })
  })

  it('belong to the project above where they name none, and must not contradict it', () => {
    const read = readAll(
      table(
        ['Project number', 'Customer', 'Operation'],
        [
          ['1', 'Olsen', 'Cut'],
          ['', '', 'Weld'],
          ['1', 'Berg', 'Pack'],
          ['2', '', 'Cut'],
        ],
      ),
    )
    const { groups, problems } = groupRows(read.rows, read.columnOf)
    expect(groups.map(({ fields, rows }) => [fields.projectNumber, rows])).toEqual([
      ['1', [0, 1, 2]],
      ['2', [3]],
    ])
    expect(problems).toEqual([{ row: 2, column: 1, message: 'Differs from row 1, which is about the same project' }])
  })

  it('read shares of a spreadsheet as percent, and leave what has a percent sign', () => {
    const { rows, habits } = readAll(
      table(
        ['Project', 'Operation', 'Progress %'],
        [
          ['1', 'A', '0.4'],
          ['1', 'B', '1'],
          ['1', 'C', '0.5%'],
        ],
      ),
    )
    const percents = rows.map(({ operation }) => operation?.fields.progressPercentage)
    // A column with a percent sign is written by people, so nothing in it is a share.
    expect(percents).toEqual([0.4, 1, 0.5])
    expect(habits.notes).toEqual([])
    const shares = readAll(
      table(
        ['Project', 'Operation', 'Progress %'],
        [
          ['1', 'A', '0.4'],
          ['1', 'B', '1'],
        ],
      ),
    )
    expect(shares.rows.map(({ operation }) => operation?.fields.progressPercentage)).toEqual([40, 100])
  })

  it('say which fields they clear with a dash', () => {
    const fields: (ImportField | null)[] = ['projectNumber', 'operationName', 'workCenter', 'quantity', 'materialReady']
    const read = { ...table(['a', 'b', 'c', 'd', 'e'], [['1', 'Cut', '-', '-', '-']]), columns: fields }
    expect(readAll(read).rows[0]?.operation).toEqual({
      fields: { name: 'Cut', quantity: null, materialReadyDate: null },
      workCenter: null,
    })
  })
})
