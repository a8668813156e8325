import { describe, expect, it } from 'vitest'
import type { TextEncoding } from '#contract/import-sources.ts'
import { csvCell } from '#domain/csv.ts'
import { parseCsv } from './parse-csv.ts'
import { readTableFile } from './read-table-file.ts'

const read = (text: string | Buffer, choice = {}) => readTableFile(Buffer.from(text), { choice })

/** Encodes a text in a single-byte encoding by trying all bytes. */
const encoded = (text: string, label: string): Buffer => {
  const letters = new Map(
    Array.from({ length: 256 }, (_, byte): [string, number] => [
      new TextDecoder(label).decode(Uint8Array.of(byte)),
      byte,
    ]),
  )
  return Buffer.from(Array.from(text, (letter) => letters.get(letter) ?? 0x3f))
}
const dos = { Ü: 0x9a, ü: 0x81, ä: 0x84, ö: 0x94, ß: 0xe1, é: 0x82 }
const dosEncoded = (text: string): Buffer =>
  Buffer.from(Array.from(text, (letter) => dos[letter as keyof typeof dos] ?? letter.charCodeAt(0)))

describe('the encoding of a table', () => {
  const german = 'Auftrag;Kunde;Arbeitsgang;Stunden\n1;Müller & Söhne;Fräsen;4\n2;Größe GmbH;Schweißen;2'
  const russian = 'Project;Operation;Hours\n1;Сварка рамы;4\n2;Покраска;2'
  const czech = 'Project;Operation;Hours\n1;Řezání trubek;4\n2;Žíhání;2\n3;Ohýbání;1'
  const turkish = 'Project;Operation;Hours\n1;Kaynağı işleme;4\n2;Şekillendirme ığş;2'
  const greek = 'Project;Operation;Hours\n1;Συγκόλληση;4'
  const hebrew = 'Project;Operation;Hours\n1;ריתוך;4'

  it.each([
    ['windows-1252', encoded(german, 'windows-1252'), 'Müller & Söhne'],
    ['macintosh', encoded(german, 'macintosh'), 'Müller & Söhne'],
    ['cp850', dosEncoded(german), 'Müller & Söhne'],
    ['windows-1251', encoded(russian, 'windows-1251'), 'Сварка рамы'],
    ['koi8-r', encoded(russian, 'koi8-r'), 'Сварка рамы'],
    ['ibm866', encoded(russian, 'ibm866'), 'Сварка рамы'],
    ['windows-1250', encoded(czech, 'windows-1250'), 'Řezání trubek'],
    ['windows-1254', encoded(turkish, 'windows-1254'), 'Kaynağı işleme'],
    ['windows-1253', encoded(greek, 'windows-1253'), 'Συγκόλληση'],
    ['windows-1255', encoded(hebrew, 'windows-1255'), 'ריתוך'],
  ] as const)('%s is guessed by its words, which is said', async (encoding, bytes, text) => {
    const { rows, reading, notes } = await read(bytes)
    expect(rows[0]?.[1]).toBe(text)
    expect(reading.encoding).toBe(encoding)
    expect(notes[0]).toContain('The file does not say how its letters are encoded')
  })

  it('can be chosen by the user if the guess is wrong', async () => {
    const { rows, reading, notes } = await read(encoded(german, 'windows-1252'), { encoding: 'windows-1251' })
    expect(rows[0]?.[1]).toBe('Mьller & Sцhne')
    expect([reading.encoding, notes]).toEqual(['windows-1251', []])
    const japanese = Buffer.from([0x83, 0x6e, 0x83, 0x93])
    const chosen = await read(Buffer.concat([Buffer.from('Project;Operation\n1;'), japanese]), {
      encoding: 'shift_jis',
    })
    expect(chosen.rows[0]?.[1]).toBe('ハン')
  })

  it.each([
    ['utf-8', Buffer.from(german)],
    ['utf-8', Buffer.from(`\uFEFF${german}`)],
    ['utf-16le', Buffer.from(`\uFEFF${german}`, 'utf16le')],
    ['utf-16be', Buffer.from(`\uFEFF${german}`, 'utf16le').swap16()],
    ['utf-16le', Buffer.from(german, 'utf16le')],
    ['utf-16be', Buffer.from(german, 'utf16le').swap16()],
  ] as const)('%s needs no guess', async (encoding, bytes) => {
    const { rows, reading, notes } = await read(bytes)
    expect([rows[1]?.[1], reading.encoding, notes]).toEqual(['Größe GmbH', encoding, []])
  })

  it('is not changed by one broken byte', async () => {
    const bytes = Buffer.concat([Buffer.from(german), Buffer.from([0x0a, 0x33, 0x3b, 0xff])])
    expect((await read(bytes)).reading.encoding satisfies TextEncoding | null).toBe('utf-8')
  })
})

