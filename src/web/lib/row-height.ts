/** Height in px of a table row (36, or 28 if compact) at the reader's font size, for virtual lists. */
export function rowHeightPx(density: 'comfortable' | 'compact' = 'comfortable'): number {
  const name = density === 'compact' ? '--row-compact' : '--row'
  const heightPx = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name))
  return Number.isFinite(heightPx) ? heightPx : density === 'compact' ? 28 : 36
}
