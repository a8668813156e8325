const [lineFeed, carriageReturn, blank, tab] = [10, 13, 32, 9]

/** Whether a byte is a continuation byte of a multi-byte UTF-8 character. */
const isInside = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte < 0xc0

/**
 * Decodes a calendar file as UTF-8. Long lines may be folded inside a character (RFC 5545, 3.1). In that case the bytes
 * before the fold move behind it, so that the character is whole and every line keeps its number.
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
