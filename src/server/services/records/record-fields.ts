import type { HistoryEntry } from '#contract/history.ts'
import type { TenantContext } from '../../context.ts'
import { NotFoundError, StaleError } from '../../errors.ts'

/** `input` without the fields that were not sent, so that writing it touches nothing else. */
export const sentFields = <T extends object>(input: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** An ISO instant of a parsed body as a stored date; undefined = not sent, null = none. */
export const sentDate = (iso: string | null | undefined): Date | null | undefined =>
  iso === undefined || iso === null ? iso : new Date(iso)

/** A stored date on the wire. */
export const isoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null

/** A record for history: wire names, dates as ISO text. */
export type Fields = Readonly<Record<string, unknown>>

/** The changed fields from `before` to `after`. null = the record did not exist, or no longer exists. */
export const diffFields = (before: Fields | null, after: Fields | null): HistoryEntry['changes'] =>
  Object.keys(after ?? before ?? {})
    .map((field) => ({ field, from: before?.[field] ?? null, to: after?.[field] ?? null }))
    .filter(({ from, to }) => from !== to && JSON.stringify(from) !== JSON.stringify(to))

interface StampedRow {
  readonly version: number
  readonly createdAt: Date
  readonly modifiedAt: Date
  readonly modifiedBy: string
}

/** Columns of a new record. The author and the time come from the session and the clock, never from a body. */
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

/** The stamp of a deleted record in history, so that undo restores the same record. */
export const keptStamp = (row: StampedRow) => ({ version: row.version, createdAt: row.createdAt.toISOString() })

/** The stamp columns on the wire. */
export const presentStamp = (row: StampedRow) => ({
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  modifiedAt: row.modifiedAt.toISOString(),
  modifiedBy: row.modifiedBy,
})

/**
 * The row, if it exists (else 404) and still has the version that the caller read (else 412).
 * `expectedVersion` null = the caller sent no If-Match and writes only the sent fields.
 */
export const requireVersion = <R extends { readonly version: number }>(
  row: R | undefined,
  expectedVersion: number | null = null,
): R => {
  if (!row) throw new NotFoundError()
  if (expectedVersion !== null && row.version !== expectedVersion) throw new StaleError(row.version)
  return row
}

/** '1 operation', '3 operations'. */
export const counted = (count: number, singular: string): string => `${count} ${singular}${count === 1 ? '' : 's'}`
