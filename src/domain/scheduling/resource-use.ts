import type { FlatIntervals } from '#domain/time/interval-arithmetic.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { valueAt } from '#domain/value-at.ts'
import type { ModelOperation } from './shop-model.ts'

/** The work center and the pool of an operation, as indexes into `snapshot.categories`. */
export const resourcesOf = ({ category, pool }: Pick<ModelOperation, 'category' | 'pool'>): readonly number[] =>
  [category, pool].filter((resource) => resource >= 0)

/**
 * When an operation uses its resources from an instant on: from its start to its end. One that needs a pool uses them only while both
 * work, and leaves them to others while one of them is closed.
 */
export const usedMs = ({ pool, calendar, startMs, endMs }: ModelOperation, sinceMs: number): FlatIntervals => {
  if (startMs === null || endMs === null) return []
  const fromMs = Math.max(startMs, sinceMs)
  if (pool >= 0) return calendar.intervals(fromMs, endMs)
  return endMs > fromMs ? [fromMs, endMs] : []
}

/** The same in the work of the resource's calendar, in time that is worked without a break. */
export const usedWork = (operation: ModelOperation, resource: WorkCalendar, sinceMs: number): FlatIntervals => {
  const used = usedMs(operation, sinceMs).map((ms) => resource.toWork(ms))
  const joined: FlatIntervals = []
  for (let i = 0; i < used.length; i += 2) {
    const [from, to] = [valueAt(used, i), valueAt(used, i + 1)]
    if (joined.at(-1) === from) joined[joined.length - 1] = to
    else joined.push(from, to)
  }
  return joined
}

/** The same for a work center with changeovers: nothing else may come between the pieces of an operation, which holds it to its end. */
export const heldWork = (
  { startMs, endMs }: ModelOperation,
  resource: WorkCalendar,
  sinceMs: number,
): FlatIntervals => {
  if (startMs === null || endMs === null) return []
  const [from, to] = [resource.toWork(Math.max(startMs, sinceMs)), resource.toWork(endMs)]
  return to > from ? [from, to] : []
}
