import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeZones } from '#contract/time-zones.ts'
import { earliestDate, latestDate } from '#contract/vocabulary.ts'
import { minuteMs } from '#domain/time/units.ts'
import { dateOnlyToMs, localDate } from '#domain/time/zone-dates.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { dateInputValue, dateTimeInputValue, instantFromInput } from './date-input.ts'
import { calendarDay, toEpochMs } from './zoned-time.ts'

const zone = fc.constantFrom(...timeZones.map((entry) => entry.zone))
const atMs = fc
  .integer({ min: Date.UTC(1900, 0, 2) / minuteMs, max: Date.UTC(2099, 11, 30) / minuteMs })
  .map((minute) => minute * minuteMs)
const date = fc
  .integer({ min: Date.UTC(1900, 0, 1) / 86_400_000, max: Date.UTC(2099, 11, 31) / 86_400_000 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))

describe('date and time fields in all 20 zones from 1900 to 2099', () => {
  /** The time must round-trip unchanged. Only a time that a clock change skips may move, and only forward. */
  const cameBack = (reading: string, inZone: string): boolean => {
    const instantMs = toEpochMs(instantFromInput(reading, inZone)) ?? Number.NaN
    const shown = dateTimeInputValue(instantMs, inZone)
    if (shown === reading) return true
    const movedMinutes = (Date.parse(`${shown}Z`) - Date.parse(`${reading}Z`)) / minuteMs
    expect(movedMinutes, `${reading} in ${inZone}`).toBeGreaterThan(0)
    expect(movedMinutes, `${reading} in ${inZone}`).toBeLessThanOrEqual(120)
    for (let back = 0; back <= 180; back += 1) {
      expect(dateTimeInputValue(instantMs - back * minuteMs, inZone), `${inZone}, ${back} min`).not.toBe(reading)
    }
    return false
  }

  it('show the time that was entered, unless a clock change skips that time', () => {
    let back = 0
    const tried = propertyRuns(3000)
    fc.assert(
      fc.property(zone, date, fc.integer({ min: 0, max: 1439 }), (inZone, day, minute) => {
        const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
        if (cameBack(`${day}T${time}`, inZone)) back += 1
      }),
      { numRuns: tried },
    )
    expect(back).toBeGreaterThan(tried * 0.96)
  })

  it('show the entered time around every clock change of the 20 zones from 2018 to 2033', () => {
    const offset = (instantMs: number, inZone: string) =>
      Date.parse(`${dateTimeInputValue(instantMs, inZone)}Z`) - Math.floor(instantMs / minuteMs) * minuteMs
    let changes = 0
    for (const { zone: inZone } of timeZones) {
      for (let month = 0; month < 15 * 12; month += 1) {
        let low = Date.UTC(2018, month, 1)
        let high = Date.UTC(2018, month + 1, 1)
        if (offset(low, inZone) === offset(high, inZone)) continue
        changes += 1
        while (high - low > minuteMs) {
          const middle = Math.floor((low + high) / 2 / minuteMs) * minuteMs
          if (offset(middle, inZone) === offset(low, inZone)) low = middle
          else high = middle
        }
        const wallMs = high + offset(low, inZone)
        for (const aside of [-90, -60, -30, -1, 0, 1, 30, 60, 90]) {
          cameBack(new Date(wallMs + aside * minuteMs).toISOString().slice(0, 16), inZone)
        }
      }
    }
    expect(changes).toBeGreaterThan(250)
  })

  it('read a date without a time as 08:00 on that day', () => {
    fc.assert(
      fc.property(zone, date, (inZone, day) => {
        const instant = instantFromInput(day, inZone)
        expect(dateTimeInputValue(instant, inZone)).toBe(`${day}T08:00`)
        expect(dateInputValue(instant, inZone)).toBe(day)
      }),
      { numRuns: propertyRuns(3000) },
    )
  })

  /** The browser and the server must read a date without a time as the same instant. */
  it('give the same date in browser and server at every clock change from 1970 to 2037', () => {
    const dayMs = 86_400_000
    const isoDay = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)
    const offset = (instantMs: number, inZone: string) =>
      Date.parse(`${dateTimeInputValue(instantMs, inZone)}Z`) - Math.floor(instantMs / minuteMs) * minuteMs
    let changes = 0
    for (const { zone: inZone } of timeZones) {
      const days = new Set([earliestDate, latestDate])
      for (let month = 0; month < 68 * 12; month += 1) {
        let low = Date.UTC(1970, month, 1)
        let high = Date.UTC(1970, month + 1, 1)
        if (offset(low, inZone) === offset(high, inZone)) continue
        changes += 1
        while (high - low > dayMs) {
          const middle = low + Math.floor((high - low) / 2 / dayMs) * dayMs
          if (offset(middle, inZone) === offset(low, inZone)) low = middle
          else high = middle
        }
        for (const aside of [-1, 0, 1, 2]) days.add(isoDay(low + aside * dayMs))
      }
      for (const day of days) {
        const instantMs = toEpochMs(instantFromInput(day, inZone)) ?? Number.NaN
        const where = `${day} in ${inZone}`
        expect(dateOnlyToMs(day, inZone), where).toBe(instantMs)
        expect(localDate(instantMs, inZone), where).toBe(day)
        expect(dateTimeInputValue(instantMs, inZone), where).toBe(`${day}T08:00`)
      }
    }
    expect(changes).toBeGreaterThan(1_000)
  })

  it('keep an instant to the minute, or return the first instant of a repeated hour', () => {
    fc.assert(
      fc.property(zone, atMs, (inZone, instantMs) => {
        const shown = dateTimeInputValue(instantMs, inZone)
        const back = toEpochMs(instantFromInput(shown, inZone)) ?? Number.NaN
        expect(dateTimeInputValue(back, inZone)).toBe(shown)
        expect(back).toBeLessThanOrEqual(instantMs)
        // Local mean times before about 1940 include seconds, which a field with minutes cannot represent.
        expect(instantMs - back).toBeLessThan(3 * 60 * minuteMs)
      }),
      { numRuns: propertyRuns(3000) },
    )
  })

  it('count days without a gap across every clock change', () => {
    fc.assert(
      fc.property(zone, date, (inZone, day) => {
        const noonMs = toEpochMs(instantFromInput(`${day}T12:00`, inZone)) ?? 0
        expect(calendarDay(noonMs, inZone)).toBe(Date.parse(`${day}T00:00Z`) / 86_400_000)
      }),
    )
  })

  it.each([
    ['2026-03-08T02:30', 'America/Chicago', '2026-03-08T08:30:00.000Z', 'skipped: moves on by the hour'],
    ['2026-11-01T01:30', 'America/Chicago', '2026-11-01T06:30:00.000Z', 'twice: the first'],
    ['2026-11-24', 'America/Chicago', '2026-11-24T14:00:00.000Z', '08:00'],
    ['2026-07-01T00:00', 'Asia/Kolkata', '2026-06-30T18:30:00.000Z', 'half-hour zone'],
    ['2026-01-15T09:00', 'Pacific/Auckland', '2026-01-14T20:00:00.000Z', 'southern summer time'],
  ])('%s in %s is %s (%s)', (text, inZone, iso) => {
    expect(instantFromInput(text, inZone)).toBe(iso)
  })

  it.each(['', 'soon', '2026-02-30', '2026-13-01', '1899-12-31', '2100-01-01', '2026-01-01T24:00', '26-01-01'])(
    'refuse %j',
    (text) => expect(instantFromInput(text, 'UTC')).toBeNull(),
  )

  it('accept the first and the last allowed day, and are empty without a date', () => {
    expect(instantFromInput('1900-01-01', 'UTC')).toBe('1900-01-01T08:00:00.000Z')
    expect(instantFromInput('2099-12-31T23:59', 'UTC')).toBe('2099-12-31T23:59:00.000Z')
    expect([dateInputValue(null, 'UTC'), dateInputValue('never', 'UTC'), dateTimeInputValue(undefined, 'UTC')]).toEqual(
      ['', '', ''],
    )
  })
})
