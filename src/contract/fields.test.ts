import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closeDirections } from './close-directions.ts'
import { DateInput } from './dates.ts'
import { Decimal, Id, Line, OptionalName, Priority, RequiredLine } from './fields.ts'

describe('DateInput', () => {
  it.each([
    ['2026-11-20T14:00:00Z', '2026-11-20T14:00:00.000Z'],
    ['2026-11-20T08:00:00-06:00', '2026-11-20T14:00:00.000Z'],
    ['2026-11-20', '2026-11-20T08:00:00.000Z'],
    ['1900-01-01', '1900-01-01T08:00:00.000Z'],
    ['2099-12-31', '2099-12-31T08:00:00.000Z'],
    ['not a date', null],
    ['2026-13-45', null],
    ['2026-02-30', null],
    ['2026-06-31', null],
    ['2025-02-29', null],
    ['2024-02-29', '2024-02-29T08:00:00.000Z'],
    ['2026-02-31T10:00:00Z', null],
    ['2026-06-31T10:00', null],
    ['2026-02-30 10:00:00.000+02:00', null],
    ['2026-11-20T25:00:00Z', null],
    ['2026-11-20 14:00', '2026-11-20T14:00:00.000Z'],
    ['2026-11-20T14:00:00+0200', '2026-11-20T12:00:00.000Z'],
    ['Feb 30 2026', null],
    ['02/30/2026', null],
    ['', null],
    [null, null],
  ])('%s is read as %s', (wire, iso) => {
    expect(DateInput.parse(wire)).toBe(iso)
  })

  it.each([['1850-01-01'], ['2150-01-01'], [5], [{}], [true]])('DateInput refuses %s', (wire) => {
    expect(DateInput.safeParse(wire).success).toBe(false)
  })
})

describe('numbers and text', () => {
  it('decimals are accepted as text, and other text is refused', () => {
    expect(Decimal(0, 100).parse('12.5')).toBe(12.5)
    for (const wrong of ['abc', Number.NaN, Number.POSITIVE_INFINITY, -1, 101, null, [], '1e999']) {
      expect(Decimal(0, 100).safeParse(wrong).success).toBe(false)
    }
  })

  it('a priority is a whole number', () => {
    expect(Priority.parse('85')).toBe(85)
    expect(Priority.safeParse(8.5).success).toBe(false)
  })

  it('text that the database cannot store is refused, and all other text is kept', () => {
    expect(Line().safeParse('a\u0000b').success).toBe(false)
    expect(Line().safeParse('\ud800').success).toBe(false)
    expect(Line().parse(' 0042 ünïcode 🙂 שלום ')).toBe('0042 ünïcode 🙂 שלום')
  })

  it.each([
    ['right-to-left text without controls', 'עברית 12 שלום', ''],
    ['a mark', 'A\u200FB\u061C', ''],
    ['an override', 'Frame \u202Egnp.exe', '\u202C'],
    ['a balanced embedding', 'a\u202Ab\u202C \u2067c\u2069 d', ''],
    ['nested embeddings', '\u202Aa\u2067b\u202Dc', '\u202C\u2069\u202C'],
    ['an embedding inside a closed isolate', '\u2066a\u202Eb\u2069 c', ''],
    ['the end of an outer embedding inside an isolate', '\u202Ba\u2068b\u202C c', '\u2069\u202C'],
    ['unmatched ends', '\u2069\u202C a \u202E', '\u202C'],
  ])('the direction controls of a name end with the name: %s', (_, typed, ends) => {
    expect(Line().parse(typed)).toBe(typed + (ends && `${ends}\u200E`))
  })

  it('every text direction is closed once, and nothing else is added', () => {
    const line = fc.string({
      unit: fc.constantFrom(...'ab\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069'),
      maxLength: 30,
    })
    fc.assert(
      fc.property(line, line, (first, second) => {
        const [a, b] = [closeDirections(first), closeDirections(second)]
        expect([a.slice(0, first.length), a.slice(first.length).replace(/[\u202C\u2069]+\u200E$/, '')]).toEqual([
          first,
          '',
        ])
        expect(closeDirections(a + b)).toBe(a + b)
      }),
    )
    const long = '\u202E'.repeat(200_000) + '\u2069'.repeat(200_000)
    const startedMs = performance.now()
    expect(Line().safeParse(long).success).toBe(false)
    expect(performance.now() - startedMs).toBeLessThan(2_000)
  })

  const invisible = ['', ' \u00A0', '\u200B\u202E', '\uFEFF', '\u0007\u001B', '\u3164', '\u2800', '\u034F\uFE0F']

  it('an optional name may be empty, but not invisible', () => {
    for (const blank of invisible) {
      const read = OptionalName('Project name').safeParse(blank)
      if (blank.trim() === '') expect(read.data).toBe('')
      else expect(read.error?.issues[0]?.message).toBe('Project name needs at least one visible character')
    }
    expect(OptionalName('Project name').parse('A\u200BB')).toBe('A\u200BB')
  })

  it('an invisible name is refused', () => {
    for (const blank of invisible) {
      expect(RequiredLine('Name').safeParse(blank).error?.issues[0]?.message).toBe('Name is required')
    }
    expect(RequiredLine('Name').parse('👩‍🔧')).toBe('👩‍🔧')
  })

  it('the all-zero id is refused', () => {
    expect(Id.safeParse('00000000-0000-0000-0000-000000000000').success).toBe(false)
  })
})
