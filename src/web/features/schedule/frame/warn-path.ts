/** Side of the mark at the upper right corner of a bar that has a warning. */
export const warnPx = 9

/** A triangle whose right side stands over the end of a bar, as SVG path data. */
export const warnPath = (rightX: number, y: number): string =>
  `M${(rightX - warnPx / 2).toFixed(1)} ${y - 3}l${warnPx / 2} ${warnPx - 1}h${-warnPx}z`
