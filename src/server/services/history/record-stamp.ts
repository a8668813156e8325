import type { TenantContext } from '../../context.ts'

interface StampedRow {
  readonly version: number
  readonly createdAt: Date
  readonly modifiedAt: Date
  readonly modifiedBy: string
}

/** Columns of a new record: who and when come from the session and the clock, never from a body. */
export const createdStamp = (ctx: TenantContext): StampedRow => {
  const now = ctx.app.now()
  return { version: 1, createdAt: now, modifiedAt: now, modifiedBy: ctx.userName }
}

/** Columns that every write changes. */
export const changedStamp = (ctx: TenantContext, row: { readonly version: number }) => ({
  version: row.version + 1,
  modifiedAt: ctx.app.now(),
  modifiedBy: ctx.userName,
})

/** What history keeps of a deleted record beside its fields, so that it can be put back as the same one. */
export const keptStamp = (row: StampedRow) => ({ version: row.version, createdAt: row.createdAt.toISOString() })

/** The same columns on the wire. */
export const presentStamp = (row: StampedRow) => ({
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  modifiedAt: row.modifiedAt.toISOString(),
  modifiedBy: row.modifiedBy,
})
