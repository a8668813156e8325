import { describe, expect, it } from 'vitest'
import { buildXlsx, type RawCell } from '#testing/files/build-xlsx.ts'
import { numberText } from './number-format.ts'
import { readTableFile } from './read-table-file.ts'
import { TableFiles } from './table-files.ts'
import { writeXlsx } from './write-xlsx.ts'

const header = ['Project', 'Operation', 'Notes']
const cell = (s: number, value: number | string): RawCell => ({ s, xml: `<v>${value}</v>` })
/** Reads one row of cells, each with its own format, as texts. */
const textsOf = async (cells: readonly (readonly [format: string | number, value: number])[], is1904 = false) => {
  const { rows } = await readTableFile(
    buildXlsx({
      formats: cells.map(([format]) => format),
      is1904,
      sheets: [{ name: 'Plan', rows: [header, cells.map(([, value], at) => cell(at + 1, value))] }],
    }),
  )
  return rows[0]
}

describe('a number of a sheet', () => {
  it.each([
    ['yyyy-mm-dd', 46374, '2026-12-18'],
    [14, 46374, '2026-12-18'],
    [22, 46374.75, '2026-12-18 18:00:00'],
    ['dd.mm.yyyy', 46374, '2026-12-18'],
    ['[$-407]d. mmmm yyyy;@', 46374, '2026-12-18'],
    ['yyyy"年"m"月"d"日"', 46374, '2026-12-18'],
    ['mmm-yy', 46374, '2026-12-18'],
    ['yyyy-mm-dd', 1, '1900-01-01'],
    ['yyyy-mm-dd', 59, '1900-02-28'],
    ['yyyy-mm-dd', 61, '1900-03-01'],
    ['yyyy-mm-dd hh:mm:ss.000', 46374.50000001157, '2026-12-18 12:00:00.001'],
    ['h:mm', 0.3125, '07:30:00'],
    [18, 0.8125, '19:30:00'],
    ['[h]:mm', 1.5, '36:00:00'],
    [46, 0.0625, '01:30:00'],
    [45, 0.0625, '01:30:00'],
    ['h:mm', 1.5, '36:00:00'],
    ['h:mm', 46374.75, '2026-12-18 18:00:00'],
    ['yyyy-mm-dd hh:mm', 0.5, '12:00:00'],
    ['0%', 0.4, '40%'],
    [10, 0.0725, '7.25%'],
    ['0.0 "%"', 40, '40 %'],
    ['00000', 42, '00042'],
    ['00\\-000', 42, '00-042'],
    ['"J-"0000', 42, 'J-0042'],
    ['0.0" h"', 4.25, '4.25 h'],
    ['0 "days"', 2, '2 days'],
    ['#,##0.00', 1234.5, '1234.5'],
    ['"$"#,##0.00', 12, '12'],
    ['_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)', 12.5, '12.5'],
    ['[$€-407] #,##0.00', 12.5, '12.5'],
    ['0.00E+00', 1234, '1234'],
    ['# ?/?', 0.5, '0.5'],
    ['#,##0.0,"k"', 4500, '4500'],
    ['[Red]0;[Blue]-0', 7, '7'],
    ['General', 0.1, '0.1'],
    [0, 123456789012, '123456789012'],
    ['@', 7, '7'],
  ] as const)('with the format %s, %d is %s', async (format, value, text) => {
    expect((await textsOf([[format, value]]))?.[0]).toBe(text)
  })

  it('counts days from 1904 if the workbook says so, but not hours', async () => {
    expect(
      await textsOf(
        [
          ['yyyy-mm-dd', 46374 - 1462],
          ['h:mm', 0.3125],
          ['[h]:mm', 1.5],
        ],
        true,
      ),
    ).toEqual(['2026-12-18', '07:30:00', '36:00:00'])
  })

  it('that is not a date stays a number in a date cell, so that the cell shows the error', async () => {
    expect(
      await textsOf([
        ['yyyy-mm-dd', 0],
        ['yyyy-mm-dd', -3],
        ['yyyy-mm-dd', 60],
      ]),
    ).toEqual(['0', '-3', '60'])
  })

  it('becomes a text in any format', () => {
    for (const code of ['', ';;;', '"', '[', '\\', '0;"', '0'.repeat(255), '?'.repeat(255), '[h', 'AM/PM']) {
      expect(typeof numberText(code)(1.5, false)).toBe('string')
    }
  })
})

