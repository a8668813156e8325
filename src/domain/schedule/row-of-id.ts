/** Cached rows by id for each id column, which is the same object as long as no row is added or removed. */
const known = new WeakMap<readonly string[], ReadonlyMap<string, number>>()

/** The row of each id, computed once for a column. */
export const rowsById = (ids: readonly string[]): ReadonlyMap<string, number> => {
  const before = known.get(ids)
  if (before) return before
  const rows = new Map<string, number>()
  for (let row = 0; row < ids.length; row++) rows.set(ids[row] ?? '', row)
  known.set(ids, rows)
  return rows
}

/** Building the full map takes as long as dozens of searches. */
const mostSought = 32

/** Number of searches in each column. */
const sought = new WeakMap<readonly string[], number>()

/** The row of an id; -1 if there is none. The full map is built only after many searches, because most plans are replaced before that. */
export const rowOfId = (ids: readonly string[], id: string): number => {
  const times = known.has(ids) ? mostSought : (sought.get(ids) ?? 0)
  if (times >= mostSought) return rowsById(ids).get(id) ?? -1
  sought.set(ids, times + 1)
  return ids.indexOf(id)
}
