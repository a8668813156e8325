/** Begins a file that spreadsheets then read as UTF-8. */
export const csvByteOrderMark = '\uFEFF'

/** What makes a spreadsheet compute a cell instead of showing it; the signs of full width count as their narrow twins. */
const computing = new Set([...'=+-@\t\r\u0000', ...'\uFF1D\uFF0B\uFF0D\uFF20'])

/** True when the first character that is not a blank would start a formula; tab, CR and NUL at once. */
const wouldCompute = (text: string): boolean => {
  const first = text.charAt(0)
  if (computing.has(first)) return true
  // Blanks of any alphabet: letters and digits are none, and need no look behind them.
  return !/[\w#]/.test(first) && computing.has(text.trimStart().charAt(0))
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** One cell: quoted (RFC 4180), and with an apostrophe in front when a spreadsheet would take it for a formula. */
export const csvCell = (value: unknown): string => {
  if (typeof value === 'number' && Number.isFinite(value)) return `"${value}"`
  const text = textOf(value)
  const safe = wouldCompute(text) ? `'${text}` : text
  // Most cells have neither.
  const isPlain = !safe.includes('"') && !safe.includes('\u0000')
  return isPlain ? `"${safe}"` : `"${safe.replaceAll('\u0000', '').replaceAll('"', '""')}"`
}

/** One record with its line end. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(csvCell).join(',')}\r\n`
