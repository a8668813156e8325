import {
  type DoneWork,
  isPlannedWork,
  type LoadPeriods,
  loadPeriods,
  type PlannedWork,
  type WorkCenterLoad,
  workCenterLoad,
} from '#domain/analytics/load.ts'
import { loadPercent } from '#domain/analytics/load-percent.ts'
import { hasFlag, remainingMs } from '#domain/schedule/movable-plan.ts'
import { capacitySteps } from '#domain/time/capacity-steps.ts'
import { hourMs } from '#domain/time/units.ts'
import type { DayGrid } from '#web/components/time-chart/day-grid.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import type { LaneBand } from '../model/lanes.ts'
import type { ScheduleModel } from '../model/schedule-model.ts'

/** The periods of the load: all days, all weeks, or only this week. */
export type LoadSpan = 'days' | 'weeks' | 'thisWeek'

/** Load and backlog of a work center in the cells between `bounds`. */
export interface CenterLoad extends WorkCenterLoad {
  readonly bounds: ArrayLike<number>
  /** Whole percent of each cell; null when it is closed, or when the plan does not contain its working time. */
  readonly percents: readonly (number | null)[]
}

type LoadScene = Pick<GanttScene, 'model' | 'grid' | 'nowMs'>

function* plannedWork(model: ScheduleModel, { lanes }: LaneBand): Generator<PlannedWork> {
  for (const lane of lanes) {
    for (const op of lane) {
      const completed = hasFlag(model, op, 'completed')
      const projectOpen = at(model.data.projects.flags, at(model.projectOf, op)) === 0
      if (!isPlannedWork({ completed, onHold: hasFlag(model, op, 'onHold'), projectOpen })) continue
      const [startMs, endMs] = [at(model.startMs, op), at(model.endMs, op)]
      yield { startMs, endMs, leftHours: remainingMs(model, op) / hourMs }
    }
  }
}

function* doneWork(model: ScheduleModel, { lanes }: LaneBand, nowMs: number): Generator<DoneWork> {
  const { durationHours, progressPercentage } = model.data.operations
  for (const lane of lanes) {
    for (const op of lane) {
      const completed = hasFlag(model, op, 'completed')
      const doneHours = at(durationHours, op) * (completed ? 1 : at(progressPercentage, op) / 100)
      if (doneHours > 0)
        yield { startMs: at(model.startMs, op), untilMs: completed ? at(model.endMs, op) : nowMs, doneHours }
    }
  }
}

/** The starts of the weeks of a grid, and its end. The first week can be partial. */
const weekStarts = (grid: DayGrid): number[] => {
  const starts = [at(grid.startMs, 0)]
  for (let day = 7 - grid.daysIntoWeek(0); day < grid.count; day += 7) starts.push(at(grid.startMs, day))
  return [...starts, at(grid.startMs, grid.count)]
}

const boundsOf = (grid: DayGrid, span: LoadSpan, nowMs: number): ArrayLike<number> => {
  if (span === 'days') return grid.startMs
  if (span === 'weeks') return weekStarts(grid)
  const today = grid.indexAt(nowMs)
  const first = today - grid.daysIntoWeek(today)
  return [at(grid.startMs, Math.max(0, first)), at(grid.startMs, Math.min(first + 7, grid.count))]
}

/** By the working time: the periods of the centers that run the same amount at once in it. */
const keptPeriods = new WeakMap<
  ScheduleModel['calendars'][number],
  Map<string, { grid: DayGrid; periods: LoadPeriods }>
>()

/** The periods of a work center. Most work centers share theirs, which take as long as the load itself. */
const periodsOf = (
  { model: { data, calendars }, grid, nowMs }: LoadScene,
  category: number,
  span: LoadSpan,
): LoadPeriods | null => {
  const center = data.categories[category]
  const calendar = calendars[center?.calendar ?? -1]
  if (!center || !calendar) return null
  const capacity = capacitySteps(center, data.capacitySpans)
  const key = [span, ...capacity.flatMap((step) => [step.fromMs, step.capacity])].join(' ')
  const known = keptPeriods.get(calendar) ?? new Map()
  keptPeriods.set(calendar, known)
  const before = known.get(key)
  if (before?.grid === grid && before.periods.nowMs === nowMs) return before.periods
  const periods = loadPeriods(calendar, capacity, boundsOf(grid, span, nowMs), nowMs)
  known.set(key, { grid, periods })
  return periods
}

const computeLoad = (gantt: LoadScene, band: LaneBand, span: LoadSpan): CenterLoad | null => {
  const { model, nowMs } = gantt
  const { data } = model
  const periods = periodsOf(gantt, band.category, span)
  if (!periods) return null
  const { bounds } = periods
  const done = span === 'thisWeek' ? [] : doneWork(model, band, nowMs)
  const load = workCenterLoad(periods, plannedWork(model, band), done)
  const percents = load.loadHours.map((hours, cell) => {
    const [fromMs, toMs] = [at(bounds, cell), at(bounds, cell + 1)]
    const isKnown = toMs <= data.to && (toMs <= nowMs ? fromMs : Math.max(fromMs, nowMs)) >= data.from
    return isKnown ? loadPercent(hours, load.openHours[cell] ?? 0) : null
  })
  return { ...load, bounds, percents }
}

interface Kept extends Pick<LoadScene, 'grid' | 'nowMs'> {
  readonly load: CenterLoad | null
}
/** By the lanes of a work center, which stay the same object until its work changes. */
const kept = new WeakMap<LaneBand['lanes'], Map<LoadSpan, Kept>>()

/** The load of a work center as `domain/analytics/load.ts` defines it, computed once per minute until its work changes. */
export const centerLoad = (gantt: LoadScene, band: LaneBand, span: LoadSpan): CenterLoad | null => {
  const { grid, nowMs } = gantt
  const known = kept.get(band.lanes) ?? new Map<LoadSpan, Kept>()
  kept.set(band.lanes, known)
  const entry = known.get(span)
  if (entry?.grid === grid && entry.nowMs === nowMs) return entry.load
  const load = computeLoad(gantt, band, span)
  known.set(span, { grid, nowMs, load })
  return load
}
