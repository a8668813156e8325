import { at } from './at.ts'
import { earliestAfter } from './cascade.ts'
import type { DayGrid } from './day-grid.ts'
import { calendarOf, hasFlag, remainingMs, type ScheduleModel } from './schedule-model.ts'

/** One work centre's days: working time wanted and working time open x capacity, both in ms. */
export interface DayLoad {
  readonly wantedMs: Float64Array
  readonly openMs: Float64Array
}

/**
 * When an operation could start had its work centre room: as soon as its last predecessor is done. Work without predecessors,
 * begun, finished or pinned work is wanted where it stands (the plan's columns do not hold a project's release).
 */
export const wantedSpan = (model: ScheduleModel, operation: number): [number, number] => {
  const start = at(model.startMs, operation)
  const end = at(model.endMs, operation)
  const { first, other, lagHours } = model.predecessors
  const from = at(first, operation)
  const to = at(first, operation + 1)
  const fixed = hasFlag(model, operation, 'completed') || hasFlag(model, operation, 'started')
  if (from === to || fixed || hasFlag(model, operation, 'pinned')) return [start, end]
  let earliest = model.data.now
  for (let i = from; i < to; i++) {
    earliest = Math.max(earliest, earliestAfter(model, operation, at(model.endMs, at(other, i)), at(lagHours, i)))
  }
  if (earliest >= start) return [start, end]
  const calendar = calendarOf(model, operation)
  const wanted = calendar.nextOpen(earliest)
  return [wanted, calendar.addWork(wanted, remainingMs(model, operation))]
}

/** Load of one work centre per day of the grid (design tokens §8: wanted hours / open hours x capacity). */
export const loadByDay = (
  model: ScheduleModel,
  grid: DayGrid,
  category: number,
  capacity: number,
  operations: Iterable<number>,
): DayLoad => {
  const wantedMs = new Float64Array(grid.count)
  const openMs = new Float64Array(grid.count)
  const calendar = model.calendars[model.data.categories[category]?.calendar ?? 0]
  if (!calendar) return { wantedMs, openMs }
  const firstKnown = grid.indexAt(model.data.from)
  const lastKnown = grid.indexAt(model.data.to - 1)
  for (let day = firstKnown; day <= lastKnown; day++) {
    openMs[day] = capacity * calendar.workBetween(at(grid.startMs, day), at(grid.startMs, day + 1))
  }
  for (const op of operations) {
    const [from, to] = wantedSpan(model, op)
    for (let day = grid.indexAt(from); day < grid.count && at(grid.startMs, day) < to; day++) {
      const start = Math.max(from, at(grid.startMs, day))
      const end = Math.min(to, at(grid.startMs, day + 1))
      wantedMs[day] = at(wantedMs, day) + calendar.workBetween(start, end)
    }
  }
  return { wantedMs, openMs }
}

/** Load of days `from` up to `to` (exclusive) in percent; null when the work centre is closed throughout. */
export const loadPercent = ({ wantedMs, openMs }: DayLoad, from: number, to: number): number | null => {
  let wanted = 0
  let open = 0
  for (let day = Math.max(0, from); day < Math.min(to, openMs.length); day++) {
    wanted += at(wantedMs, day)
    open += at(openMs, day)
  }
  return open > 0 ? (wanted / open) * 100 : null
}
