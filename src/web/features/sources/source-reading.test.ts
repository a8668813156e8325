import { describe, expect, it } from 'vitest'
import type { ReadTable } from '#contract/imports.ts'
import type { ImportDraft } from '#web/components/import/import-rows.ts'
import { choiceOf, otherSheet, readingOf, tableOfDoubts, withReading } from './source-reading.ts'

const reading: ReadTable['reading'] = {
  encoding: null,
  sheets: [
    { name: 'Notes', isHidden: false },
    { name: 'Orders', isHidden: false },
  ],
  sheet: 1,
  firstRows: [],
  firstRowNumber: 1,
  headerRow: 2,
  headerRows: 1,
}
const table: ReadTable = {
  format: 'xlsx',
  header: ['Job', 'Date', 'Date', 'Remark'],
  rows: [['77', '1', '2', 'x']],
  columns: ['projectNumber', 'productionStart', 'shipDate', null],
  dateOrder: 'auto',
  chained: false,
  notes: [],
  foundCalendars: [],
  reading,
}
const draft: ImportDraft = {
  ...table,
  calendars: [],
  revision: 3,
  valueMeanings: [{ field: 'status', typed: 'Released', means: 'In Progress' }],
}

describe('the reading of a data source', () => {
  it('finds its columns by title and number, and its sheet by name', () => {
    const stored = readingOf(draft, { headerRow: 2 }, 'dmy')
    expect(stored.columns).toEqual([
      { title: 'Job', nth: 1, field: 'projectNumber' },
      { title: 'Date', nth: 1, field: 'productionStart' },
      { title: 'Date', nth: 2, field: 'shipDate' },
    ])
    expect(stored).toMatchObject({ sheet: 'Orders', headerRow: 2, usualOrder: 'dmy', chained: false })
    expect(JSON.parse(JSON.stringify(stored))).not.toHaveProperty('encoding')
    expect(choiceOf(stored)).toEqual({ headerRow: 2 })
  })

  it('is applied to a file whose columns have moved', () => {
    const stored = readingOf(draft, {}, 'mdy')
    const moved = { ...table, header: ['Date', 'Remark', 'Date', 'Job'], columns: [null, null, null, null] }
    const start = withReading(moved, stored)
    expect(start.columns).toEqual(['productionStart', null, 'shipDate', 'projectNumber'])
    expect(start.valueMeanings).toEqual(draft.valueMeanings)
    expect(start.notes).toEqual([])
  })

  it('names the columns and the sheet that a file no longer has', () => {
    const stored = readingOf(draft, {}, 'mdy')
    const sheets = [{ name: 'Sheet1', isHidden: false }]
    const start = withReading({ ...table, header: ['Job', 'Date'], reading: { ...reading, sheets, sheet: 0 } }, stored)
    expect(start.columns).toEqual(['projectNumber', 'productionStart'])
    expect(start.notes).toEqual([
      'The file has no sheet "Orders" any more.',
      'The file no longer has: "Date". Choose the columns again.',
    ])
  })

  it('asks for the stored sheet if another one was detected', () => {
    const stored = readingOf(draft, {}, 'mdy')
    expect(otherSheet(stored, table)).toBeNull()
    expect(otherSheet(stored, { ...table, reading: { ...table.reading, sheet: 0 } })).toBe(1)
    const { sheet: _sheet, ...withoutSheet } = stored
    expect(otherSheet(withoutSheet, { ...table, reading: { ...table.reading, sheet: 0 } })).toBeNull()
  })

  it('turns doubtful rows into a table to import', () => {
    const stored = readingOf(draft, {}, 'mdy')
    const doubts = {
      header: ['Job', 'State'],
      columns: ['projectNumber' as const, 'status' as const],
      rows: [{ row: 7, cells: ['78', 'Odd'] }],
      problems: [],
      choices: {},
      similar: [],
      planQuestions: [],
    }
    expect(tableOfDoubts(doubts, stored)).toMatchObject({
      header: ['Job', 'State'],
      rows: [['78', 'Odd']],
      columns: ['projectNumber', 'status'],
      notes: [],
      valueMeanings: draft.valueMeanings,
    })
  })
})
