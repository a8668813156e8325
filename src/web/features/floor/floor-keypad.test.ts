import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterKey, type Key } from './floor-keypad.tsx'

const typed = (...keys: Key[]) => keys.reduce(afterKey, '')

describe('a keypad', () => {
  it('keys append digits and one decimal point, and a leading zero gives way', () => {
    expect(typed('1', '2', '.', '5')).toBe('12.5')
    expect(typed('7', '.', '.', '5', '.')).toBe('7.5')
    expect(typed('0', '7')).toBe('7')
    expect(typed('0', '.', '7')).toBe('0.7')
    expect(typed('back')).toBe('')
  })

  it('the delete key takes back the last key that changed the text, unless it replaced a zero', () => {
    const digits = fc.array(fc.constantFrom<Key>('1', '2', '3', '9'))
    fc.assert(
      fc.property(digits, fc.constantFrom<Key>('4', '0'), (before, key) => {
        const text = typed(...before)
        expect(afterKey(afterKey(text, key), 'back')).toBe(text)
      }),
    )
  })
})
