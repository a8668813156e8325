/** Heights of cards in px. They are set, not measured: a column of thousands knows its length without drawing any. */

export const cardGapPx = 8
export const dropBoxPx = 42

/** Four lines at 1.25rem; gaps, padding and footer stay as the text grows. */
const linesRem = 4 * 1.25
const detailLinesRem = 3 * 1.25

interface CardShape {
  readonly density: 'comfortable' | 'compact'
  readonly narrow: boolean
  readonly badge: boolean
  readonly expanded: boolean
}

/** `remPx`: size of the root's text. 152 with a deadline badge, 148 without, expanded 84 more (design tokens 7). */
export function cardHeightPx({ density, narrow, badge, expanded }: CardShape, remPx: number): number {
  if (density === 'compact')
    return Math.round(2 * 1.25 * remPx) + (narrow ? 36 : 24) + (expanded ? Math.round(detailLinesRem * remPx) + 24 : 0)
  const head = Math.round(linesRem * remPx) + 32
  const footer = narrow ? 40 : 36
  return head + footer + (badge ? 4 : 0) + (expanded ? Math.round(detailLinesRem * remPx) + 24 : 0)
}

export const rootRemPx = (): number => {
  const px = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return Number.isFinite(px) && px > 0 ? px : 16
}
