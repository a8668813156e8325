import { expect, it } from 'vitest'
import { rowOfId } from './row-of-id.ts'

it('the row of an id is found, however many lookups came before', () => {
  const ids = Array.from({ length: 100 }, (_, row) => `operation-${row}`)
  expect(ids.map((id) => rowOfId(ids, id))).toEqual(ids.map((_, row) => row))
  expect(rowOfId(ids, 'operation-100')).toBe(-1)
  expect(rowOfId(['a', 'b'], 'c')).toBe(-1)
})
