import { describe, expect, it } from 'vitest'
import { allZones, canonicalZone, ianaZone, ReaderZone, TimeZone, timeZones } from './time-zones.ts'

describe('time zones', () => {
  it('time zones include every zone of the runtime, under its current name', () => {
    const names = Intl.supportedValuesOf('timeZone')
    expect(names.length).toBeGreaterThan(400)
    expect(names.map(canonicalZone).every((zone) => zone !== null && allZones().has(zone))).toBe(true)
    expect(allZones().size).toBe(names.includes('UTC') ? names.length : names.length + 1)
    for (const zone of allZones()) expect(canonicalZone(zone)).toBe(zone)
  })

  it('the specified time zones keep their names', () => {
    expect(timeZones).toHaveLength(20)
    for (const { label, zone } of timeZones) {
      expect([ianaZone(label), ianaZone(zone), canonicalZone(zone)]).toEqual([zone, zone, zone])
    }
  })

  it.each([
    ['US/Central', 'America/Chicago'],
    ['america/chicago', 'America/Chicago'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['America/Indiana/Indianapolis', 'America/Indiana/Indianapolis'],
    ['Etc/UTC', 'UTC'],
    ['GMT', 'UTC'],
    ['utc', 'UTC'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['Japan', 'Asia/Tokyo'],
  ])('%s is %s', (name, zone) => {
    expect(canonicalZone(name)).toBe(zone)
    expect(ianaZone(name)).toBe(zone)
  })

  it.each(['CST', 'IST', '+05:30', 'SystemV/CST6', 'Mars/Olympus', 'Etc/GMT+15', '', ' UTC', 'x'.repeat(5_000)])(
    'time zones exclude %j, which falls back to UTC',
    (name) => {
      expect(canonicalZone(name)).toBeNull()
      expect(ianaZone(name)).toBe('UTC')
    },
  )
})

describe('the zone in a request', () => {
  it('the zone of an organization is any IANA zone or a specified name, and nothing else', () => {
    expect(['America/Sao_Paulo', 'US/Eastern', 'Mumbai'].map((name) => TimeZone.parse(name))).toEqual([
      'America/Sao_Paulo',
      'America/New_York',
      'Asia/Kolkata',
    ])
    for (const wrong of ['Mars/Olympus', '', 7, null, 'x'.repeat(65)]) {
      expect(TimeZone.safeParse(wrong).success).toBe(false)
    }
    expect(TimeZone.safeParse('Mars').error?.issues[0]?.message).toContain('Enter an IANA name')
  })

  it('the zone of a reader falls back to UTC', () => {
    expect([ReaderZone.parse('Europe/Oslo'), ReaderZone.parse('Eastern'), ReaderZone.parse('Mars')]).toEqual([
      'Europe/Oslo',
      'America/New_York',
      'UTC',
    ])
  })
})
