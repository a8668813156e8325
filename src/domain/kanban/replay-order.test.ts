import { expect, it } from 'vitest'
import { replayOrder } from './replay-order.ts'

// The user saw ABCDEF and moved B behind D: ACDBEF.
const replay = (theirs: string, moved = 'B', wanted = 'ACDBEF') =>
  replayOrder(moved, { seen: [...'ABCDEF'], wanted: [...wanted], theirs: [...theirs] })?.join('') ?? null

it.each([
  // The other change is elsewhere, so both apply.
  ['ABCDEFG', 'ACDBEFG'],
  ['GABCDEF', 'GACDBEF'],
  ['ABCXDEF', 'ACXDBEF'],
  // The other change moved the same card, touched its old or new position, or removed it.
  ['BACDEF', null],
  ['ABDCEF', null],
  ['ABCDXEF', null],
  ['ACDEF', null],
  ['ABCEF', null],
])('replaying onto %s gives %s', (theirs, expected) => expect(replay(theirs)).toBe(expected))

it('replayOrder moves an operation to the first and to the last position', () => {
  expect(replay('ABCDEXF', 'B', 'BACDEF')).toBe('BACDEXF')
  expect(replay('AXBCDEF', 'C', 'ABDEFC')).toBe('AXBDEFC')
  expect(replay('ABCDEFG', 'C', 'ABDEFC')).toBeNull()
})
