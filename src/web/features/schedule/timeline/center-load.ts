import type { DayGrid } from '../model/day-grid.ts'
import { type DayLoad, loadByDay } from '../model/load-by-day.ts'
import type { ScheduleModel } from '../model/schedule-model.ts'
import type { PlacedBand } from './band-layout.ts'

const loads = new WeakMap<ScheduleModel, Map<number, { grid: DayGrid; load: DayLoad }>>()

/** A work centre's load per day; computed when its band is first seen, once per plan. */
export const centerLoad = (model: ScheduleModel, grid: DayGrid, band: PlacedBand): DayLoad => {
  const known = loads.get(model) ?? new Map<number, { grid: DayGrid; load: DayLoad }>()
  loads.set(model, known)
  const entry = known.get(band.category)
  if (entry?.grid === grid) return entry.load
  const operations = band.lanes.flatMap((lane) => Array.from(lane))
  const load = loadByDay(model, grid, band.category, band.capacity, operations)
  known.set(band.category, { grid, load })
  return load
}
