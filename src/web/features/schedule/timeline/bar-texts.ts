import { fitText, widthOf } from '../model/fit-text.ts'

/** How much wider a bold text is, at most. */
const boldShare = 1.08
/** The space around a text, beside a number alone, and between a number and a name. */
const [asidePx, numberAsidePx, betweenPx] = [16, 8, 6]
/** From these widths on, a bar has a number and a name. */
export const leastLabelPx = 32
const leastNamePx = 72

interface BarRoom {
  /** The width of all of the bar, and of its part that has the texts. */
  readonly barWidth: number
  readonly width: number
  readonly textPx: number
}

/** What is written on a bar: the number of its project where all of it fits, and as much of the name as fits. */
export const textsOn = ({ barWidth, width, textPx }: BarRoom, number: string, name: string) => {
  const isWide = barWidth >= leastNamePx
  const room = width - (isWide ? asidePx : numberAsidePx)
  const numberPx = widthOf(number.replaceAll(/\d/g, '0')) * textPx * boldShare
  const hasNumber = barWidth >= leastLabelPx && numberPx <= room
  const roomForName = hasNumber ? room - numberPx - betweenPx : room
  return { isWide, number: hasNumber ? number : '', name: isWide ? fitText(name, roomForName / textPx) : '' }
}
