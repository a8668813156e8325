import { at } from '../model/at.ts'
import { buildBands, type LaneBand } from '../model/lanes.ts'
import type { ScheduleModel } from '../model/schedule-model.ts'

export const lanePx = 26
export const stripPx = 29
const padPx = 4
export const headingPx = 26

export interface PlacedBand extends LaneBand {
  readonly top: number
  readonly heightPx: number
  /** False where there is no capacity to compare a load with: for operations without a work center, and outside. */
  readonly hasStrip: boolean
  /** The name of the bands from this one on, `headingPx` high above it; null = it belongs to those before it. */
  readonly heading: string | null
}

/** The rows of the Timeline in px, and the lane of each operation. */
export interface BandLayout {
  readonly bands: readonly PlacedBand[]
  readonly heightPx: number
  readonly lanes: readonly { readonly operations: Int32Array; readonly barTop: number; readonly isPool: boolean }[]
  /** Index into `lanes` by operation, at its work center; -1 = unscheduled. */
  readonly laneOf: Int32Array
}

const layouts = new WeakMap<ScheduleModel, BandLayout>()

/** Layout of the bands from top to bottom, computed once per plan. */
export const bandLayout = (model: ScheduleModel): BandLayout => {
  const known = layouts.get(model)
  if (known) return known
  const bands: PlacedBand[] = []
  const lanes: { operations: Int32Array; barTop: number; isPool: boolean }[] = []
  const laneOf = new Int32Array(model.operationCount).fill(-1)
  let top = 0
  for (const band of buildBands(model)) {
    const hasStrip = band.category >= 0 && !band.isOutside
    const before = bands.at(-1)
    const outside = band.isOutside && !before?.isOutside ? 'Outside' : null
    const heading = band.isPool && !before?.isPool ? 'People and tools' : outside
    if (heading) top += headingPx
    // The head needs two lines of text even beside a single lane.
    const heightPx = padPx + Math.max(hasStrip ? 26 : 40, band.lanes.length * lanePx) + padPx + (hasStrip ? stripPx : 0)
    bands.push({ ...band, top, heightPx, hasStrip, heading })
    band.lanes.forEach((operations, lane) => {
      const { isPool } = band
      if (!isPool) for (const op of operations) laneOf[op] = lanes.length
      lanes.push({ operations, barTop: top + padPx + lane * lanePx + 1, isPool })
    })
    top += heightPx
  }
  const layout = { bands, heightPx: top, lanes, laneOf }
  layouts.set(model, layout)
  return layout
}

/** Top of the bar of an operation in the content; null when it is unscheduled. */
export const barTopOf = ({ lanes, laneOf }: BandLayout, operation: number): number | null =>
  lanes[at(laneOf, operation)]?.barTop ?? null

/** The operation that an arrow key leads to: the next one in the lane, or the nearest start in a neighboring lane. */
export const neighbor = (layout: BandLayout, model: ScheduleModel, operation: number, key: string): number => {
  const lane = at(layout.laneOf, operation)
  const mine = layout.lanes[lane]?.operations
  if (!mine) return operation
  const index = mine.indexOf(operation)
  if (key === 'ArrowLeft') return mine[index - 1] ?? operation
  if (key === 'ArrowRight') return mine[index + 1] ?? operation
  const step = key === 'ArrowUp' ? -1 : 1
  for (let next = lane + step; layout.lanes[next]; next += step) {
    const other = layout.lanes[next]?.operations ?? mine
    if (other.length === 0 || layout.lanes[next]?.isPool) continue
    const start = at(model.startMs, operation)
    return other.reduce((best, op) =>
      Math.abs(at(model.startMs, op) - start) < Math.abs(at(model.startMs, best) - start) ? op : best,
    )
  }
  return operation
}
