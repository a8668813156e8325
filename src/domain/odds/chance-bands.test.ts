import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chanceBandOf, unlikelyBelow } from './chance-bands.ts'

it('an even chance is not unlikely, four in five is likely, and no odds are unknown', () => {
  expect([0, 0.495, 0.5, 0.795, 0.8, 1, null].map(chanceBandOf)).toEqual([
    'unlikely',
    'unlikely',
    'uncertain',
    'uncertain',
    'likely',
    'likely',
    'unknown',
  ])
})

it('exactly the chances below the constant are unlikely', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (chance) => {
      expect(chanceBandOf(chance) === 'unlikely').toBe(chance < unlikelyBelow)
    }),
  )
})
