import { describe, expect, it } from 'vitest'
import { alternativesReader, alternativeText, resolveAlternatives } from './alternative-text.ts'
import { cellError, cellText, textCell } from './cell-errors.ts'
import { readDate } from './date-text.ts'
import { readDuration } from './duration-text.ts'
import { fieldOfHeader } from './header-fields.ts'
import { headerUnit } from './header-words.ts'
import { readNumber } from './number-habit.ts'
import { readLinks } from './predecessor-text.ts'
import { similarNames } from './similar-names.ts'
import { nameKey, TextMap } from './text-key.ts'

describe('a name that resembles another', () => {
  const shop = [
    'Haas VF-4',
    'Haas VF-2',
    'Saw',
    'Mill A',
    'Mill 1',
    'Inspection',
    '5-axis UMC',
    'Fräse 1',
    'Assembly East',
  ]
  const { find } = similarNames(shop)

  it.each([
    ['Haas VF4', 'Haas VF-4'],
    ['HAAS  VF 4', 'Haas VF-4'],
    ['VF-4 Haas', 'Haas VF-4'],
    ['Hass VF-4', 'Haas VF-4'],
    ['Inpsection', 'Inspection'],
    ['Inspection.', 'Inspection'],
    ['5axis-UMC', '5-axis UMC'],
    ['Fraese 1', 'Fräse 1'],
    ['Frase 1', 'Fräse 1'],
    ['Saws', 'Saw'],
  ])('%s means %s', (name, other) => {
    expect(find(name)[0]).toBe(other)
  })

  it.each(['Haas VF-3', 'Mill B', 'Mill 2', 'Laser', 'Fräse 2', 'Assembly West', 'Raw', 'Inspection 2', 'Haas'])(
    '%s is a different machine',
    (name) => {
      expect(find(name)).toEqual([])
    },
  )

  it('an exact match in any case or Unicode form is not reported as similar', () => {
    expect(find('haas vf-4')).toEqual([])
    expect(find('Fräse 1'.normalize('NFD'))).toEqual([])
  })

  it('a similar name is found quickly among a thousand names', () => {
    const many = similarNames(Array.from({ length: 1_000 }, (_, at) => `Machine ${at} hall ${at % 7}`))
    const from = performance.now()
    for (let at = 0; at < 2_000; at += 1) many.find(`Maschine ${at} hall ${at % 7}`)
    expect(performance.now() - from).toBeLessThan(2_000)
  })
})

describe('a text in two forms of Unicode', () => {
  it('both forms have the same key, and an exact match wins', () => {
    const [one, two] = ['Fräse', 'Fräse'.normalize('NFD')]
    expect(nameKey(one)).toBe(nameKey(two))
    expect(new TextMap([[one, 1]]).get(two)).toBe(1)
    const both = new TextMap([
      [one, 1],
      [two, 2],
    ])
    expect([both.get(one), both.get(two)]).toEqual([1, 2])
  })
})

describe('alternatives', () => {
  const known = new Set(['Mill 2', 'Mill 3', 'Mill: 4', 'A; "B"'])
  const read = (text: string) => {
    const cell = alternativesReader('point')(text)
    return cell.ok ? resolveAlternatives(cell.value as never, (name) => known.has(name)) : cell.message
  }

  it.each([
    [
      'Mill 2: 6; Mill 3: 7.5',
      [
        ['Mill 2', 6],
        ['Mill 3', 7.5],
      ],
    ],
    ['Mill 2', [['Mill 2', null]]],
    [
      'Mill 2; Mill 3: 2 days',
      [
        ['Mill 2', null],
        ['Mill 3', 16],
      ],
    ],
    [
      'Mill 2, Mill 3',
      [
        ['Mill 2', null],
        ['Mill 3', null],
      ],
    ],
    ['Mill: 4', [['Mill: 4', null]]],
    ['Mill: 4: 6', [['Mill: 4', 6]]],
    ['Lathe: 6', [['Lathe', 6]]],
    ['Lathe', [['Lathe', null]]],
    ['"A; ""B""": 5', [['A; "B"', 5]]],
    ['-', []],
  ])('%s', (text, wanted) => {
    expect(read(text)).toEqual(wanted.map(([name, durationHours]) => ({ name, durationHours })))
  })

  it('alternatives with any names are read back as written', () => {
    for (const name of known) expect(read(alternativeText(name, 5.5))).toEqual([{ name, durationHours: 5.5 }])
  })

  it('an alternative without a name is refused', () => {
    expect(read(': 6')).toContain('Write each as a name')
  })
})

describe('an error of a spreadsheet', () => {
  it.each([
    '#N/A',
    '#REF!',
    '#DIV/0!',
    '#NAME?',
    '#VALUE!',
    '#NUM!',
    '#SPILL!',
    '#NV',
    '#BEZUG!',
    '#¡REF!',
    '#NOM?',
    'Err:502',
    '#n/a',
  ])('%s has no value', (text) => {
    expect(cellError(` ${text} `)).toContain('has the error')
  })

  it('a column that was too narrow or a formula without a value is an error', () => {
    expect(cellError('########')).toContain('too narrow')
    expect(cellError('#FORMULA?')).toContain('no stored value')
  })

  it.each(['#1042', '#', '##', 'N/A', 'Error', "'#N/A", '#N/A in text'])('%s is a text', (text) => {
    expect(cellError(text)).toBeNull()
  })

  it.each(['#N/A', "'#N/A", "''#REF!", '########', 'plain', "'quoted", ' #N/A'])(
    '%s as a text comes back from its cell',
    (text) => {
      expect(cellError(textCell(text))).toBeNull()
      expect(cellText(textCell(text))).toBe(text)
    },
  )
})

describe('a text designed to be slow', () => {
  const known = () => false
  it.each([
    ['a link', (text: string) => readLinks(text, 'point', known)],
    ['an alternative', (text: string) => alternativesReader('point')(text)],
    ['a name', (text: string) => similarNames(['x'.repeat(100), `${'x '.repeat(50)}`]).find(text)],
    ['a date', (text: string) => readDate(text, 'mdy')],
    ['a duration', (text: string) => readDuration(text, 'point')],
    ['a number', (text: string) => readNumber(text, 'point')],
    ['a header', (text: string) => [headerUnit(text), fieldOfHeader(text, 'projects')]],
    ['an error', (text: string) => [cellError(text), cellText(textCell(text))]],
  ])('%s is processed quickly', (_, read) => {
    const parts = [
      ' ',
      '"',
      '(',
      '1',
      '.',
      ',',
      'x',
      '1 ',
      '"; ',
      ' max 1',
      '@1',
      '1d ',
      "'",
      '#',
      '1,',
      '\u0301',
      '-',
      'FS+',
      '[',
      'a b ',
    ]
    const from = performance.now()
    for (const part of parts) {
      const many = part.repeat(Math.ceil(10_000 / part.length)).slice(0, 9_990)
      for (const text of [`a${many}b`, many, `1${many}`, `"${many}`]) read(text)
    }
    expect(performance.now() - from).toBeLessThan(1_500)
  })
})
