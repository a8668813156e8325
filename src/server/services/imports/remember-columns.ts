import { eq } from 'drizzle-orm'
import type { ColumnField, ImportKind } from '#contract/imports.ts'
import { guessColumns, headerKey } from '#domain/import/guess-columns.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import type { Write } from '../records/write-tenant.ts'

interface Titled {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly columns: readonly (ColumnField | null)[]
}

const mostRemembered = 300

/**
 * Remembers for the next file what the columns of this one hold. That a column is not imported is remembered only where that was chosen: a
 * name that means nothing today may be known tomorrow.
 */
export const rememberColumns = async (
  { ctx, tx }: Write,
  { header, rows, columns }: Titled,
  kind: ImportKind,
): Promise<void> => {
  const mine = eq(tenants.tenantId, ctx.tenantId)
  const [row] = await tx.select({ known: tenants.importColumns }).from(tenants).where(mine)
  const guessed = guessColumns<ImportKind>({ kind, header, rows, remembered: {} })
  const now = new Map<string, ColumnField | null>(Object.entries(row?.known ?? {}))
  for (const [column, title] of header.entries()) {
    const key = headerKey(title, kind)
    now.delete(key)
    const field = columns[column] ?? null
    if (key !== '' && (field !== null || guessed[column] !== null)) now.set(key, field)
  }
  const importColumns = Object.fromEntries([...now].slice(-mostRemembered))
  await tx.update(tenants).set({ importColumns }).where(mine)
}