describe('the cells of a sheet', () => {
  const rowsOf = async (...rows: (RawCell | string | number | null)[][]) =>
    (
      await readTableFile(
        buildXlsx({
          sheets: [{ name: 'Plan', rows: [header, ...rows] }],
          shared: ['<t>one</t>', '<r><t>ri</t></r><r><t>ch</t></r><rPh><t>phonetic</t></rPh>'],
        }),
      )
    ).rows

  it('with errors differ from texts that look the same', async () => {
    const [row] = await rowsOf([{ t: 'e', xml: '<v>#N/A</v>' }, '#N/A', "'#REF!"])
    expect(row).toEqual(['#N/A', "'#N/A", "''#REF!"])
  })

  it('are read with shared, rich and computed texts, without phonetic ones', async () => {
    const [row] = await rowsOf([
      { t: 's', xml: '<v>1</v>' },
      { t: 'str', xml: '<f>A1&amp;B1</f><v>joined</v>' },
      { t: 's', xml: '<v>0</v>' },
    ])
    expect(row).toEqual(['rich', 'joined', 'one'])
  })

  it('with formulas are read with their stored values, or report that there is none', async () => {
    const [row] = await rowsOf(
      [{ xml: '<f>2+2</f><v>4</v>' }, { xml: '<f>2+2</f>' }, { t: 'str', xml: '<f>""</f><v></v>' }],
      ['x', 'y', 'z'],
    )
    expect(row).toEqual(['4', '#FORMULA?', ''])
  })

  it('decode numeric references, escapes and entities', async () => {
    const text = (t: string): RawCell => ({ t: 'inlineStr', xml: `<is><t xml:space="preserve">${t}</t></is>` })
    const [row] = await rowsOf([text(' a_x000D_&#10;b '), text('&amp;&lt;&#x416;'), text('_x005F_x000D_')])
    expect(row).toEqual([' a\r\nb ', '&<Ж', '_x000D_'])
  })

  it('may be booleans or ISO dates', async () => {
    const [row] = await rowsOf([
      { t: 'b', xml: '<v>1</v>' },
      { t: 'b', xml: '<v>0</v>' },
      { t: 'd', xml: '<v>2026-12-18T00:00:00</v>' },
    ])
    expect(row).toEqual(['yes', 'no', '2026-12-18'])
  })

  it('may begin anywhere in the sheet and omit rows and references', async () => {
    const xml =
      '<row r="5"><c r="DA5" t="inlineStr"><is><t>Job</t></is></c><c r="DB5" t="inlineStr"><is><t>Operation</t></is></c></row>' +
      '<row><c r="DA6"><v>7</v></c><c t="inlineStr"><is><t>Cut</t></is></c></row><row r="8"><c r="DB8" t="inlineStr"><is><t>Weld</t></is></c></row>'
    const { header: titles, rows, reading } = await readTableFile(buildXlsx({ sheets: [{ name: 'Plan', xml }] }))
    expect([titles, rows, reading.firstRowNumber]).toEqual([
      ['Job', 'Operation'],
      [
        ['7', 'Cut'],
        ['', ''],
        ['', 'Weld'],
      ],
      5,
    ])
  })
})

