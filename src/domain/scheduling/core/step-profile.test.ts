import fc from 'fast-check'
import { expect, it } from 'vitest'
import { intAt } from '#domain/value-at.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { StepProfile } from './step-profile.ts'

const bookings = fc.array(
  fc.record({ from: fc.nat(150), length: fc.nat(30), units: fc.integer({ min: 1, max: 4 }), force: fc.boolean() }),
  { maxLength: 120 },
)

it('a step profile finds the same first gap as a count of every unit of time', () => {
  fc.assert(
    fc.property(bookings, fc.integer({ min: 1, max: 5 }), (list, capacity) => {
      const profile = new StepProfile(capacity)
      const used = new Int32Array(6_000)
      for (const { from, length, units, force } of list) {
        let expected = from
        const fits = (at: number): boolean => {
          for (let t = at; t < at + length; t++) if (intAt(used, t) + units > capacity) return false
          // An empty piece also needs a place with room.
          return length > 0 || intAt(used, at) + units <= capacity
        }
        if (units > capacity) expected = Infinity
        else while (!fits(expected)) expected++
        expect(profile.earliestFit(from, length, units)).toBe(expected)
        const at = force ? from : expected
        if (at === Infinity) continue
        profile.book(at, at + length, units)
        for (let t = at; t < at + length; t++) used[t] = intAt(used, t) + units
        const copy = new StepProfile(capacity)
        copy.copyFrom(profile)
        expect(copy.earliestFit(0, 7, 1)).toBe(profile.earliestFit(0, 7, 1))
      }
    }),
    { numRuns: propertyRuns(300) },
  )
})
