import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#testing/property-runs.ts'
import { instantUnits, readColumns, writeIds, writeList, writeRuns, writeSteps } from './columns.ts'

const fixed = { seed: 41, numRuns: propertyRuns(200) }
const whole = fc.oneof(fc.integer(), fc.integer({ min: 0, max: 3 }), fc.constant(0))
const sent = <T>(column: T): T => JSON.parse(JSON.stringify(column))

describe('columns', () => {
  it('columns are read back as they were written', () => {
    const text = fc.constantFrom('', 'A', 'B, "C"')
    fc.assert(
      fc.property(
        fc.array(fc.uuid()),
        fc.array(text),
        fc.array(fc.tuple(whole, whole, whole)),
        fc.array(fc.option(fc.record({ name: text, running: fc.boolean() }))),
        (ids, texts, rows, records) => {
          const [numbers, starts, ends] = [0, 1, 2].map((i) => rows.map((row) => row[i] ?? 0))
          const instants = { starts: starts ?? [], ends: ends ?? [] }
          const table = {
            ids: writeIds(ids),
            names: writeIds(texts),
            texts: writeRuns(texts),
            numbers: writeRuns(numbers ?? []),
            ...writeSteps({ steps: numbers ?? [] }),
            ...writeSteps(instants, instantUnits, { ends: 'starts' }),
            records: writeList(records),
          }
          const read = { ids, names: texts, texts, numbers, steps: numbers, ...instants, records }
          expect(readColumns(sent(table))).toEqual(read)
        },
      ),
      fixed,
    )
  })

  it('with equal neighbors take the room of one value', () => {
    expect(writeRuns([5, 5, 5, 5, 5, 7, 7])).toEqual([[5, 5], 7, 7])
    expect(writeSteps({ row: Array.from({ length: 1_000 }, (_, row) => row) }).row.steps).toEqual([null, [1, 999]])
  })

  it('of ids take 22 characters for each id, and other texts stay unchanged', () => {
    expect(writeIds(Array.from({ length: 100 }, () => randomUUID()))).toHaveLength(2_200)
    expect(writeIds(['project-1'])).toEqual(['project-1'])
  })
})
