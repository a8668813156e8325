const escapes = /_x([0-9a-f]{4})_/gi

/** Decodes a workbook string. Characters that XML cannot represent are escaped as _x000D_. */
export const officeText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(escapes, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/**
 * Characters that XML cannot represent or would change: control characters, carriage returns, and text that looks like
 * an escape.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that it is about.
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi

/** The inverse of `officeText`. */
export const asOfficeText = (text: string): string =>
  text.replaceAll(
    unwritable,
    (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )

/** Escapes a text for XML content and attributes. */
export const xmlText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
