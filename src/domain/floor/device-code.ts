/** Letters and digits that are hard to confuse: no 0 and O, no 1, I and L, no U and V. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTWXYZ'
const length = 8

/** An unbiased code of eight characters; null if there are too few usable bytes, in which case the caller retries with new ones. */
export const codeOf = (bytes: Iterable<number>): string | null => {
  const most = Math.floor(256 / alphabet.length) * alphabet.length
  const signs = [...bytes].filter((byte) => byte < most).map((byte) => alphabet[byte % alphabet.length])
  return signs.length < length ? null : signs.slice(0, length).join('')
}

/** The code as it is shown: two groups of four. */
export const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** Normalizes a typed code: any case, with or without dashes and blanks. */
export const typedCode = (text: string): string => text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