describe('the sheets of a workbook', () => {
  const table = [header, ['1', 'Cut', 'x']]
  const cover = { name: 'Cover', rows: [['Production plan'], ['Week 48']] }
  const lists = {
    name: 'Lists',
    state: 'hidden',
    rows: [
      ['Project', 'Operation', 'Hours'],
      ['a', 'b', 1],
    ],
  }

  it('are searched for the table, past cover sheets and never in hidden ones', async () => {
    const bytes = buildXlsx({ sheets: [lists, cover, { name: 'Plan', rows: table }, { name: 'Old', rows: table }] })
    const { rows, reading, notes } = await readTableFile(bytes)
    expect(rows).toEqual([['1', 'Cut', 'x']])
    expect(reading).toMatchObject({
      sheet: 2,
      sheets: [
        { name: 'Lists', isHidden: true },
        { name: 'Cover', isHidden: false },
        { name: 'Plan', isHidden: false },
        { name: 'Old', isHidden: false },
      ],
    })
    expect(notes).toEqual(['The sheet Plan is read. Left out: Lists (hidden), Cover, Old.'])
  })

  it('can be chosen, including hidden ones', async () => {
    const bytes = buildXlsx({ sheets: [{ name: 'Plan', rows: table }, lists] })
    const chosen = await new TableFiles().read({ bytes, scope: { choice: { sheet: 1 } } })
    expect([chosen.reading.sheet, chosen.rows]).toEqual([1, [['a', 'b', '1']]])
    await expect(readTableFile(bytes, { choice: { sheet: 7 } })).rejects.toThrow('no such sheet')
  })

  it('are read even if all of them are hidden', async () => {
    const { reading } = await readTableFile(buildXlsx({ sheets: [lists] }))
    expect(reading.sheet).toBe(0)
  })
})

describe('the row with the names of the columns', () => {
  const rows = [['Plan of week 48'], [], header, ['1', 'Cut', 'x'], ['2', 'Weld', 'y']]
  const bytes = buildXlsx({ sheets: [{ name: 'Plan', rows }] })

  it('is found below a title, and the rows above it are reported', async () => {
    const { header: titles, notes, reading } = await readTableFile(bytes)
    expect(titles).toEqual(header)
    expect(reading).toMatchObject({
      headerRow: 2,
      headerRows: 1,
      firstRowNumber: 1,
      firstRows: expect.arrayContaining([['Plan of week 48', '', '']]),
    })
    expect(notes).toEqual(['Left out above the names of the columns: Plan of week 48.'])
  })

  it('can be chosen, or set to none', async () => {
    expect(await readTableFile(bytes, { choice: { headerRow: 3 } })).toMatchObject({
      header: ['1', 'Cut', 'x'],
      rows: [['2', 'Weld', 'y']],
    })
    expect((await readTableFile(bytes, { choice: { headerRow: null } })).rows).toHaveLength(5)
  })
})

describe('a written workbook', () => {
  it('is read back with its texts, numbers and times', async () => {
    const texts = ['=1+1', '0042', 'a\r\nb', '#N/A', '_x000D_', 'x\u0001y', ' blanks ', '<&">', 'שלום', '1e5', '']
    const times = [
      '2026-12-18',
      '2026-12-18 08:15',
      '2026-12-18 08:15:30',
      '2026-12-18 08:15:30.250',
      '2026-11-01 01:30:00-05:00',
      '2026-12-18 00:00',
      '1900-03-01',
    ]
    const rows = texts.map((text, at) => [text, String(at * 1.1), times[at] ?? ''])
    const bytes = await writeXlsx({
      header: ['Notes', 'Hours', 'Actual start'],
      kinds: ['text', 'number', 'date'],
      rows,
    })
    const read = await readTableFile(Buffer.from(bytes))
    expect(read.rows.map(([text]) => text)).toEqual(texts.map((text) => (text === '#N/A' ? "'#N/A" : text)))
    expect(read.rows.map(([, number]) => number)).toEqual(rows.map(([, number]) => number))
    expect(read.rows.map(([, , time]) => time)).toEqual([
      '2026-12-18',
      '2026-12-18 08:15:00',
      '2026-12-18 08:15:30',
      '2026-12-18 08:15:30.250',
      '2026-11-01 01:30:00-05:00',
      '2026-12-18 00:00',
      '1900-03-01',
      '',
      '',
      '',
      '',
    ])
  })
})
