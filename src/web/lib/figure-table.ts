/** The numbers of a chart as a table, used by the chart, its screen-reader text and the CSV file. */
export interface FigureTable {
  readonly caption: string
  readonly columns: readonly string[]
  /** The first cell is the row heading. */
  readonly rows: readonly (readonly (string | number | null)[])[]
}

const startsFormula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

const csvCell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // A spreadsheet would interpret such text as a formula.
  const text = startsFormula.test(value.trimStart()) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}

/** The table as CSV: UTF-8 with BOM, RFC 4180, unrounded numbers. */
export const csvOf = ({ columns, rows }: FigureTable): string =>
  `\uFEFF${[columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`

/** Downloads data as a file. */
export const downloadBlob = (data: Blob, download: string): void => {
  const href = URL.createObjectURL(data)
  Object.assign(document.createElement('a'), { href, download }).click()
  URL.revokeObjectURL(href)
}

/** Downloads a table as a CSV file named after its caption. */
export const downloadCsv = (table: FigureTable): void => {
  const name = table.caption.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  downloadBlob(new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}
