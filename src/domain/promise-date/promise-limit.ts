import type { PlacementFactor } from '#contract/placement.ts'
import { valueAt } from '#domain/value-at.ts'
import type { ScheduledOperation } from '../scheduling/schedule-result.ts'
import { type ShopCalendars, shopCalendars } from '../scheduling/shop-calendars.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '../scheduling/shop-snapshot.ts'

/** What takes most of the time of new work, in milliseconds of the clock. */
export interface PromiseLimit {
  /** A work center, or the pool for which it waits. */
  readonly categoryId: string
  /** How long it waits for this one; 0 = the work itself takes longest. */
  readonly waitMs: number
  /** From the start to the end of its work there. */
  readonly workMs: number
}

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

/** When an operation could start if every work center and pool were free. */
const readies: ReadonlySet<PlacementFactor['code']> = new Set([
  'now',
  'release',
  'material',
  'predecessor',
  'longestLag',
])

/** How long an operation waits for a busy work center or pool, from the next opening on; null = it does not wait. */
const waitOf = (
  { poolId }: SnapshotOperation,
  { startMs, placement: { factors } }: ScheduledOperation,
  categoryId: string | null,
  calendars: ShopCalendars,
): { readonly categoryId: string; readonly ms: number } | null => {
  const busy = factors.flatMap((factor) => (factor.binding && 'categoryId' in factor ? [factor.categoryId] : []))[0]
  if (busy === undefined || startMs === null) return null
  const ready = factors.filter(({ code }) => readies.has(code)).map(({ at }) => at)
  const calendar = calendars.of(categoryId, poolId)
  const readyWork = calendar.toWork(Math.max(...ready))
  // The next full minute does not count as waiting.
  if (calendar.toWork(startMs) - readyWork < minuteMs) return null
  return { categoryId: busy, ms: startMs - calendar.startWall(readyWork) }
}

const longest = (times: ReadonlyMap<string, number>): readonly [categoryId: string, ms: number] | undefined =>
  [...times].sort(([, a], [, b]) => b - a)[0]

/**
 * The longest wait of the draft for one work center or pool, or its longest work at one work center, whichever takes more time of the
 * clock. null = an operation has no dates, or nothing takes time.
 */
export const limitOf = (
  snapshot: ShopSnapshot,
  draft: SnapshotProject,
  placed: readonly ScheduledOperation[],
): PromiseLimit | null => {
  const calendars = shopCalendars(snapshot, snapshot.nowMs - dayMs)
  const [waits, works] = [new Map<string, number>(), new Map<string, number>()]
  const add = (times: Map<string, number>, categoryId: string, ms: number) =>
    times.set(categoryId, (times.get(categoryId) ?? 0) + ms)
  for (const [index, operation] of draft.operations.entries()) {
    const place = valueAt(placed, index)
    const { startMs, endMs, categoryId = operation.categoryId } = place
    if (startMs === null || endMs === null) return null
    if (categoryId !== null) add(works, categoryId, endMs - startMs)
    const wait = waitOf(operation, place, categoryId, calendars)
    if (wait) add(waits, wait.categoryId, wait.ms)
  }
  const [wait, work] = [longest(waits), longest(works)]
  if (wait && wait[1] >= (work?.[1] ?? 0)) {
    return { categoryId: wait[0], waitMs: wait[1], workMs: works.get(wait[0]) ?? 0 }
  }
  return work && work[1] > 0 ? { categoryId: work[0], waitMs: 0, workMs: work[1] } : null
}
