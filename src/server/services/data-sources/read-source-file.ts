import { createHash } from 'node:crypto'
import type { SourceReading } from '#contract/data-sources.ts'
import { type ImportTable, projectTable } from '#contract/imports.ts'
import { columnsByTitle } from '#domain/sources/columns-by-title.ts'
import type { TenantContext } from '../../context.ts'
import { FileRefused } from '../../files/file-refused.ts'
import { tableFiles } from '../../files/table-files.ts'
import { askInTurn } from '../scheduling/ask-in-turn.ts'
import { SourceProblem } from './source-problem.ts'

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/**
 * The table of a source's file, read as it was chosen when the source was set up. Throws `SourceProblem` if the file cannot be read, lacks a
 * chosen column, or has no rows: an empty file is a mistake more often than an order to remove everything.
 */
export const readSourceFile = async (
  ctx: TenantContext,
  { reading, bytes }: { readonly reading: SourceReading; readonly bytes: Uint8Array },
): Promise<ImportTable> => {
  const { encoding, sheet, headerRow, headerRows, columns: wanted, ...choices } = reading
  const scope = {
    kind: 'projects',
    choice: { encoding, headerRow, headerRows },
    remembered: {},
    sheetName: sheet,
  } as const
  const read = await askInTurn(ctx, 'table', (signal) => tableFiles.read({ bytes, scope }, signal)).catch(
    (error: unknown) => {
      throw error instanceof FileRefused ? new SourceProblem(error.message, error) : error
    },
  )
  const found = columnsByTitle(read.header, wanted)
  if (!found.ok) throw new SourceProblem(found.message)
  const table = { ...projectTable(read), ...choices, columns: found.columns }
  if (table.rows.every(isBlank)) throw new SourceProblem('The file has no rows.')
  return table
}
