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

/** To read all rows takes as long as to look for dozens of them. */
const mostSought = 32

const sought = new WeakMap<readonly string[], number>()

/** The row of an id; -1 when there is none. The first of a column are looked for: a plan is asked for few until it is replaced. */
export const rowOfId = (ids: readonly string[], id: string): number => {
  const times = known.has(ids) ? mostSought : (sought.get(ids) ?? 0)
  if (times >= mostSought) return rowsById(ids).get(id) ?? -1
  sought.set(ids, times + 1)
  return ids.indexOf(id)
}
