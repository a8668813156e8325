/** Side of the mark at the upper right corner of a bar that has a warning. */
export const warnPx = 9

/** SVG path data of a triangle whose right side is at the end of a bar. */
export const warnPath = (rightX: number, y: number): string =>
  `M${(rightX - warnPx / 2).toFixed(1)} ${y - 3}l${warnPx / 2} ${warnPx - 1}h${-warnPx}z`

/** Side of the mark at the upper left corner of a bar that waits for material. */
export const materialPx = 7

/** SVG path data of a square: a box that has not arrived. */
export const materialPath = (x: number, y: number): string =>
  `M${x.toFixed(1)} ${y}h${materialPx}v${materialPx}h${-materialPx}z`
