/** Widths are measured at this size, and are proportional to it. */
const measuredPx = 100
/** The width of a letter of a browser that cannot measure, as a share of the size. */
const letterShare = 0.6

const pen = (() => {
  if (typeof OffscreenCanvas === 'undefined') return null
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (context) context.font = `${measuredPx}px "Inter Variable", "Inter Fallback", system-ui, sans-serif`
  return context
})()

const widths = new Map<string, number>()
const mostWidths = 20_000

/** The width of a text as a share of its font size. */
export const widthOf = (text: string): number => {
  const known = widths.get(text)
  if (known !== undefined) return known
  const width = pen ? pen.measureText(text).width / measuredPx : text.length * letterShare
  if (widths.size >= mostWidths) widths.clear()
  widths.set(text, width)
  return width
}

/** The first half of a letter that takes two places, such as an emoji. */
const halfLetter = /[\uD800-\uDBFF]$/

/**
 * As much of a text as fits into a share of its font size: all of it, its beginning with an ellipsis, or nothing where that would be less than two
 * letters.
 */
export const fitText = (text: string, room: number): string => {
  const whole = widthOf(text)
  if (whole <= room) return text
  const beginning = (letters: number) => `${text.slice(0, letters).replace(halfLetter, '').trimEnd()}…`
  let letters = Math.min(text.length - 1, Math.ceil((text.length * room) / whole))
  while (letters > 1 && widthOf(beginning(letters)) > room) letters--
  return letters > 1 ? beginning(letters) : ''
}
