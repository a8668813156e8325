import { codeOfDigit, digitOfCode, textOfCodes } from './pack-numbers.ts'

const textLength = 36
const packedLength = 22
/** Where the hexadecimal digits of an id stand. */
const places = Array.from({ length: textLength }, (_, place) => place).filter(
  (place) => ![8, 13, 18, 23].includes(place),
)
const dash = '-'.charCodeAt(0)

const noDigit = 255
const hexCodes = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))
const hexOfCode = new Uint8Array(128).fill(noDigit)
for (const [digit, code] of hexCodes.entries()) hexOfCode[code] = digit

const isUuid = (id: string): boolean =>
  id.length === textLength &&
  places.every((place) => (hexOfCode[id.charCodeAt(place)] ?? noDigit) !== noDigit) &&
  [8, 13, 18, 23].every((place) => id.charCodeAt(place) === dash)

/** Ids of 36 characters as 22 each, one after the other; null when one of them is none. */
export const packIds = (ids: readonly string[]): string | null => {
  if (!ids.every(isUuid)) return null
  const codes = new Uint8Array(ids.length * packedLength)
  let to = 0
  for (const id of ids) {
    let bits = 0
    let held = 0
    for (const place of places) {
      bits = bits * 16 + (hexOfCode[id.charCodeAt(place)] ?? 0)
      held += 4
      if (held < 6) continue
      held -= 6
      codes[to++] = codeOfDigit[bits >> held] ?? 0
      bits &= (1 << held) - 1
    }
    codes[to++] = codeOfDigit[bits << (6 - held)] ?? 0
  }
  return textOfCodes(codes)
}

/** The ids that `packIds` was given. */
export const unpackIds = (packed: string): string[] => {
  const count = Math.floor(packed.length / packedLength)
  const codes = new Uint8Array(count * textLength).fill(dash)
  for (let row = 0; row < count; row++) {
    let from = row * packedLength
    let bits = 0
    let held = 0
    for (const place of places) {
      if (held < 4) {
        bits = bits * 64 + (digitOfCode[packed.charCodeAt(from++)] ?? 0)
        held += 6
      }
      held -= 4
      codes[row * textLength + place] = hexCodes[bits >> held] ?? 0
      bits &= (1 << held) - 1
    }
  }
  const text = textOfCodes(codes)
  return Array.from({ length: count }, (_, row) => text.slice(row * textLength, (row + 1) * textLength))
}
