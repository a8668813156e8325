import type { PlacementFactor } from '#contract/placement.ts'
import { valueAt } from '#domain/value-at.ts'
import type { ScheduledOperation } from '../scheduling/schedule-result.ts'
import { type ShopCalendars, shopCalendars } from '../scheduling/shop-calendars.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '../scheduling/shop-snapshot.ts'
import { dayMs, minuteMs } from '../time/units.ts'

/** What takes most of the time of new work, in clock ms. */
export interface PromiseLimit {
  /** A work center, or the pool it waits for. */
  readonly categoryId: string
  /** Waiting time for it; 0 = the work itself takes longest. */
  readonly waitMs: number
  /** Time from the start to the end of its work there. */
  readonly workMs: number
}

/** Reasons that apply even if every work center and pool is free. */
const readies: ReadonlySet<PlacementFactor['code']> = new Set([
  'now',
  'release',
  'material',
  'predecessor',
  'longestLag',
])

/** How long an operation waits for a busy work center or pool, from the next opening on; null if it does not wait. */
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
  // Rounding up to the next full minute does not count as waiting.
  if (calendar.toWork(startMs) - readyWork < minuteMs) return null
  return { categoryId: busy, ms: startMs - calendar.startWall(readyWork) }
}

const longest = (times: ReadonlyMap<string, number>): readonly [categoryId: string, ms: number] | undefined =>
  [...times].sort(([, a], [, b]) => b - a)[0]

interface Link {
  readonly operation: SnapshotOperation
  readonly place: ScheduledOperation
}

/** The operations that decide when the draft ends: the one that ends last, and going back, the predecessor for which each waits longest. */
const decidingChain = ({ operations }: SnapshotProject, placed: readonly ScheduledOperation[]): Link[] => {
  const links = operations.map((operation, index) => ({ operation, place: valueAt(placed, index) }))
  const byId = new Map(links.map((link) => [link.operation.operationId, link]))
  const chain: Link[] = []
  let next = links.reduce<Link | undefined>(
    (last, link) => ((link.place.endMs ?? 0) > (last?.place.endMs ?? 0) ? link : last),
    undefined,
  )
  while (next) {
    chain.push(next)
    const befores = next.place.placement.factors.filter((factor) => factor.code === 'predecessor')
    const latest = befores.sort((a, b) => b.at - a.at)[0]
    next = latest && byId.get(latest.operationId)
  }
  return chain
}

/**
 * The longest wait for one work center or pool, or the longest work at one work center, whichever takes more clock time. Only operations
 * that decide the end count; parallel ones do not. null if an operation has no dates, or nothing takes time.
 */
export const limitOf = (
  snapshot: ShopSnapshot,
  draft: SnapshotProject,
  placed: readonly ScheduledOperation[],
): PromiseLimit | null => {
  if (placed.some(({ startMs, endMs }) => startMs === null || endMs === null)) return null
  const calendars = shopCalendars(snapshot, snapshot.nowMs - dayMs)
  const [waits, works] = [new Map<string, number>(), new Map<string, number>()]
  const add = (times: Map<string, number>, categoryId: string, ms: number) =>
    times.set(categoryId, (times.get(categoryId) ?? 0) + ms)
  let untilMs = Infinity
  for (const { operation, place } of decidingChain(draft, placed)) {
    const { startMs, endMs, categoryId = operation.categoryId } = place
    if (startMs === null || endMs === null) continue
    // Overlapping work of a predecessor counts until its successor starts.
    if (categoryId !== null) add(works, categoryId, Math.min(endMs, untilMs) - startMs)
    const wait = waitOf(operation, place, categoryId, calendars)
    if (wait) add(waits, wait.categoryId, wait.ms)
    untilMs = startMs
  }
  const [wait, work] = [longest(waits), longest(works)]
  if (wait && wait[1] >= (work?.[1] ?? 0)) {
    return { categoryId: wait[0], waitMs: wait[1], workMs: works.get(wait[0]) ?? 0 }
  }
  return work && work[1] > 0 ? { categoryId: work[0], waitMs: 0, workMs: work[1] } : null
}
