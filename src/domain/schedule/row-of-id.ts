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

/** Building the map of all rows takes as long as searching the column dozens of times. */
const mostSought = 32

/** How often each column has been searched. */
const sought = new WeakMap<readonly string[], number>()

/** The row of an id; -1 when there is none. The map is built only after many searches: most plans are replaced before that. */
export const rowOfId = (ids: readonly string[], id: string): number => {
  const times = known.has(ids) ? mostSought : (sought.get(ids) ?? 0)
  if (times >= mostSought) return rowsById(ids).get(id) ?? -1
  sought.set(ids, times + 1)
  return ids.indexOf(id)
}
