import { eq } from 'drizzle-orm'
import type { ColumnField, ImportKind } from '#contract/imports.ts'
import { headerKey } from '#domain/import/guess-columns.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import type { Write } from '../records/write-tenant.ts'

interface Titled {
  readonly header: readonly string[]
  readonly columns: readonly (ColumnField | null)[]
}

const mostRemembered = 300

/** Remembers for the next file what the columns of this one hold. */
export const rememberColumns = async (
  { ctx, tx }: Write,
  { header, columns }: Titled,
  kind: ImportKind,
): Promise<void> => {
  const mine = eq(tenants.tenantId, ctx.tenantId)
  const [row] = await tx.select({ known: tenants.importColumns }).from(tenants).where(mine)
  const now = new Map<string, ColumnField | null>(Object.entries(row?.known ?? {}))
  for (const [column, title] of header.entries()) {
    const key = headerKey(title, kind)
    now.delete(key)
    if (key !== '') now.set(key, columns[column] ?? null)
  }
  const importColumns = Object.fromEntries([...now].slice(-mostRemembered))
  await tx.update(tenants).set({ importColumns }).where(mine)
}
