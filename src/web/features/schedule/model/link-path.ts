const cornerPx = 4
const stubPx = 8
const arrowPx = 4

const corner = (limitA: number, limitB: number) => Math.max(0, Math.min(cornerPx, Math.abs(limitA), Math.abs(limitB)))

/** A link goes from the end of one bar to the next bar, which it enters from above or below near the start. */
export interface LinkEnds {
  readonly fromX: number
  readonly fromY: number
  readonly toX: number
  /** Edge of the target bar that faces the source. */
  readonly toY: number
}

/** The corners of a link, which `linkPath` draws rounded. */
const linkCorners = ({ fromX, fromY, toX, toY }: LinkEnds): readonly (readonly [x: number, y: number])[] => {
  const down = toY >= fromY ? 1 : -1
  const x = toX + 4
  const end = [x, toY] as const
  if (x >= fromX + stubPx / 2) return [[fromX, fromY], [x, fromY], end]
  const [out, middle] = [fromX + stubPx, toY - down * 8]
  return [[fromX, fromY], [out, fromY], [out, middle], [x, middle], end]
}

/** How far a point is from a link, in px. */
export const distanceToLink = (ends: LinkEnds, x: number, y: number): number => {
  const corners = linkCorners(ends)
  let nearest = Number.POSITIVE_INFINITY
  for (const [i, [x1, y1]] of corners.entries()) {
    const [x2, y2] = corners[i + 1] ?? [x1, y1]
    // All parts are horizontal or vertical.
    const dx = Math.max(Math.min(x1, x2) - x, 0, x - Math.max(x1, x2))
    const dy = Math.max(Math.min(y1, y2) - y, 0, y - Math.max(y1, y2))
    nearest = Math.min(nearest, Math.hypot(dx, dy))
  }
  return nearest
}

/** One link as SVG path data, with rounded corners. */
export const linkPath = ({ fromX, fromY, toX, toY }: LinkEnds): string => {
  const down = toY >= fromY ? 1 : -1
  const x = toX + 4
  if (x >= fromX + stubPx / 2) {
    const r = corner(x - fromX, toY - fromY)
    return `M${fromX} ${fromY}H${x - r}q${r} 0 ${r} ${down * r}V${toY - down * arrowPx}`
  }
  // When the target starts before the source ends, the line goes out, half way down, back, and in.
  const middle = toY - down * 8
  const out = fromX + stubPx
  const r = corner(stubPx, (middle - fromY) / 2)
  const back = corner(out - x, 4)
  return (
    `M${fromX} ${fromY}H${out - r}q${r} 0 ${r} ${down * r}V${middle - down * r}q0 ${down * r} ${-r} ${down * r}` +
    `H${x + back}q${-back} 0 ${-back} ${down * back}V${toY - down * arrowPx}`
  )
}

/** The arrow head at a link's end, as closed path data. */
export const arrowPath = ({ fromY, toX, toY }: LinkEnds): string => {
  const down = toY >= fromY ? 1 : -1
  const x = toX + 4
  return `M${x - 3.5} ${toY - down * arrowPx * 1.25}h7l-3.5 ${down * arrowPx * 1.25}z`
}
