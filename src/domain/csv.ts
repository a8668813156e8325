/** A byte order mark makes spreadsheets read the file as UTF-8. */
export const csvByteOrderMark = '\uFEFF'

/** Characters that start a formula in spreadsheets, including full-width forms. */
const computing = new Set([...'=+-@\t\r\u0000', ...'\uFF1D\uFF0B\uFF0D\uFF20'])

/** Whether the text would start a formula: its first non-blank character does, or it begins with tab, CR or NUL. */
const wouldCompute = (text: string): boolean => {
  const first = text.charAt(0)
  if (computing.has(first)) return true
  // `trimStart` removes blanks of any alphabet. A letter or digit is not a blank, so the rest of the text need not be checked.
  return !/[\w#]/.test(first) && computing.has(text.trimStart().charAt(0))
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** One cell: quoted (RFC 4180), and prefixed with an apostrophe if a spreadsheet would read it as a formula. */
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
 * Removes the apostrophe that `csvCell` puts before a formula. `guarded` adds one to text that already begins with an
 * apostrophe, so both read back unchanged.
 */
export const withoutGuard = (text: string): string =>
  text.startsWith("'") && (text.startsWith("''") || wouldCompute(text.slice(1))) ? text.slice(1) : text

/** Text for `csvCell` in a file that is later read with `withoutGuard`. */
export const guarded = (text: string): string => (text.startsWith("'") ? `'${text}` : text)
