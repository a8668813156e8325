/** A group; its rows are consecutive in the server's order. */
export interface GroupSpan {
  readonly key: string
  readonly count: number
}

/** A line of the list: a group heading, or the row at `offset` in the server's order. */
export type LayoutLine =
  | { readonly kind: 'group'; readonly group: number }
  | { readonly kind: 'row'; readonly offset: number; readonly group: number }

export interface RowLayout {
  /** Total number of lines: headings and rows of open groups. */
  readonly count: number
  /** The line at `index`, from 0 to count - 1. */
  lineAt: (index: number) => LayoutLine
  /** The line of the row at `offset`, or of the group heading if its group is collapsed. */
  indexOf: (offset: number) => number
  /** The line of a group heading. */
  headOf: (group: number) => number
  /** First and last offset of a group. */
  spanOf: (group: number) => readonly [number, number]
}

/** The last entry of an ascending list that is at most `value`. */
const lastAtMost = (rising: readonly number[], value: number): number => {
  let low = 0
  let high = rising.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((rising[middle] ?? 0) <= value) low = middle
    else high = middle - 1
  }
  return low
}

const flatLayout = (total: number): RowLayout => ({
  count: total,
  lineAt: (offset) => ({ kind: 'row', offset, group: -1 }),
  indexOf: (offset) => offset,
  headOf: () => -1,
  spanOf: () => [0, total - 1],
})

/**
 * The lines of a list of `total` rows under their group headings. No object is created per row, so the cost depends
 * only on the number of groups. `groups` is null without groups.
 */
export function layoutRows(
  groups: readonly GroupSpan[] | null,
  total: number,
  closed: ReadonlySet<string> = new Set(),
): RowLayout {
  if (!groups) return flatLayout(total)
  const heads: number[] = []
  const offsets: number[] = []
  let line = 0
  let offset = 0
  for (const { key, count } of groups) {
    heads.push(line)
    offsets.push(offset)
    line += closed.has(key) ? 1 : count + 1
    offset += count
  }
  return {
    count: line,
    lineAt: (index) => {
      const group = lastAtMost(heads, index)
      const within = index - (heads[group] ?? 0)
      if (within === 0) return { kind: 'group', group }
      return { kind: 'row', offset: (offsets[group] ?? 0) + within - 1, group }
    },
    indexOf: (wanted) => {
      const group = lastAtMost(offsets, wanted)
      const head = heads[group] ?? 0
      return closed.has(groups[group]?.key ?? '') ? head : head + 1 + wanted - (offsets[group] ?? 0)
    },
    headOf: (group) => heads[group] ?? -1,
    spanOf: (group) => [offsets[group] ?? 0, (offsets[group] ?? 0) + (groups[group]?.count ?? 0) - 1],
  }
}
