/** The ids before and after an id in a list. */
const around = (ids: readonly string[], id: string): readonly [string | undefined, string | undefined] => {
  const at = ids.indexOf(id)
  return [ids[at - 1], ids[at + 1]]
}

/**
 * Replays a move onto another order. One operation was moved from the order `seen` to the order `wanted`, while another
 * user saved `theirs`. Returns the same move in their order if they changed neither the old nor the new position, and
 * null if the two changes conflict.
 */
export const replayOrder = (
  moved: string,
  { seen, wanted, theirs }: Record<'seen' | 'wanted' | 'theirs', readonly string[]>,
): string[] | null => {
  if (!theirs.includes(moved)) return null
  const same = (a: readonly unknown[], b: readonly unknown[]) => a.every((value, index) => value === b[index])
  if (!same(around(seen, moved), around(theirs, moved))) return null
  const rest = theirs.filter((id) => id !== moved)
  const [before, behind] = around(wanted, moved)
  const position = before === undefined ? 0 : rest.indexOf(before) + 1
  if ((before !== undefined && position === 0) || rest[position] !== behind) return null
  return rest.toSpliced(position, 0, moved)
}
