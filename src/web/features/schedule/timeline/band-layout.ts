import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { buildBands, type LaneBand } from '../model/lanes.ts'
import type { CenterOrder } from '../model/schedule-choices.ts'
import type { ScheduleModel } from '../model/schedule-model.ts'
import { centerLoad } from './center-load.ts'

export const lanePx = 23
export const stripPx = 20
const padPx = 3
export const headingPx = 22

/** Top of the bars of a lane in its band. */
export const barTopIn = (lane: number): number => padPx + lane * lanePx + 1

/** A row of the Timeline, wherever it is. It stays the same object while its lanes do. */
export interface Band extends LaneBand {
  readonly heightPx: number
  /** False where there is no capacity to compare a load with: for operations without a work center, and outside. */
  readonly hasStrip: boolean
  /** The name of the bands from this one on, `headingPx` high above it; null = it belongs to those before it. */
  readonly heading: string | null
}

export interface PlacedBand extends Band {
  readonly band: Band
  readonly top: number
}

/** The rows of the Timeline in px, and the lane of each operation. */
export interface BandLayout {
  readonly bands: readonly PlacedBand[]
  readonly heightPx: number
  readonly lanes: readonly { readonly operations: Int32Array; readonly barTop: number; readonly isPool: boolean }[]
  /** Index into `lanes` by operation, at its work center; -1 = unscheduled. */
  readonly laneOf: Int32Array
  /** The same at its pool; -1 = it has none, or is unscheduled. */
  readonly poolLaneOf: Int32Array
}

/** Bands of one kind stay together: work centers, operations without one, work outside, pools. */
const kindOf = ({ category, isOutside, isPool }: LaneBand): number =>
  isPool ? 3 : isOutside ? 2 : category < 0 ? 1 : 0

/** The order of the bands: as in the settings, by the load of this week from the highest on, or by name. */
const inOrder = (gantt: BandScene, order: CenterOrder): LaneBand[] => {
  const bands = buildBands(gantt.model)
  if (order === 'usual') return bands
  const nameOf = ({ category }: LaneBand) => gantt.model.data.categories[category]?.name ?? ''
  const loadOf = (band: LaneBand) =>
    band.category < 0 || band.isOutside ? 0 : (centerLoad(gantt, band, 'thisWeek')?.percents[0] ?? 0)
  return bands.sort(
    (a, b) =>
      kindOf(a) - kindOf(b) ||
      (order === 'load' ? loadOf(b) - loadOf(a) : 0) ||
      nameOf(a).localeCompare(nameOf(b), undefined, { numeric: true }),
  )
}

type BandScene = Pick<GanttScene, 'model' | 'grid' | 'nowMs'>

const keptBands = new WeakMap<LaneBand['lanes'], Band>()

/** The row of some lanes, with the heading that it begins. */
const bandOf = (of: LaneBand, heading: string | null): Band => {
  const known = keptBands.get(of.lanes)
  if (known && known.heading === heading) return known
  const hasStrip = of.category >= 0 && !of.isOutside
  // The head needs two lines of text even beside a single lane.
  const lanesPx = Math.max(hasStrip ? lanePx : 40, of.lanes.length * lanePx)
  const band = { ...of, heightPx: padPx + lanesPx + padPx + (hasStrip ? stripPx : 0), hasStrip, heading }
  keptBands.set(of.lanes, band)
  return band
}

const layouts = new WeakMap<ScheduleModel, Map<CenterOrder, BandLayout>>()

/** Layout of the bands from top to bottom, computed once per plan and order: an order by load must not change under the pointer. */
export const bandLayout = (gantt: BandScene, order: CenterOrder): BandLayout => {
  const { model } = gantt
  const ofPlan = layouts.get(model) ?? new Map<CenterOrder, BandLayout>()
  layouts.set(model, ofPlan)
  const known = ofPlan.get(order)
  if (known) return known
  const bands: PlacedBand[] = []
  const lanes: { operations: Int32Array; barTop: number; isPool: boolean }[] = []
  const laneOf = new Int32Array(model.operationCount).fill(-1)
  const poolLaneOf = laneOf.slice()
  let top = 0
  for (const of of inOrder(gantt, order)) {
    const before = bands.at(-1)
    const outside = of.isOutside && !before?.isOutside ? 'Outside' : null
    const heading = of.isPool && !before?.isPool ? 'People and tools' : outside
    if (heading) top += headingPx
    const band = bandOf(of, heading)
    bands.push({ ...band, band, top })
    band.lanes.forEach((operations, lane) => {
      const { isPool } = band
      const laneHere = isPool ? poolLaneOf : laneOf
      for (const op of operations) laneHere[op] = lanes.length
      lanes.push({ operations, barTop: top + barTopIn(lane), isPool })
    })
    top += band.heightPx
  }
  const layout = { bands, heightPx: top, lanes, laneOf, poolLaneOf }
  ofPlan.set(order, layout)
  return layout
}

/** Top of the bar of an operation in the content; null when it is unscheduled. */
export const barTopOf = ({ lanes, laneOf }: BandLayout, operation: number): number | null =>
  lanes[at(laneOf, operation)]?.barTop ?? null

/** The tops of all bars of an operation in the content: at its work center, and at its pool. */
export const barTopsOf = ({ lanes, laneOf, poolLaneOf }: BandLayout, operation: number): number[] =>
  [laneOf, poolLaneOf].flatMap((places) => lanes[at(places, operation)]?.barTop ?? [])

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
