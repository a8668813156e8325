import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

/** An RFC 4180 reader that shares no code with the writer. */
const readCsv = (text: string): string[][] => {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[index + 1] === '"') {
        cell += '"'
        index += 1
      } else quoted = false
    } else if (character === '"') quoted = true
    else if (character === ',' || character === '\r') {
      rows.at(-1)?.push(cell)
      cell = ''
      if (character === '\r') {
        index += 1
        rows.push([])
      }
    }
  }
  return rows.slice(0, -1)
}

describe('a CSV cell', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    ' =1',
    '\u0000=1',
    '\n=cmd',
    '=HYPERLINK("x")',
    '\uFF1D1+1',
    '\uFF0B1',
    '\uFF0D1',
    ' \uFF20SUM(A1)',
  ])('%j is not evaluated as a formula', (text) => {
    expect(readCsv(csvLine([text]))[0]?.[0]).toBe(`'${text.replaceAll('\u0000', '')}`)
  })

  it('numbers, empty values and objects stay readable', () => {
    expect([csvCell(-4.5), csvCell(null), csvCell(undefined), csvCell({ a: [1] }), csvCell(false)]).toEqual([
      '"-4.5"',
      '""',
      '""',
      '"{""a"":[1]}"',
      '"false"',
    ])
  })

  it('any text reads back unchanged and never begins a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 8 }), (texts) => {
        const cells = readCsv(csvLine(texts))[0] ?? []
        expect(cells).toHaveLength(texts.length)
        for (const [index, cell] of cells.entries()) {
          const plain = texts[index]?.replaceAll('\u0000', '')
          expect([plain, `'${plain}`]).toContain(cell)
          expect(cell.trimStart()).not.toMatch(/^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
