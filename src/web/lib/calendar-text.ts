const [lineFeed, carriageReturn, blank, tab] = [10, 13, 32, 9]

/** Whether a byte is the inside of a character of UTF-8 that takes several bytes. */
const isInside = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte < 0xc0

/**
 * The text of a calendar file in UTF-8. Its long lines may be folded inside a character (RFC 5545, 3.1): the bytes before the fold then
 * move behind it, so that the character is whole and every line keeps its number.
 */
export const calendarText = (file: Uint8Array): string => {
  const bytes = file.slice()
  for (let at = 1; at + 2 < bytes.length; at++) {
    if (bytes[at] !== lineFeed || !(bytes[at + 1] === blank || bytes[at + 1] === tab) || !isInside(bytes[at + 2]))
      continue
    const fold = bytes[at - 1] === carriageReturn ? at - 1 : at
    let first = fold - 1
    while (first > 0 && isInside(bytes[first])) first--
    const [head, line] = [bytes.slice(first, fold), bytes.slice(fold, at + 2)]
    bytes.set(line, first)
    bytes.set(head, first + line.length)
  }
  return new TextDecoder().decode(bytes)
}
