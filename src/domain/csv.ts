/** With this mark at the start of a file, spreadsheets read it as UTF-8. */
export const csvByteOrderMark = '\uFEFF'

/** Characters that make a spreadsheet evaluate a cell as a formula, including their full-width forms. */
const computing = new Set([...'=+-@\t\r\u0000', ...'\uFF1D\uFF0B\uFF0D\uFF20'])

/** True when the first character that is not a blank would start a formula; tab, CR and NUL do so in first place. */
const wouldCompute = (text: string): boolean => {
  const first = text.charAt(0)
  if (computing.has(first)) return true
  // Blanks of any alphabet count. A letter or digit is not a blank, so the rest of the text need not be checked.
  return !/[\w#]/.test(first) && computing.has(text.trimStart().charAt(0))
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** One cell: quoted (RFC 4180), and with a leading apostrophe when a spreadsheet would read it as a formula. */
export const csvCell = (value: unknown): string => {
  if (typeof value === 'number' && Number.isFinite(value)) return `"${value}"`
  const text = textOf(value)
  const safe = wouldCompute(text) ? `'${text}` : text
  // Most cells contain neither a quote nor NUL.
  const isPlain = !safe.includes('"') && !safe.includes('\u0000')
  return isPlain ? `"${safe}"` : `"${safe.replaceAll('\u0000', '').replaceAll('"', '""')}"`
}

/** One record with its line end. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`

/**
 * The text of a cell without the apostrophe that `csvCell` puts before what a spreadsheet would compute. `guarded` puts one
 * before a text that begins with an apostrophe itself, so that both come back as they were.
 */
export const withoutGuard = (text: string): string =>
  text.startsWith("'") && (text.startsWith("''") || wouldCompute(text.slice(1))) ? text.slice(1) : text

/** A text for `csvCell` in a file that is read back with `withoutGuard`. */
export const guarded = (text: string): string => (text.startsWith("'") ? `'${text}` : text)
