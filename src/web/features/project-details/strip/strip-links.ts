const cornerPx = 3
const inPx = 3

export interface StripLink {
  readonly path: string
  readonly arrow: string
}

interface Ends {
  /** End of the first bar and its middle. */
  readonly fromX: number
  readonly fromY: number
  /** Start of the second bar and its upper (or lower) edge that faces the first. */
  readonly toX: number
  readonly toY: number
}

/** A dependency as SVG path data: along from the end of one bar, then into the start of the next, with its arrow head. */
export const stripLink = ({ fromX, fromY, toX, toY }: Ends): StripLink => {
  const down = toY >= fromY ? 1 : -1
  const x = Math.max(toX + inPx, fromX + inPx)
  const r = Math.max(0, Math.min(cornerPx, x - fromX, Math.abs(toY - fromY) - 2))
  const round = (value: number) => Math.round(value * 10) / 10
  const tip = round(toY)
  return {
    path: `M${round(fromX)} ${round(fromY)}H${round(x - r)}q${round(r)} 0 ${round(r)} ${round(down * r)}V${tip - down * 3}`,
    arrow: `M${round(x - 2.5)} ${tip - down * 3.5}h5l-2.5 ${down * 3.5}z`,
  }
}
