// @module-tag once
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { csvLine } from '#domain/csv.ts'
import { buildXlsx } from '#testing/files/build-xlsx.ts'
import { buildZip } from '#testing/files/build-zip.ts'
import { readTableFile } from './read-table-file.ts'
import { TableFiles } from './table-files.ts'

const read = (bytes: Buffer | string) => readTableFile(Buffer.from(bytes))
const files = new TableFiles()
const inThread = (bytes: Buffer) => files.read({ bytes, scope: {} })

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

  it('with quotes, line breaks and guarded formulas is read back as it was written', async () => {
    const texts = ['a "b"', 'two\nlines', '=1+1', '+49 123', "'quoted"]
    const { rows } = await read(csvLine(['a', 'b', 'c', 'd', 'e']) + csvLine(texts))
    expect(rows[0]).toEqual(texts)
  })

  it('without a header is read as data, also in Windows-1252 and UTF-16', async () => {
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

describe('XLSX of LibreOffice', () => {
  it('is read with dates, percentages and texts', async () => {
    const { rows } = await read(readFileSync(join(import.meta.dirname, '../../testing/files/libreoffice.xlsx')))
    expect(rows).toEqual([
      ['0042', 'Frame, large', '2026-12-10', '10', 'Cut', 'Saw', '4.5', '', '40%'],
      ['0042', '', '', '20', 'Weld', 'Welding', '8', '10FS+2h', '0%'],
    ])
  })
})

describe('files that are refused', () => {
  it.each([
    ['half a ZIP', buildXlsx({ sheets: [{ name: 'Plan' }] }).subarray(0, 40), 'damaged'],
    ['a ZIP that is no spreadsheet', buildZip([{ name: 'a.txt', content: 'a' }]), 'cannot be read'],
    [
      'an old Excel file under another name',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3, 4]),
      'Save it as an XLSX file',
    ],
    [
      'an OpenDocument file',
      buildZip([
        { name: 'mimetype', content: 'a', isStored: true },
        { name: 'content.xml', content: '<a/>' },
      ]),
      'OpenDocument',
    ],
    ['a binary workbook', buildZip([{ name: 'xl/workbook.bin', content: 'a' }]), 'XLSB'],
    [
      'a web page called table.xls',
      Buffer.from('<html xmlns:x="x"><table><tr><td>1</td></tr></table></html>'),
      'web page',
    ],
    [
      'a spreadsheet in XML',
      Buffer.from(
        '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet/></Workbook>',
      ),
      'save it as an XLSX file',
    ],
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
  it("returns the table with the organization's earlier choices for its columns", async () => {
    const table = await files.read({
      bytes: Buffer.from('Job,Thing\n1,Cut'),
      scope: { remembered: { thing: 'operationName', job: null } },
    })
    expect(table.columns).toEqual([null, 'operationName'])
  })

  it('leaves the main thread free while several files are read at once', async () => {
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
