import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeOf, shownCode, typedCode } from './device-code.ts'

const bytes = fc.uint8Array({ minLength: 64, maxLength: 64 })

describe('the code of a device', () => {
  it('a code has eight unambiguous characters, and is parsed from how it is shown or typed', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const code = codeOf(random) ?? ''
        expect(code).toMatch(/^[2-9A-HJKMNP-TW-Z]{8}$/)
        expect(typedCode(shownCode(code))).toBe(code)
        expect(typedCode(` ${shownCode(code).toLowerCase().replace('-', ' ')} `)).toBe(code)
      }),
    )
  })

  it('a code uses every character with equal probability', () => {
    const counts = new Map<string, number>()
    for (let first = 0; first < 256; first += 1) {
      const sign = codeOf([first, ...Array.from({ length: 7 }, () => 0)])?.[0]
      if (sign) counts.set(sign, (counts.get(sign) ?? 0) + 1)
    }
    expect(counts.size).toBe(29)
    expect(new Set(counts.values())).toEqual(new Set([8]))
  })

  it('a code requires enough usable random bytes', () => {
    expect(codeOf([1, 2, 3, 255, 254])).toBeNull()
  })
})
