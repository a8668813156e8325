import { sameValue } from '../changes/same-value.ts'

/** Values of columns: of a stored record, or as the source last brought them. */
export type ColumnValues = Readonly<Record<string, unknown>>

/** The columns whose stored values were changed here since the source last brought them. Without a known value, none was. */
export const changedHere = <C extends string>(
  columns: readonly C[],
  stored: ColumnValues,
  brought: ColumnValues,
): C[] => columns.filter((column) => Object.hasOwn(brought, column) && !sameValue(stored[column], brought[column]))

interface Import<C extends string> {
  /** The columns that the table has. */
  readonly columns: readonly C[]
  /** Those of them of which this row says something. */
  readonly said: ReadonlySet<C>
  /** Those whose stored values stay. */
  readonly kept: ReadonlySet<C>
  /** null = a new record. */
  readonly before: ColumnValues | null
  readonly after: ColumnValues
}

/**
 * The values that the next import compares with, after this one: those that it took from the source or changed as a consequence. A
 * value that stays leaves what was brought alone. Of a column that the source has never brought, the present value counts as brought.
 */
export const broughtAfter = <C extends string>(
  brought: ColumnValues,
  { columns, said, kept, before, after }: Import<C>,
): ColumnValues => {
  const values: Record<string, unknown> = { ...brought }
  for (const column of columns) {
    if (kept.has(column)) continue
    const isNew = !Object.hasOwn(brought, column)
    const follows = before !== null && !sameValue(before[column], after[column])
    if (isNew || said.has(column) || follows) values[column] = after[column] ?? null
  }
  return values
}
