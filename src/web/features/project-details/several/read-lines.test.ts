import { expect, it } from 'vitest'
import type { Category } from '#contract/categories.ts'
import { readLines } from './read-lines.ts'

const categories = [{ categoryId: 'w', name: 'Welding' }] as Category[]

it('readLines reads name, hours and work center from pasted spreadsheet lines and skips empty lines', () => {
  expect(readLines('Cut plate\t4\t\r\n\r\nWeld frame; 7,5 ; welding\nInspect', categories)).toEqual({
    operations: [
      { name: 'Cut plate', durationHours: 4, categoryId: null },
      { name: 'Weld frame', durationHours: 7.5, categoryId: 'w' },
      { name: 'Inspect', durationHours: 0, categoryId: null },
    ],
    problems: [],
  })
})

it('readLines names each line that it cannot read, and the reason', () => {
  const { operations, problems } = readLines('; 4\nCut; soon\nPaint; 2; Spray booth\nPack; 1', categories)
  expect(operations.map(({ name }) => name)).toEqual(['Pack'])
  expect(problems).toEqual([
    'Line 1: the name is missing',
    'Line 2: “soon” is not a number of hours',
    'Line 3: there is no work center “Spray booth”',
  ])
})
