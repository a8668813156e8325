import type { Available } from '#contract/placement.ts'
import { valueAt } from '#domain/value-at.ts'
import { isCompleted } from '../operations/is-completed.ts'
import { completedDates } from '../scheduling/operation-work.ts'
import type { SnapshotOperation, SnapshotProject } from '../scheduling/shop-snapshot.ts'
import type { CapacityStep } from '../time/capacity-steps.ts'
import { type FlatIntervals, mergeIntervals } from '../time/interval-arithmetic.ts'
import { isProjectOpen } from './project-words.ts'

/** The capacity of a work center or a pool over time. */
export interface CapacityOverTime {
  readonly usual: number
  readonly steps: readonly CapacityStep[]
}

/** The time in which reported work occupied one unit. */
interface Use {
  readonly operationId: string
  readonly fromMs: number
  readonly toMs: number
}

/** The times in which every unit of a work center or a pool was occupied by other work. */
export interface Taken {
  readonly categoryId: string
  readonly times: FlatIntervals
  /** The operation that occupied a unit last; null = there was no unit at all. */
  readonly operationId: string | null
  /** How many other operations occupied a unit in these times. */
  readonly more: number
  /** The end of the last of these times. */
  readonly untilMs: number
  /** The capacity in the last of these times, if it was less than usual. */
  readonly available?: Available
}

const occupancyOf = (of: SnapshotProject, operation: SnapshotOperation, nowMs: number): Use | null => {
  const { operationId, actualStartMs: fromMs, onHold } = operation
  if (fromMs === null || fromMs >= nowMs) return null
  if (isCompleted(operation)) return { operationId, fromMs, toMs: completedDates(operation, nowMs)[1] ?? fromMs }
  // Begun work of a project that is not worked on, or that is on hold, may have left its machine at any time.
  return onHold || !isProjectOpen(of.phase) ? null : { operationId, fromMs, toMs: nowMs }
}

/** Occupied units by reported starts and ends, by the id of the work center or pool, the earliest first. */
const usesByCategory = (projects: readonly SnapshotProject[], nowMs: number): ReadonlyMap<string, readonly Use[]> => {
  const uses = new Map<string, Use[]>()
  for (const project of projects)
    for (const operation of project.operations) {
      const use = occupancyOf(project, operation, nowMs)
      if (!use || use.toMs <= use.fromMs) continue
      for (const categoryId of [operation.categoryId, operation.poolId]) {
        if (!categoryId) continue
        const known = uses.get(categoryId)
        if (known) known.push(use)
        else uses.set(categoryId, [use])
      }
    }
  for (const list of uses.values()) list.sort((a, b) => a.fromMs - b.fromMs)
  return uses
}

/** Which operations occupied the work centers and pools of a shop in the past, by what was reported. */
export class ReportedUse {
  readonly #capacities: ReadonlyMap<string, CapacityOverTime>
  readonly #read: () => ReadonlyMap<string, readonly Use[]>
  #uses: ReadonlyMap<string, readonly Use[]> | null = null

  /** `capacities` by id of the work center or pool. One that is not there has no limit. */
  constructor(projects: readonly SnapshotProject[], capacities: ReadonlyMap<string, CapacityOverTime>, nowMs: number) {
    this.#capacities = capacities
    this.#read = () => usesByCategory(projects, nowMs)
  }

  /** When no unit of a work center or pool was free for an operation; null = there always was one. */
  takenBetween(categoryId: string, operationId: string, fromMs: number, toMs: number): Taken | null {
    const capacity = this.#capacities.get(categoryId)
    if (!capacity) return null
    this.#uses ??= this.#read()
    const uses: Use[] = []
    for (const use of this.#uses.get(categoryId) ?? []) {
      if (use.fromMs >= toMs) break
      if (use.toMs > fromMs && use.operationId !== operationId) uses.push(use)
    }
    return takenOf(categoryId, capacity, uses, fromMs, toMs)
  }
}

/** `uses` overlap with the time from `fromMs` to `toMs`, the earliest first. */
const takenOf = (
  categoryId: string,
  { usual, steps }: CapacityOverTime,
  uses: readonly Use[],
  fromMs: number,
  toMs: number,
): Taken | null => {
  const changes = [...uses.flatMap((use) => [use.fromMs, use.toMs]), ...steps.map((step) => step.fromMs)]
  const inside = changes.filter((at) => at > fromMs && at < toMs)
  const bounds = [...new Set([fromMs, ...inside, toMs])].sort((a, b) => a - b)
  const times: FlatIntervals = []
  const occupants = new Set<string>()
  let last: { readonly use: Use | undefined; readonly step: number; readonly untilMs: number } | null = null
  let active: Use[] = []
  let next = 0
  for (let i = 0; i + 1 < bounds.length; i++) {
    const [at, untilMs] = [valueAt(bounds, i), valueAt(bounds, i + 1)]
    active = active.filter((use) => use.toMs > at)
    for (let use = uses[next]; use && use.fromMs <= at; use = uses[++next]) active.push(use)
    const step = steps.findLastIndex((one) => one.fromMs <= at)
    if (active.length < Math.floor(steps[step]?.capacity ?? usual)) continue
    times.push(at, untilMs)
    for (const use of active) occupants.add(use.operationId)
    last = { use: active.find((use) => use.toMs === untilMs) ?? active[0], step, untilMs }
  }
  if (!last) return null
  const units = steps[last.step]?.capacity ?? usual
  const available = {
    units,
    usual,
    fromMs: steps[last.step]?.fromMs ?? -Infinity,
    untilMs: steps[last.step + 1]?.fromMs ?? null,
  }
  return {
    categoryId,
    times: mergeIntervals(times),
    operationId: last.use?.operationId ?? null,
    more: Math.max(0, occupants.size - 1),
    untilMs: last.untilMs,
    ...(units < usual && { available }),
  }
}
