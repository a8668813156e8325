import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packDates, unpackDates } from './pack-dates.ts'

const instant = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4e12 }))
const row = fc.tuple(fc.uuid(), instant, instant, instant)

it('packed dates are read as they were written', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
      const dates = {
        ids: rows.map(([id]) => id),
        startMs: rows.map(([, start]) => start),
        endMs: rows.map(([, , end]) => end),
        needByMs: rows.map(([, , , needBy]) => needBy),
      }
      expect(unpackDates(packDates(dates))).toEqual(dates)
    }),
  )
})
