import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { csvLine } from '#domain/csv.ts'
import { readTableFile } from './read-table-file.ts'
import { TableFiles } from './table-files.ts'

const read = (bytes: Buffer | string) => readTableFile(Buffer.from(bytes), {})
const files = new TableFiles()
const inThread = (bytes: Buffer) => files.read({ bytes, remembered: {} })

interface ZipEntry {
  readonly name: string
  readonly packed: Buffer
  /** What the list of entries says about its length. */
  readonly saidBytes: number
}

/** A ZIP file, in which entries may lie about their length. */
const zipOf = (entries: readonly ZipEntry[]): Buffer => {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const { name, packed, saidBytes } of entries) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(saidBytes, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(saidBytes, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), packed)
    list.push(entry, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(list).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...list, end])
}

const zeros = (bytes: number) => deflateRawSync(Buffer.alloc(bytes))

describe('CSV', () => {
  it.each([
    ['commas', 'Project,Operation,Hours\n1,"Cut, long",4\n'],
    ['semicolons and a byte order mark', '\uFEFFProject;Operation;Hours\r\n1;Cut, long;4\r\n'],
    ['tabs, as a spreadsheet copies', 'Project\tOperation\tHours\n1\tCut, long\t4'],
    ['empty lines and columns around it', '\n;;;\nProject;Operation;Hours;\n1;Cut, long;4;\n;;;\n'],
  ])('with %s is read', async (_, text) => {
    expect(await read(text)).toMatchObject({
      format: 'csv',
      header: ['Project', 'Operation', 'Hours'],
      rows: [['1', 'Cut, long', '4']],
      columns: ['projectNumber', 'operationName', 'durationHours'],
    })
  })

  it('with quotes, line breaks, and guarded formulas gives the texts that were written', async () => {
    const texts = ['a "b"', 'two\nlines', '=1+1', '+49 123', "'quoted"]
    const { rows } = await read(csvLine(['a', 'b', 'c', 'd', 'e']) + csvLine(texts))
    expect(rows[0]).toEqual(texts)
  })

  it('without a header is read as data; in the characters of Windows and in UTF-16 as well', async () => {
    expect(await read('1042;Cut;4\n1042;Weld;2')).toMatchObject({
      header: ['Column 1', 'Column 2', 'Column 3'],
      rows: [{ length: 3 }, { length: 3 }],
      notes: [expect.stringContaining('no names of columns')],
    })
    expect((await read(Buffer.from('Kunde;Stunden\nM\xfcller;4', 'latin1'))).rows[0]).toEqual(['Müller', '4'])
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Kunde\tStunden\nMüller\t4', 'utf16le')])
    expect((await read(utf16)).rows[0]).toEqual(['Müller', '4'])
  })
})

describe('XLSX', () => {
  it('gives numbers, dates, yes and no, and texts with leading zeros', async () => {
    const bytes = await writeXlsxFile([
      ['Project number', 'Operation', 'Hours', 'Material ready', 'On hold'].map((value) => ({ value, type: String })),
      [
        { value: '0042', type: String },
        { value: 'Cut & <weld>\nslowly', type: String },
        { value: 7.25, type: Number },
        { value: new Date(Date.UTC(2026, 11, 1)), type: Date, format: 'yyyy-mm-dd' },
        { value: true, type: Boolean },
      ],
      [
        null,
        null,
        null,
        { value: new Date(Date.UTC(2026, 11, 1, 14, 30)), type: Date, format: 'yyyy-mm-dd hh:mm' },
        null,
      ],
    ]).toBuffer()
    expect((await read(bytes)).rows).toEqual([
      ['0042', 'Cut & <weld>\nslowly', '7.25', '2026-12-01', 'yes'],
      ['', '', '', '2026-12-01 14:30:00', ''],
    ])
  })
})

describe('XLSX of LibreOffice', () => {
  it('gives dates, shares and texts', async () => {
    const { rows } = await read(readFileSync(join(import.meta.dirname, '../../testing/files/libreoffice.xlsx')))
    expect(rows).toEqual([
      ['0042', 'Frame, large', '2026-12-10', '10', 'Cut', 'Saw', '4.5', '', '0.4'],
      ['0042', '', '', '20', 'Weld', 'Welding', '8', '10FS+2h', '0'],
    ])
  })
})

