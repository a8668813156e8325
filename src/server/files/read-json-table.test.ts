import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJson } from './read-json-table.ts'
import { readTableFile } from './read-table-file.ts'

const read = (text: string) => readTableFile(Buffer.from(text))
const tableOf = async (text: string) => {
  const { header, rows, format } = await read(text)
  expect(format).toBe('json')
  return [header, ...rows]
}

describe('a list of JSON records', () => {
  it('the columns have the names of the fields, in the order in which they appear', async () => {
    const text = '[{"order":"1042","hours":4},{"hours":2.50,"note":"late","order":"1043"},{"customer":null}]'
    expect(await tableOf(text)).toEqual([
      ['order', 'hours', 'note', 'customer'],
      ['1042', '4', '', ''],
      ['1043', '2.50', 'late', ''],
    ])
  })

  it('the columns are guessed by the names of the fields', async () => {
    const { columns, reading, notes } = await read('[{"Project number":"7","Operation":"Cut","Hours":4}]')
    expect(columns).toEqual(['projectNumber', 'operationName', 'durationHours'])
    expect(reading).toMatchObject({ headerRow: 0, headerRows: 1, firstRows: [], firstRowNumber: 1, encoding: 'utf-8' })
    expect(notes).toEqual([])
  })

  it.each([
    ['ERPNext', '{"data":[{"a":1}]}'],
    ['OData', '{"@odata.context":"https://x/$metadata","@odata.count":1,"value":[{"a":1}]}'],
    ['older OData', '{"d":{"results":[{"a":1}],"__next":null}}'],
    ['JSON-RPC', '{"jsonrpc":"2.0","id":7,"result":[{"a":1}]}'],
    ['a server script', '{"message":{"items":[{"a":1}]},"tags":[1,2],"empty":[]}'],
    ['a file with space around it', ' \r\n\t[ { "a" : 1 } ] \n'],
    ['a file with a byte order mark', '\uFEFF{"items":[{"a":1}]}'],
  ])('is found as %s writes it', async (_, text) => {
    expect(await tableOf(text)).toEqual([['a'], ['1']])
  })

  it('the list is the outermost one, and the first of those', async () => {
    expect(await tableOf('{"a":{"inner":[{"x":1}]},"b":[{"y":2}],"c":[{"z":3}]}')).toEqual([['y'], ['2']])
  })

  it.each([
    ['null', ''],
    ['true', 'yes'],
    ['false', 'no'],
    ['-0.5', '-0.5'],
    ['1e3', '1000'],
    ['2.5E-7', '0.00000025'],
    ['1.5e21', '1500000000000000000000'],
    ['9007199254740993123', '9007199254740993123'],
    ['"00042"', '00042'],
    ['"M\\u00fcller \\"A\\""', 'Müller "A"'],
    ['"=1+1"', '=1+1'],
    ['"#N/A"', "'#N/A"],
    ['[7, "Saw"]', 'Saw'],
    ['[7, 8]', '[7, 8]'],
    ['["Saw", 7]', '["Saw", 7]'],
    ['[7, "Saw", 1]', '[7, "Saw", 1]'],
    ['[]', '[]'],
    ['{"x": [1]}', '{"x": [1]}'],
  ])('has the value %s as the cell %s', async (written, cell) => {
    expect((await tableOf(`[{"first":"x","a":${written},"z":"y"}]`))[1]).toEqual(['x', cell, 'y'])
  })

  it.each([
    ['{"data":[]}', 'There is nothing in this table.'],
    ['[]', 'There is nothing in this table.'],
    ['{"exc_type":"PermissionError"}', 'This JSON file has no list of records.'],
    ['{"data":[1,2]}', 'This JSON file has no list of records.'],
    ['[[1,2],[3]]', 'This JSON file has no list of records.'],
    ['[{"a":1},2]', 'Record 2 of the list is not an object.'],
    ['[{"a":1},null]', 'Record 2 of the list is not an object.'],
    ['[{"a":1,"a":2}]', 'Record 1 has the field "a" twice.'],
    ['[{"a":1}', 'The file is not complete: its JSON ends too early.'],
    ['[{"a":"x', 'The file is not complete: its JSON ends too early.'],
    ['[{"a":1}]\n[{"a":2}]', 'The file is damaged: line 2 is not JSON.'],
    ['[{"a":1,}]', 'The file is damaged: line 1 is not JSON.'],
    ['[{"a":01}]', 'The file is damaged: line 1 is not JSON.'],
    ['[{"a":nul}]', 'The file is damaged: line 1 is not JSON.'],
    ['[{"a":"\\x"}]', 'The file is damaged: line 1 is not JSON.'],
    ['[{"a":1]}', 'The file is damaged: line 1 is not JSON.'],
    ['[{"a" 1}]', 'The file is damaged: line 1 is not JSON.'],
    ['[{"a":{"b":"\\x"}}]', 'The file is damaged: line 1 is not JSON.'],
    ['[{"a":"\\u0000"}]', 'Record 1 has characters under "a" that are none.'],
    ['[{"a":"\\ud800"}]', 'Record 1 has characters under "a" that are none.'],
    [`[{"a":[${'1,'.repeat(6_000)}1]}]`, 'Record 1 has more than 10,000 characters under "a". Leave that field out.'],
    [`[{"a":"${'x'.repeat(10_001)}"}]`, '10,000 characters'],
  ])('is refused with the reason: %s', async (text, reason) => {
    await expect(read(text)).rejects.toThrow(reason)
  })

  it('is recognized by how it begins', () => {
    for (const text of ['[{', ' [ {', '{"a"', '{ }', '[]', '[[1]]', '\uFEFF[{']) expect(isJson(text)).toBe(true)
    for (const text of ['', 'a;b', '"[{"', '[Order];[Hours]', '{x}', '12', '-']) expect(isJson(text)).toBe(false)
  })

  it('is what JSON.parse reads, for any records', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\u0000', '')),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.integer(), { maxLength: 4 }),
    )
    const name = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== '__proto__')
    const record = fc.dictionary(name, value, { noNullPrototype: true })
    const spaces = fc.constantFrom(undefined, 1, '\t')
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 20 }), spaces, async (records, space) => {
        const columns = [...new Set(records.flatMap(Object.keys))]
        fc.pre(columns.length > 0 && columns.length <= 100)
        const { header, rows } = await read(JSON.stringify({ data: records }, null, space))
        const filled = rows.filter((cells) => cells.some((cell) => cell.trim() !== ''))
        // Cells of errors have an apostrophe, and titles are trimmed: these have tests of their own.
        const plain = (text: string | undefined) => (text ?? '').replace(/^'/, '')
        const expected = records
          .map((own) =>
            columns.map((column) => {
              const of = Object.hasOwn(own, column) ? own[column] : null
              if (of === null || of === undefined) return ''
              if (typeof of === 'boolean') return of ? 'yes' : 'no'
              return typeof of === 'object' ? JSON.stringify(of) : String(of)
            }),
          )
          .filter((cells) => cells.some((cell) => cell.trim() !== ''))
        expect(header.length).toBe(columns.length)
        expect(filled.length).toBe(expected.length)
        for (const [at, cells] of expected.entries()) {
          for (const [column, cell] of cells.entries()) {
            const found = plain(filled[at]?.[column])
            if (/^-?[\d.]+e/i.test(cell)) expect(Number(found)).toBe(Number(cell))
            else if (cell.startsWith('[')) expect(JSON.parse(found)).toEqual(JSON.parse(cell))
            else expect(found).toBe(plain(cell))
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})
