import { describe, expect, it } from 'vitest'
import { movedBy, placedAt } from './operations-tab.tsx'

const ids = ['a', 'b', 'c', 'd']

describe('a new order of operations', () => {
  it('puts the dragged operation at the position of another', () => {
    expect(placedAt(ids, 'a', 'c')).toEqual(['b', 'c', 'a', 'd'])
    expect(placedAt(ids, 'd', 'a')).toEqual(['d', 'a', 'b', 'c'])
    expect(placedAt(ids, 'x', 'a')).toEqual(ids)
  })

  it('moves an operation by one step, but not beyond the ends', () => {
    expect(movedBy(ids, 'b', -1)).toEqual(['b', 'a', 'c', 'd'])
    expect(movedBy(ids, 'b', 1)).toEqual(['a', 'c', 'b', 'd'])
    expect(movedBy(ids, 'a', -1)).toEqual(ids)
    expect(movedBy(ids, 'd', 1)).toEqual(ids)
    expect(movedBy(ids, 'x', 1)).toEqual(ids)
  })
})
