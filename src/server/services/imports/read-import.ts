import { eq } from 'drizzle-orm'
import type { ImportSource, ReadTable } from '#contract/imports.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { AppError } from '../../errors.ts'
import { FileRefused } from '../../files/file-refused.ts'
import { tableFiles } from '../../files/table-files.ts'
import { askInTurn } from '../scheduling/ask-in-turn.ts'

const bytesOf = (source: ImportSource): Buffer =>
  'text' in source ? Buffer.from(source.text) : Buffer.from(source.base64, 'base64')

/**
 * The table of a file or a pasted text, with its columns as the organization chose them before. 400 with the reason; 429 and 503 as
 * `askInTurn`.
 */
export const readImport = async (
  ctx: TenantContext,
  { source }: { readonly source: ImportSource },
): Promise<ReadTable> => {
  const [tenant] = await readTenant(ctx, (tx) =>
    tx.select({ remembered: tenants.importColumns }).from(tenants).where(eq(tenants.tenantId, ctx.tenantId)),
  )
  try {
    const { kind = 'projects', encoding, sheet, headerRow, headerRows } = source
    const choice = { encoding, sheet, headerRow, headerRows }
    const scope = { kind, choice, remembered: tenant?.remembered ?? {} }
    const read = await askInTurn(ctx, 'table', (signal) => tableFiles.read({ bytes: bytesOf(source), scope }, signal))
    // Pasted text has no encoding to choose.
    return 'text' in source ? { ...read, reading: { ...read.reading, encoding: null } } : read
  } catch (error) {
    if (error instanceof FileRefused) throw new AppError('bad_request', error.message)
    throw error
  }
}
