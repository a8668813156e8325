/** Lines drawn beyond either edge of what is in sight. */
const spareLines = 8

export interface ListSight {
  /** The first line of which something is in sight. */
  readonly first: number
  /** How many lines fit into the box, started ones included. */
  readonly fits: number
}

/** What is in sight of lines of one height, in a box `heightPx` high (its head not counted) scrolled down by `topPx`. */
export const sightOf = (topPx: number, heightPx: number, rowPx: number): ListSight => ({
  first: Math.max(0, Math.floor(topPx / rowPx)),
  fits: Math.ceil(Math.max(0, heightPx) / rowPx) + 1,
})

/** The lines to draw, rising: those in sight, a few more on both sides, and the active one wherever it is (-1 = none). */
export function windowLines({ first, fits }: ListSight, count: number, active: number): number[] {
  // A list that has become shorter is seen at its end, before the box has scrolled there.
  const top = Math.min(first, Math.max(0, count - fits))
  const from = Math.max(0, top - spareLines)
  const to = Math.min(count, top + fits + spareLines)
  const lines = Array.from({ length: to - from }, (_, index) => from + index)
  if (active < 0 || active >= count || (active >= from && active < to)) return lines
  return active < from ? [active, ...lines] : [...lines, active]
}

/** Where to scroll so that the whole line is in sight; `topPx` itself when it is already. */
export const scrollFor = (line: number, topPx: number, heightPx: number, rowPx: number): number =>
  Math.min(line * rowPx, Math.max(topPx, (line + 1) * rowPx - heightPx))
