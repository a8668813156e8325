import { codeOfDigit, digitOfCode, textOfCodes } from './pack-numbers.ts'

const textLength = 36
const packedLength = 22
const dash = '-'.charCodeAt(0)
const isDash = (index: number): boolean => index === 8 || index === 13 || index === 18 || index === 23
/** The positions of the hexadecimal digits in an id. */
const digitIndexes = Uint8Array.from(
  Array.from({ length: textLength }, (_, index) => index).filter((index) => !isDash(index)),
)

const noDigit = 255
const hexCodes = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))
const hexOfCode = new Uint8Array(128).fill(noDigit)
for (const [digit, code] of hexCodes.entries()) hexOfCode[code] = digit

const hasDashes = (id: string): boolean =>
  id.charCodeAt(8) === dash && id.charCodeAt(13) === dash && id.charCodeAt(18) === dash && id.charCodeAt(23) === dash

/**
 * Writes ids of 36 characters as 22 characters each: first the first characters of all ids, then the second ones, and so on. Some of
 * these have few values, so the result compresses to 6 % less. null when one of the texts is not an id.
 */
export const packIds = (ids: readonly string[]): string | null => {
  const count = ids.length
  const codes = new Uint8Array(count * packedLength)
  for (const [row, id] of ids.entries()) {
    let to = row
    if (id.length !== textLength || !hasDashes(id)) return null
    let bits = 0
    let held = 0
    for (const index of digitIndexes) {
      const digit = hexOfCode[id.charCodeAt(index)] ?? noDigit
      if (digit === noDigit) return null
      bits = (bits << 4) | digit
      held += 4
      if (held < 6) continue
      held -= 6
      codes[to] = codeOfDigit[bits >> held] ?? 0
      to += count
      bits &= (1 << held) - 1
    }
    codes[to] = codeOfDigit[bits << (6 - held)] ?? 0
  }
  return textOfCodes(codes)
}

/** Reads the ids that `packIds` has written. */
export const unpackIds = (packed: string): string[] => {
  const count = Math.floor(packed.length / packedLength)
  const codes = new Uint8Array(count * textLength).fill(dash)
  for (let row = 0; row < count; row++) {
    let from = row
    let bits = 0
    let held = 0
    for (const index of digitIndexes) {
      if (held < 4) {
        bits = (bits << 6) | (digitOfCode[packed.charCodeAt(from)] ?? 0)
        from += count
        held += 6
      }
      held -= 4
      codes[row * textLength + index] = hexCodes[bits >> held] ?? 0
      bits &= (1 << held) - 1
    }
  }
  const text = textOfCodes(codes)
  const ids: string[] = []
  for (let at = 0; at < text.length; at += textLength) ids.push(text.slice(at, at + textLength))
  return ids
}
