/** The rows of a column of ids, by the column: it stays the same object while no row is added or removed. */
const known = new WeakMap<readonly string[], ReadonlyMap<string, number>>()

/** The row of each id, read once for a column. */
export const rowsById = (ids: readonly string[]): ReadonlyMap<string, number> => {
  const before = known.get(ids)
  if (before) return before
  const rows = new Map<string, number>()
  for (let row = 0; row < ids.length; row++) rows.set(ids[row] ?? '', row)
  known.set(ids, rows)
  return rows
}

/** The row of an id; -1 when there is none. */
export const rowOfId = (ids: readonly string[], id: string): number => rowsById(ids).get(id) ?? -1
