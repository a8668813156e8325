import { withoutGuard } from '#domain/csv.ts'
import { parseCsv } from './parse-csv.ts'
import { SourceRows } from './source-rows.ts'

const delimiters = ['\t', ';', ',', '|'] as const
const sampleCharacters = 64 * 1024
const sampleRecords = 30

/** Splits the first records with a delimiter. */
const sampleOf = (text: string, delimiter: string): string[][] => {
  const records: string[][] = []
  let [cells, from, isQuoted]: [string[], number, boolean] = [[], 0, false]
  for (let at = 0; at <= text.length && records.length < sampleRecords; at += 1) {
    const sign = text[at]
    if (sign === '"') isQuoted = !isQuoted
    if (sign !== undefined && (isQuoted || (sign !== delimiter && sign !== '\n'))) continue
    cells.push(text.slice(from, at).trim().replaceAll(/^"|"$/g, ''))
    from = at + 1
    if (sign === delimiter) continue
    records.push(cells)
    cells = []
  }
  return records.filter((record) => record.some((cell) => cell !== ''))
}

/** Scores a split: the more records have the same number of cells, and the more cells they have, the better. */
const regularity = (records: readonly string[][]): number => {
  const counts = new Map<number, number>()
  for (const { length } of records) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [best] = [...counts].sort(([a, many], [b, more]) => more - many || b - a)
  return best ? best[1] * 1_000 + best[0] : 0
}

/**
 * Guesses the delimiter: the one with which a row names the most columns, else the one that splits the rows most
 * evenly. `countNames` counts the cells that name a column.
 */
const delimiterOf = (text: string, countNames: (cells: readonly string[]) => number): string => {
  const sample = text.slice(0, sampleCharacters).replaceAll(/\r\n?/g, '\n')
  const rated = delimiters.map((delimiter) => {
    const records = sampleOf(sample, delimiter)
    const names = Math.max(0, ...records.map(countNames))
    // A text that consists only of delimiters is also recognized.
    const occurs = sample.includes(delimiter) ? 0.5 : 0
    return { delimiter, score: (names > 1 ? names * 1_000_000 : 0) + regularity(records) + occurs }
  })
  const [best] = rated.sort((a, b) => b.score - a.score)
  return best && best.score > 0 ? best.delimiter : ','
}

/** Restores the original text of a cell: spreadsheets export digits as ="00123", and our exports guard formulas. */
const cellOf = (text: string): string => {
  const bare = withoutGuard(text)
  return bare === text ? (/^="([^"]*)"$/.exec(text)?.[1] ?? text) : bare
}

/** Some spreadsheets name the delimiter in the first line. */
const delimiterLine = /^\uFEFF?"?sep=(.)"?[ \t]*(?:\r\n?|\n)/i

/** The rows of a CSV or TSV text. `countNames`: see `delimiterOf`. */
export const readCsv = (text: string, countNames: (cells: readonly string[]) => number): SourceRows => {
  const named = delimiterLine.exec(text)
  const body = text.slice(named?.[0].length ?? 0).replace(/^\uFEFF/, '')
  const rows = new SourceRows()
  parseCsv(body, named?.[1] ?? delimiterOf(body, countNames), (cells, number) => {
    rows.add(number + (named ? 1 : 0), cells.map(cellOf))
  })
  return rows
}
