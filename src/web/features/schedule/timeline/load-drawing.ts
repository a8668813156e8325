import { heatText } from '#web/components/load-heat/heat-step.ts'
import type { TimePart } from '../frame/plan-view.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { boxPath } from '../model/bar-path.ts'
import { widthOf } from '../model/fit-text.ts'
import { msAt, xOf } from '../model/time-scale.ts'
import { type Band, stripPx } from './band-layout.ts'
import { centerLoad } from './center-load.ts'

/** Numbers of the strip as one text, with the place of each of its letters: one element instead of one for each day. */
interface StripNumbers {
  readonly text: string
  readonly x: string
}

/** What is drawn of the load of a work center, in px of the surface and of its band. */
export interface LoadDrawing {
  /** The load by its height, and what is above 100 %, as path data. */
  readonly low: string
  readonly middle: string
  readonly high: string
  readonly above: string
  /** The line at 100 %. */
  readonly full: string
  /** Where the numbers stand. */
  readonly baseY: number
  readonly numbers: StripNumbers
  /** Those above 100 %. */
  readonly overNumbers: StripNumbers
}

const fullPx = 14
const roomPx = stripPx - fullPx

/** The cells of the strip are days if their numbers fit, or else weeks. */
export const cellSpan = (pxPerDay: number) => (pxPerDay >= 22 ? 'days' : 'weeks')

/** The width of a digit of the numbers, all of which are equally wide: `text-axis` at its usual size. */
const digitPx = widthOf('0') * 11

/** Collects numbers by the middle of their cells. */
const writer = () => {
  const places: string[] = []
  let text = ''
  const write = (middle: number, number: string) => {
    const left = middle - (number.length * digitPx) / 2
    for (let i = 0; i < number.length; i++) places.push((left + i * digitPx).toFixed(1))
    text += number
  }
  return { write, written: (): StripNumbers => ({ text, x: places.join(' ') }) }
}

/** The first cell that ends after an instant (binary search). */
const firstCell = (bounds: ArrayLike<number>, fromMs: number): number => {
  let [low, high] = [0, bounds.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (at(bounds, middle + 1) > fromMs) high = middle
    else low = middle + 1
  }
  return low
}

/** The load of each cell: done hours in the past, planned hours from now on. null = there is no capacity to compare it with, or it follows later. */
export const loadDrawing = (gantt: GanttScene, band: Band, { fromX, toX, originX }: TimePart): LoadDrawing | null => {
  const { scale, isSettled } = gantt
  const load = band.hasStrip && isSettled ? centerLoad(gantt, band, cellSpan(scale.pxPerDay)) : null
  if (!load) return null
  const { bounds, percents } = load
  const top = band.heightPx - stripPx
  const fills = { low: '', middle: '', high: '' }
  let above = ''
  const [usual, over] = [writer(), writer()]
  const first = firstCell(bounds, msAt(scale, fromX))
  for (let cell = first; cell < percents.length && xOf(scale, at(bounds, cell)) < toX; cell++) {
    const percent = percents[cell] ?? 0
    if (percent === 0) continue
    const x = xOf(scale, at(bounds, cell)) - originX
    const width = xOf(scale, at(bounds, cell + 1)) - originX - x
    const height = (fullPx * Math.min(100, percent)) / 100
    const fill = percent >= 90 ? 'high' : percent >= 70 ? 'middle' : 'low'
    fills[fill] += boxPath(x + 2, top + stripPx - height, width - 4, height)
    const overPx = Math.min(roomPx - 1, ((percent - 100) * roomPx) / 40)
    if (overPx > 0) above += boxPath(x + 2, top + roomPx - Math.max(2, overPx), width - 4, Math.max(2, overPx))
    const { write } = percent > 100 ? over : usual
    write(x + width / 2, heatText(percent))
  }
  return {
    ...fills,
    above,
    full: `M${fromX - originX + 1} ${top + roomPx + 0.5}H${toX - originX - 1}`,
    baseY: band.heightPx - 3,
    numbers: usual.written(),
    overNumbers: over.written(),
  }
}
