import { deflateRawSync } from 'node:zlib'
import { xlsxParts } from './build-xlsx.ts'
import { buildZip, type ZipPart } from './build-zip.ts'

/** An archive, and the answer to it: the number of its rows, or a part of the sentence with which it is refused. */
export interface HostileArchive {
  readonly name: string
  readonly bytes: () => Buffer
  readonly answer: number | string
}

const rows = [
  ['Project', 'Operation', 'Hours'],
  ['1', 'Cut', 4],
] as const
const plain = (part: Omit<ZipPart, 'name' | 'content'> = {}) => xlsxParts({ sheets: [{ name: 'Plan', rows }], part })
const withPart = (part: ZipPart) => buildZip([...plain(), part])
const zeros = (bytes: number): Buffer => deflateRawSync(Buffer.alloc(bytes))
const gigabyte = 1024 * 1024 * 1024
const sheetOf = (xml: string) => buildZip(xlsxParts({ sheets: [{ name: 'Plan', xml }] }))
const textCell = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`
const contradicts = 'not the ones that its own list names'

/** A sheet that is itself well, beside something that is not. */
const besides: readonly HostileArchive[] = [
  {
    name: 'a local header that says 1 GB of a part with 4 bytes',
    bytes: () => withPart({ name: 'xl/b.xml', content: '<a/>', local: { bytes: gigabyte } }),
    answer: contradicts,
  },
  {
    name: 'twenty local headers that say 512 MB each',
    bytes: () =>
      buildZip([
        ...plain(),
        ...Array.from({ length: 20 }, (_, at) => ({
          name: `xl/b${at}.xml`,
          content: '<a/>',
          local: { bytes: gigabyte / 2 },
        })),
      ]),
    answer: contradicts,
  },
  {
    name: 'a local header that says 4 GB in its ZIP64 field',
    bytes: () => withPart({ name: 'xl/b.xml', content: '<a/>', isZip64: true, local: { bytes: 4 * gigabyte } }),
    answer: contradicts,
  },
  {
    name: 'an entry that the list does not name, behind a descriptor',
    bytes: () =>
      withPart({ name: 'xl/b.xml', content: Buffer.alloc(100_000_000, 'a'), descriptor: 'signed', isUnlisted: true }),
    answer: contradicts,
  },
  {
    name: 'an entry that the list does not name',
    bytes: () => withPart({ name: 'xl/worksheets/sheet1.xml', content: '<a/>', isUnlisted: true }),
    answer: contradicts,
  },
  {
    name: 'bytes between the parts and the list',
    bytes: () => buildZip([...plain(), { name: 'a.xml', content: 'a', gap: 500_000 }]),
    answer: contradicts,
  },
  {
    name: 'bytes before the first part',
    bytes: () => buildZip(plain(), { before: Buffer.from('PK\u0003\u0004program') }),
    answer: contradicts,
  },
  {
    name: 'bytes behind the end',
    bytes: () => buildZip(plain(), { behind: Buffer.alloc(100, 'x') }),
    answer: 'damaged',
  },
  {
    name: 'two entries over the same bytes',
    bytes: () => {
      const [first, ...others] = plain()
      return buildZip([
        ...(first ? [first] : []),
        ...others,
        { name: 'xl/b.xml', content: '<a/>', central: { offset: 0 } },
      ])
    },
    answer: contradicts,
  },
  { name: 'two entries of the same name', bytes: () => buildZip([...plain(), ...plain()]), answer: contradicts },
  {
    name: 'two entries whose names differ in case only',
    bytes: () => withPart({ name: 'XL/WORKBOOK.XML', content: '<a/>' }),
    answer: contradicts,
  },
  {
    name: 'another name before the data than in the list',
    bytes: () => withPart({ name: 'xl/b.xml', content: 'a', local: { name: 'xl/c.xml' } }),
    answer: contradicts,
  },
  {
    name: 'another method before the data than in the list',
    bytes: () => withPart({ name: 'xl/b.xml', content: 'a', local: { method: 0 } }),
    answer: contradicts,
  },
  {
    name: 'other flags before the data than in the list',
    bytes: () => withPart({ name: 'xl/b.xml', content: 'a', local: { flags: 8 } }),
    answer: contradicts,
  },
  {
    name: 'another checksum before the data than in the list',
    bytes: () => withPart({ name: 'xl/b.xml', content: 'a', local: { crc: 1 } }),
    answer: contradicts,
  },
  {
    name: 'a packed part of no bytes in the list',
    bytes: () => withPart({ name: 'xl/b.xml', content: '<a/>', central: { bytes: 0, packedBytes: 0 } }),
    answer: contradicts,
  },
  {
    name: 'a stored part with two sizes',
    bytes: () =>
      withPart({ name: 'xl/b.xml', content: '<a/>', isStored: true, local: { bytes: 9 }, central: { bytes: 9 } }),
    answer: contradicts,
  },
  {
    name: 'a descriptor with other sizes than the list',
    bytes: () => withPart({ name: 'xl/b.xml', content: '<a/>', descriptor: 'lying' }),
    answer: contradicts,
  },
  {
    name: 'a descriptor that is announced and missing',
    bytes: () => withPart({ name: 'xl/b.xml', content: '<a/>', local: { flags: 8 }, central: { flags: 8 } }),
    answer: contradicts,
  },
  {
    name: 'a part that is encrypted',
    bytes: () => withPart({ name: 'xl/b.xml', content: '<a/>', local: { flags: 1 }, central: { flags: 1 } }),
    answer: 'password',
  },
  {
    name: 'a method that nobody unpacks',
    bytes: () => withPart({ name: 'xl/b.xml', content: '<a/>', local: { method: 12 }, central: { method: 12 } }),
    answer: 'damaged',
  },
  {
    name: '1,001 parts',
    bytes: () => buildZip([...plain(), ...Array.from({ length: 1_001 }, (_, at) => ({ name: `${at}`, content: '' }))]),
    answer: '1,000 parts',
  },
  {
    name: 'a list with one entry fewer than it counts',
    bytes: () => buildZip(plain(), { count: 20 }),
    answer: 'damaged',
  },
  {
    name: 'a list with more entries than it counts',
    bytes: () => buildZip(plain(), { count: 2 }),
    answer: contradicts,
  },
]

/** Declared sizes that are not those of the content. */
const sizes: readonly HostileArchive[] = [
  {
    name: 'a gigabyte of zeros that says so',
    bytes: () =>
      buildZip(
        Array.from({ length: 21 }, (_, at) => ({
          name: `xl/${at}.xml`,
          content: '',
          packed: zeros(50_000_000),
          local: { bytes: 50_000_000 },
          central: { bytes: 50_000_000 },
        })),
      ),
    answer: '50 MB',
  },
  {
    name: 'a workbook of 200 MB that says 1,000 bytes',
    bytes: () => {
      const bytes = 1_000
      return buildZip([
        ...plain().filter(({ name }) => name !== 'xl/workbook.xml'),
        { name: 'xl/workbook.xml', content: '', packed: zeros(200_000_000), local: { bytes }, central: { bytes } },
      ])
    },
    answer: 'more than it says',
  },
  {
    name: 'a sheet that is shorter than it says',
    bytes: () =>
      buildZip(
        plain().map((part) => {
          const bytes = Buffer.byteLength(part.content) + 10
          return part.name === 'xl/worksheets/sheet1.xml' ? { ...part, local: { bytes }, central: { bytes } } : part
        }),
      ),
    answer: 'damaged',
  },
  {
    name: 'a sheet with another checksum than it says',
    bytes: () =>
      buildZip(
        plain().map((part) =>
          part.name === 'xl/worksheets/sheet1.xml' ? { ...part, local: { crc: 7 }, central: { crc: 7 } } : part,
        ),
      ),
    answer: 'damaged',
  },
  {
    name: 'packed data that ends before its end',
    bytes: () =>
      buildZip(
        plain().map((part) =>
          part.name === 'xl/worksheets/sheet1.xml'
            ? { ...part, packed: deflateRawSync(Buffer.from(part.content)).subarray(0, 40) }
            : part,
        ),
      ),
    answer: 'damaged',
  },
  {
    name: 'bytes behind the end of packed data',
    bytes: () =>
      buildZip(
        plain().map((part) =>
          part.name === 'xl/worksheets/sheet1.xml'
            ? { ...part, packed: Buffer.concat([deflateRawSync(Buffer.from(part.content)), Buffer.alloc(300_000, 1)]) }
            : part,
        ),
      ),
    answer: contradicts,
  },
]

/** Content that unpacks to what it says, and is made to take memory. */
const contents: readonly HostileArchive[] = [
  {
    name: '45 MB of spaces in a sheet',
    bytes: () => sheetOf(`<row>${' '.repeat(45_000_000)}</row>`),
    answer: '250,000 characters',
  },
  {
    name: 'a text of 45 MB in a cell',
    bytes: () => sheetOf(`<row>${textCell('A1', 'x'.repeat(45_000_000))}</row>`),
    answer: '250,000 characters',
  },
  {
    name: 'an attribute of 45 MB',
    bytes: () => sheetOf(`<row r="${'1'.repeat(45_000_000)}"/>`),
    answer: '250,000 characters',
  },
  { name: 'a million levels of elements', bytes: () => sheetOf('<a>'.repeat(1_000_000)), answer: 'nested too deeply' },
  { name: '200,000 empty rows', bytes: () => sheetOf('<row/>'.repeat(200_000)), answer: 'nothing' },
  {
    name: '200,000 cells',
    bytes: () => sheetOf(Array.from({ length: 2_000 }, () => `<row>${'<c><v>1</v></c>'.repeat(100)}</row>`).join('')),
    answer: 2_000,
  },
  {
    name: '20,000 cells of 1,000 characters',
    bytes: () =>
      sheetOf(
        Array.from(
          { length: 1_000 },
          () => `<row>${`<c t="str"><v>${'x'.repeat(1_000)}</v></c>`.repeat(20)}</row>`,
        ).join(''),
      ),
    answer: '6.5 MB',
  },
  {
    name: 'a row with the last number that there is',
    bytes: () => sheetOf(`<row r="1">${textCell('A1', 'a')}</row><row r="1048576">${textCell('A1048576', 'b')}</row>`),
    answer: '20,000 rows',
  },
  {
    name: 'a cell in the last column that there is',
    bytes: () => sheetOf(`<row r="1">${textCell('A1', 'a')}${textCell('XFD1', 'b')}</row>`),
    answer: '100 columns',
  },
  {
    name: 'a cell in a column that there is not',
    bytes: () => sheetOf(`<row r="1">${textCell('ZZZZZZ1', 'b')}</row>`),
    answer: 'damaged',
  },
  {
    name: '150,000 shared texts, of which the sheet needs three',
    bytes: () =>
      buildZip(
        xlsxParts({
          sheets: [
            {
              name: 'Plan',
              rows: [
                ['Project', 'Operation', 'Hours'],
                [{ t: 's', xml: '<v>149999</v>' }, { t: 's', xml: '<v>7</v>' }, 4],
              ],
            },
          ],
          shared: Array.from({ length: 150_000 }, () => '<t>abc</t>'),
        }),
      ),
    answer: 1,
  },
  {
    name: 'a shared text that there is not',
    bytes: () =>
      buildZip(xlsxParts({ sheets: [{ name: 'Plan', rows: [[{ t: 's', xml: '<v>99</v>' }]] }], shared: ['<t>a</t>'] })),
    answer: 'damaged',
  },
  {
    name: 'a hundred thousand styles',
    bytes: () =>
      buildZip(
        xlsxParts({
          sheets: [{ name: 'Plan', rows }],
          formats: Array.from({ length: 100_000 }, (_, at) => `0.${'0'.repeat(at % 30)}`),
        }),
      ),
    answer: 'cannot be read',
  },
  {
    name: 'a thousand sheets',
    bytes: () =>
      buildZip(
        xlsxParts({ sheets: Array.from({ length: 900 }, (_, at) => ({ name: `S${at}`, rows: at === 3 ? rows : [] })) }),
      ),
    answer: 1,
  },
  {
    name: 'an entity in a document type',
    bytes: () =>
      buildZip([
        ...plain().filter(({ name }) => name !== 'xl/worksheets/sheet1.xml'),
        {
          name: 'xl/worksheets/sheet1.xml',
          content:
            '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb">]><worksheet><sheetData><row><c><v>&b;</v></c></row></sheetData></worksheet>',
        },
      ]),
    answer: 'DOCTYPE',
  },
]

/** What honest programs write. */
const honest: readonly HostileArchive[] = [
  { name: 'a plain file', bytes: () => buildZip(plain()), answer: 1 },
  { name: 'stored parts', bytes: () => buildZip(plain({ isStored: true })), answer: 1 },
  { name: 'descriptors with a signature', bytes: () => buildZip(plain({ descriptor: 'signed' })), answer: 1 },
  { name: 'descriptors without one', bytes: () => buildZip(plain({ descriptor: 'bare' })), answer: 1 },
  { name: 'descriptors of 64 bits', bytes: () => buildZip(plain({ descriptor: 'wide' })), answer: 1 },
  { name: 'sizes in ZIP64 fields', bytes: () => buildZip(plain({ isZip64: true }), { isZip64: true }), answer: 1 },
  { name: 'a comment', bytes: () => buildZip(plain(), { comment: 'made by a program' }), answer: 1 },
  {
    name: 'a folder and another archive inside',
    bytes: () =>
      buildZip([
        ...plain(),
        { name: 'xl/media/', content: '', isStored: true },
        { name: 'xl/media/a.zip', content: buildZip(plain()), isStored: true },
      ]),
    answer: 1,
  },
]

export const hostileArchives: readonly HostileArchive[] = [...besides, ...sizes, ...contents, ...honest]
