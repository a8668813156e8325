import { CsvError, parse } from 'csv-parse/sync'
import { importLimits } from '#contract/imports.ts'
import { withoutGuard } from '#domain/csv.ts'
import { FileRefused } from './file-refused.ts'

const delimiters = ['\t', ';', ',', '|'] as const
const mostRecordCharacters = 1_100_000

/** The delimiter of a text: the one that its first line with any has most of, outside quotes. */
export const delimiterOf = (text: string): string => {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
    else if (sign === '\n' && [...counts.values()].some((count) => count > 0)) break
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a)
  return best && best[1] > 0 ? best[0] : ','
}

const sentences: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is opened and never closed',
  CSV_MAX_RECORD_SIZE: 'A row has too many characters. Is a quote missing',
}

/** The cells of a CSV or TSV text (RFC 4180), row by row. */
export const readCsv = (text: string): string[][] => {
  try {
    const rows: string[][] = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: mostRecordCharacters,
      // One row more than allowed shows that there are too many.
      to: importLimits.rows + 2,
    })
    return rows.map((row) => row.map(withoutGuard))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new FileRefused(`${sentences[error.code] ?? 'This is not a table'}: see line ${String(error.lines ?? '?')}.`)
  }
}
