const escapes = /_x([0-9a-f]{4})_/gi

/** The text of a string of a workbook: characters that XML cannot hold are written as _x000D_. */
export const officeText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(escapes, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** What XML cannot hold, or changes: control characters, carriage returns, and what looks like an escape already. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that it is about.
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi

/** The inverse of `officeText`. */
export const asOfficeText = (text: string): string =>
  text.replaceAll(
    unwritable,
    (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )

/** A text as XML has it, also in an attribute. */
export const xmlText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
