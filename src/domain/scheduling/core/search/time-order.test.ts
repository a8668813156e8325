import fc from 'fast-check'
import { expect, it } from 'vitest'
import { valueAt } from '#domain/value-at.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { TimeOrder } from './time-order.ts'

it('operations are sorted as by comparison, with equal times in list order', () => {
  const largest = fc.constantFrom(0, 3, 255, 256, 65_536, 2 ** 31 - 1)
  const times = largest.chain((max) => fc.array(fc.nat(max), { minLength: 1, maxLength: 60 }))
  fc.assert(
    fc.property(times, times, (one, other) => {
      const order = new TimeOrder(one.length)
      const list = Int32Array.from(one.keys()).reverse()
      const sorted = (time: number[]): number[] => [...list].sort((a, b) => (time[b] ?? 0) - (time[a] ?? 0))
      // The second sort must be independent of what the first left behind.
      for (const time of [one, one.map((_, i) => valueAt(other, i % other.length))]) {
        expect([...order.latestFirst(Int32Array.from(time), list)]).toEqual(sorted(time))
      }
    }),
    { numRuns: propertyRuns(300) },
  )
})
