import { describe, expect, it } from 'vitest'
import { sameValues } from './same-values.ts'

describe('values', () => {
  it.each([
    [1, 1],
    [Number.NaN, Number.NaN],
    ['a', 'a'],
    [null, null],
    [undefined, undefined],
    [[], []],
    [
      [1, 'a', { b: [true] }],
      [1, 'a', { b: [true] }],
    ],
    [
      { a: 1, b: { c: null } },
      { b: { c: null }, a: 1 },
    ],
  ])('%j and %j are the same', (a, b) => {
    expect(sameValues(a, b)).toBe(true)
  })

  it.each([
    [1, '1'],
    [0, null],
    [null, undefined],
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: undefined }, { b: undefined }],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 2]],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
  ])('%j and %j differ', (a, b) => {
    expect(sameValues(a, b)).toBe(false)
  })
})