describe('the delimiter of a table', () => {
  it.each([
    ['sep=;\nProject;Operation;Hours\n1;Cut;2,5', ['1', 'Cut', '2,5']],
    ['\uFEFFsep=|\r\nProject|Operation|Hours\r\n1|Cut|2,5', ['1', 'Cut', '2,5']],
    ['SEP=,\nProject,Operation,Hours\n1,Cut,2', ['1', 'Cut', '2']],
    ['sep=\t\nProject\tOperation\tHours\n1\tCut\t2', ['1', 'Cut', '2']],
    ['Plan, week 48, of Keller\n\nProject;Operation;Hours\n1;Cut;2,5', ['1', 'Cut', '2,5']],
    ['Project;Operation;Hours\n1;"Cut, bend, and weld";2', ['1', 'Cut, bend, and weld', '2']],
    ['Project\tOperation\tHours\n1\tCut; bend\t2,5', ['1', 'Cut; bend', '2,5']],
    ['"Project","Operation","Hours"\n"1","Cut; ""bend""","2"', ['1', 'Cut; "bend"', '2']],
  ])('%j', async (text, row) => {
    expect((await read(text)).rows).toEqual([row])
  })
})

describe('the limits of a table', () => {
  it('apply after empty edges are cut off', async () => {
    const head = 'Project;Operation;Hours'
    expect((await read(`${head}\n1;Cut;2\n${';;;\r\n'.repeat(25_000)}`)).rows).toHaveLength(1)
    expect((await read(`${'\n'.repeat(25_000)}${head}\n1;Cut;2`)).rows).toHaveLength(1)
    expect((await read(`${head}${';'.repeat(500)}\n1;Cut;2${';'.repeat(500)}`)).header).toHaveLength(3)
    expect((await read(`${';'.repeat(500)}${head}\n${';'.repeat(500)}1;Cut;2`)).rows).toEqual([['1', 'Cut', '2']])
    expect((await read(`${head}\n${'1;Cut;2\n'.repeat(20_000)}`)).rows).toHaveLength(20_000)
  })

  it('keep empty rows inside the table', async () => {
    expect((await read('Project;Operation\n1;Cut\n;\n;;;;\n2;Weld')).rows).toEqual([
      ['1', 'Cut'],
      ['', ''],
      ['', ''],
      ['2', 'Weld'],
    ])
  })
})

describe('a cell of a table', () => {
  it.each([
    ['="00123"', '00123'],
    ['"=""00123"""', '00123'],
    ["'=1+1", '=1+1'],
    [`"'=""00123"""`, '="00123"'],
    ["''quoted", "'quoted"],
    ['=1+1', '=1+1'],
    ['#N/A', '#N/A'],
  ])('%s is %s', async (cell, text) => {
    expect((await read(`Project;Operation\n${cell};Cut`)).rows[0]?.[0]).toBe(text)
  })

  it.each([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,\n,b',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['a,', [['a', '']]],
    ['\n\na', [[''], [''], ['a']]],
    ['"a\r\nb","c""d",""\n', [['a\r\nb', 'c"d', '']]],
    ['12" pipe,5\' rod', [['12" pipe', "5' rod"]]],
    ['"12" pipe",x', [['12" pipe', 'x']]],
    ['"a" ,b', [['a', 'b']]],
    [' "a",b', [[' "a"', 'b']]],
    ['', []],
  ])('%j is divided as RFC 4180 says', (text, records) => {
    const found: (readonly string[])[] = []
    parseCsv(text, ',', (cells) => void found.push(cells))
    expect(found).toEqual(records)
  })

  it('with any text is read back as it was written', () => {
    const texts = [
      '',
      ' ',
      '"',
      '""',
      'a"b',
      'a,b',
      'a\nb',
      'a\r\nb',
      '\r',
      '"quoted"',
      ' "x" ',
      'שלום',
      'x'.repeat(9_000),
    ]
    const found: string[] = []
    parseCsv(texts.map((text) => `${csvCell(text)}\r\n`).join(''), ',', ([cell = '']) => void found.push(cell))
    expect(found).toEqual(texts.map((text) => (text === '\r' ? "'\r" : text)))
  })

  it('with an unclosed quote is refused with its line number', () => {
    expect(() => parseCsv('a,b\n1,"x\ny', ',', () => {})).toThrow('see line 2')
  })
})
