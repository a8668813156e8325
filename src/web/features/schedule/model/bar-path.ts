/** A rectangle with rounded corners as SVG path data; the radius shrinks with the bar. */
export const barPath = (x: number, y: number, width: number, height: number, radius = 6): string => {
  const w = Math.max(1, width)
  const r = Math.min(radius, w / 3, height / 2)
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return (
    `M${(x + r).toFixed(1)} ${y}h${(w - 2 * r).toFixed(1)}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}` +
    `h${(2 * r - w).toFixed(1)}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}z`
  )
}

/** A plain rectangle as SVG path data. */
export const boxPath = (x: number, y: number, width: number, height: number): string =>
  `M${x.toFixed(1)} ${y}h${width.toFixed(1)}v${height}h${(-width).toFixed(1)}z`
