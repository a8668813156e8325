import { describe, expect, it } from 'vitest'
import { DateInput, Decimal, Id, Line, Priority } from './fields.ts'

describe('DateInput', () => {
  it.each([
    ['2026-11-20T14:00:00Z', '2026-11-20T14:00:00.000Z'],
    ['2026-11-20T08:00:00-06:00', '2026-11-20T14:00:00.000Z'],
    ['2026-11-20', '2026-11-20T08:00:00.000Z'],
    ['1900-01-01', '1900-01-01T08:00:00.000Z'],
    ['2099-12-31', '2099-12-31T08:00:00.000Z'],
    ['not a date', null],
    ['2026-13-45', null],
    ['', null],
    [null, null],
  ])('%s is read as %s', (wire, iso) => {
    expect(DateInput.parse(wire)).toBe(iso)
  })

  it.each([['1850-01-01'], ['2150-01-01'], [5], [{}], [true]])('refuses %s', (wire) => {
    expect(DateInput.safeParse(wire).success).toBe(false)
  })
})

describe('numbers and text', () => {
  it('takes decimals as text, refuses what is no number', () => {
    expect(Decimal(0, 100).parse('12.5')).toBe(12.5)
    for (const wrong of ['abc', Number.NaN, Number.POSITIVE_INFINITY, -1, 101, null, [], '1e999']) {
      expect(Decimal(0, 100).safeParse(wrong).success).toBe(false)
    }
  })

  it('priorities are whole', () => {
    expect(Priority.parse('85')).toBe(85)
    expect(Priority.safeParse(8.5).success).toBe(false)
  })

  it('refuses what the database cannot store, keeps what it can', () => {
    expect(Line().safeParse('a\u0000b').success).toBe(false)
    expect(Line().safeParse('\ud800').success).toBe(false)
    expect(Line().parse(' 0042 ünïcode 🙂 שלום ')).toBe('0042 ünïcode 🙂 שלום')
  })

  it('refuses the all-zero id', () => {
    expect(Id.safeParse('00000000-0000-0000-0000-000000000000').success).toBe(false)
  })
})
