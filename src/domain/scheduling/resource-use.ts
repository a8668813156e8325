import type { FlatIntervals } from '#domain/time/interval-arithmetic.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { valueAt } from '#domain/value-at.ts'
import type { ModelOperation } from './shop-model.ts'

/** The work center and the pool of an operation, as indexes into `snapshot.categories`. */
export const resourcesOf = ({ category, pool }: Pick<ModelOperation, 'category' | 'pool'>): readonly number[] =>
  [category, pool].filter((resource) => resource >= 0)

/**
 * When an operation uses its work center or pool from an instant on. It occupies its work center from start to end. It
 * uses its pool only while both work; in between, the pool is free for other work.
 */
export const usedMs = (operation: ModelOperation, resource: number, sinceMs: number): FlatIntervals => {
  const { category, pool, calendar, startMs, endMs } = operation
  if (startMs === null || endMs === null) return []
  const fromMs = Math.max(startMs, sinceMs)
  if (resource === pool && resource !== category) return calendar.intervals(fromMs, endMs)
  return endMs > fromMs ? [fromMs, endMs] : []
}

/** The same in work of the resource's calendar, as uninterrupted spans. */
export const usedWork = (
  operation: ModelOperation,
  resource: number,
  clock: WorkCalendar,
  sinceMs: number,
): FlatIntervals => {
  const used = usedMs(operation, resource, sinceMs).map((ms) => clock.toWork(ms))
  const joined: FlatIntervals = []
  for (let i = 0; i < used.length; i += 2) {
    const [from, to] = [valueAt(used, i), valueAt(used, i + 1)]
    if (joined.at(-1) === from) joined[joined.length - 1] = to
    else if (to > from) joined.push(from, to)
  }
  return joined
}