describe('files that are refused', () => {
  it.each([
    [
      'a ZIP with 1 GB of zeros',
      zipOf(
        Array.from({ length: 21 }, (_, index) => ({
          name: `xl/${index}.xml`,
          packed: zeros(50_000_000),
          saidBytes: 50_000_000,
        })),
      ),
      '50 MB',
    ],
    [
      'a ZIP that says less than it holds',
      zipOf([{ name: 'xl/workbook.xml', packed: zeros(200_000_000), saidBytes: 1_000 }]),
      'more than it says',
    ],
    [
      'a ZIP that says more than it holds',
      zipOf([{ name: 'xl/workbook.xml', packed: zeros(1_000), saidBytes: 2_000 }]),
      'damaged',
    ],
    [
      'a ZIP with 1,001 entries',
      zipOf(Array.from({ length: 1_001 }, (_, index) => ({ name: `${index}`, packed: zeros(1), saidBytes: 1 }))),
      '1,000 parts',
    ],
    ['a ZIP that is no spreadsheet', zipOf([{ name: 'a.txt', packed: zeros(10), saidBytes: 10 }]), 'cannot be read'],
    ['half a ZIP', zipOf([{ name: 'a.txt', packed: zeros(10), saidBytes: 10 }]).subarray(0, 40), 'damaged'],
    ['an old Excel file under another name', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3, 4]), 'Save it as XLSX'],
    ['a picture called table.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), 'not a text file'],
    ['a quote that never ends', Buffer.from(`Project,Operation\n1,"${'x,\n'.repeat(50_000)}`), 'quote'],
    ['a row of 101 columns', Buffer.from(`a,b\n${'1,'.repeat(100)}1`), 'Row 2 has more than 100 columns'],
    ['a cell of 10,001 characters', Buffer.from(`a,b\n1,${'x'.repeat(10_001)}`), 'Row 2 has a cell'],
    ['20,001 rows', Buffer.from(`a,b\n${'1,2\n'.repeat(20_001)}`), '20,000 rows'],
    ['6 MB', Buffer.alloc(6_000_000, 'a,b\n'), '5 MB'],
    ['nothing', Buffer.from('\n ; \n'), 'nothing'],
    [
      'XML that reads a file',
      Buffer.from(
        '<?xml version="1.0"?><!DOCTYPE Project [<!ENTITY x SYSTEM "file:///etc/passwd">]><Project><Name>&x;</Name></Project>',
      ),
      'DOCTYPE',
    ],
    ['XML of something else', Buffer.from('<?xml version="1.0"?><html></html>'), 'not from MS Project'],
    ['XML that does not end', Buffer.from('<?xml version="1.0"?><Project><Tasks>'), 'well-formed'],
  ])('%s', async (_, bytes, why) => {
    await expect(read(bytes)).rejects.toThrow(why)
    await expect(inThread(bytes)).rejects.toThrow(why)
  })
})

describe('a thread that reads a file', () => {
  it('passes the table on, with what the organization chose for its columns', async () => {
    const table = await files.read({
      bytes: Buffer.from('Job,Thing\n1,Cut'),
      remembered: { thing: 'operationName', job: null },
    })
    expect(table.columns).toEqual([null, 'operationName'])
  })

  it('leaves the main thread free while it reads several at once', async () => {
    const text = `Project;Operation;Hours\n${'1042;Cut;7,5\n'.repeat(20_000)}`
    let [turns, isDone] = [0, false]
    const turn = () => {
      turns += 1
      if (!isDone) setImmediate(turn)
    }
    turn()
    const tables = await Promise.all([1, 2, 3].map(() => inThread(Buffer.from(text))))
    isDone = true
    expect(tables.map(({ rows }) => rows.length)).toEqual([20_000, 20_000, 20_000])
    expect(turns).toBeGreaterThan(1_000)
  })
})
