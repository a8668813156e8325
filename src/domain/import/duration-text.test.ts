import { describe, expect, it } from 'vitest'
import { readDuration, readHours, readIsoDuration } from './duration-text.ts'

describe('a length of time', () => {
  it.each([
    ['7.5', 7.5],
    ['7,5', 7.5],
    ['2 days', 16],
    ['1 day', 8],
    ['3 wks', 120],
    ['1 wk', 40],
    ['2 mons', 320],
    ['5 days?', 40],
    ['1.5h', 1.5],
    ['1,5 h', 1.5],
    ['90 min', 1.5],
    ['90min.', 1.5],
    ['20 m', 1 / 3],
    ['30 sec', 1 / 120],
    ['2d 4h', 20],
    ['2 d, 4 h', 20],
    ['1 h 30 min', 1.5],
    ['1h30', 1.5],
    ['1h 5', 1 + 5 / 60],
    ['7:30', 7.5],
    ['07:30:00', 7.5],
    ['36:00:00', 36],
    ['0:20', 1 / 3],
    ['PT8H', 8],
    ['PT7H30M0S', 7.5],
    ['P1W', 40],
    ['P5D', 40],
    ['P1DT4H', 12],
    ['2 Tage', 16],
    ['3 Wochen', 120],
    ['4 Std.', 4],
    ['1 Monat', 160],
    ['2 jours', 16],
    ['3 semaines', 120],
    ['4 heures', 4],
    ['2 días', 16],
    ['4 horas', 4],
    ['30 mins', 0.5],
    ['2 giorni', 16],
    ['2 dagen', 16],
    ['3 uur', 3],
    ['2 dni', 16],
    ['4 часа', 4],
    ['1,234.5 hrs', 1234.5],
  ])('%s is %d hours', (text, hours) => {
    expect(readHours(text, 'point')).toBeCloseTo(hours, 10)
  })

  it.each([
    ['2 edays', 48],
    ['12 ehrs', 12],
    ['1 ewk', 168],
    ['2 fTage', 48],
    ['3 fStd', 3],
    ['2 jours écoulés', 48],
  ])('%s is %d hours of clock time', (text, hours) => {
    expect(readDuration(text, 'point')).toMatchObject({ hours, isElapsed: true })
  })

  it.each(['two', '2 parsecs', 'h', '8 h work', 'P', 'PT', '1:75', '2 days 3 edays', '-1:30', '', 'x'.repeat(5_000)])(
    '%s is not a length of time',
    (text) => {
      expect(readDuration(text, 'point')).toBeNull()
    },
  )

  it('a negative duration is read as a number that the cell then refuses', () => {
    expect(readHours('-8', 'point')).toBe(-8)
    expect(readIsoDuration('-PT8H')?.hours).toBe(-8)
  })

  it('a number without a unit uses the unit of its column', () => {
    expect(readHours('90', 'point', 1 / 60)).toBe(1.5)
    expect(readHours('90 h', 'point', 1 / 60)).toBe(90)
  })

  it('days and weeks use the lengths that the plan defines', () => {
    const units = { hoursPerDay: 10, hoursPerWeek: 50, hoursPerMonth: 200 }
    expect(readIsoDuration('P1W', units)?.hours).toBe(50)
    expect(readIsoDuration('P2D', units)?.hours).toBe(20)
    expect(readIsoDuration('P2D', units, true)?.hours).toBe(48)
  })
})
