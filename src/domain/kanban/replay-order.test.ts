import { expect, it } from 'vitest'
import { replayOrder } from './replay-order.ts'

// The reader saw ABCDEF and put B behind D: ACDBEF.
const replay = (theirs: string, moved = 'B', wanted = 'ACDBEF') =>
  replayOrder(moved, { seen: [...'ABCDEF'], wanted: [...wanted], theirs: [...theirs] })?.join('') ?? null

it.each([
  // Theirs lies elsewhere: both stand.
  ['ABCDEFG', 'ACDBEFG'],
  ['GABCDEF', 'GACDBEF'],
  ['ABCXDEF', 'ACXDBEF'],
  // They moved it, or stand where it left or arrives, or took it away.
  ['BACDEF', null],
  ['ABDCEF', null],
  ['ABCDXEF', null],
  ['ACDEF', null],
  ['ABCEF', null],
])('theirs %s gives %s', (theirs, expected) => expect(replay(theirs)).toBe(expected))

it('replayOrder moves an operation to the first and to the last position', () => {
  expect(replay('ABCDEXF', 'B', 'BACDEF')).toBe('BACDEXF')
  expect(replay('AXBCDEF', 'C', 'ABDEFC')).toBe('AXBDEFC')
  expect(replay('ABCDEFG', 'C', 'ABDEFC')).toBeNull()
})
