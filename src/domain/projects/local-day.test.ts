import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeZones } from '#contract/time-zones.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { localDate } from '../time/zone-dates.ts'
import { localDay } from './local-day.ts'

describe('localDay', () => {
  it('localDay counts local dates in every zone from 1900 to 2099', () => {
    const instant = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2099, 11, 31) })
    fc.assert(
      fc.property(instant, fc.constantFrom(...timeZones.map(({ zone }) => zone)), (instantMs, zone) => {
        expect(new Date(localDay(instantMs, zone) * 86_400_000).toISOString().slice(0, 10)).toBe(
          localDate(instantMs, zone),
        )
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })
})
