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

/** A time during which reported work occupied one unit. */
interface Use {
  readonly operationId: string
  readonly projectId: string
  readonly fromMs: number
  readonly toMs: number
}

/** Times during which other work occupied every unit of a work center or pool. */
export interface Taken {
  readonly categoryId: string
  readonly times: FlatIntervals
  /** The operation that occupied a unit last; null if there was no unit at all. */
  readonly operationId: string | null
  /** Number of other operations that occupied a unit in these times. */
  readonly more: number
  /** End of the last of these times. */
  readonly untilMs: number
  /** Capacity in the last of these times, if it was reduced. */
  readonly available?: Available
}

const occupancyOf = (of: SnapshotProject, operation: SnapshotOperation, nowMs: number): Use | null => {
  const { operationId, actualStartMs: fromMs, onHold } = operation
  const { projectId } = of
  if (fromMs === null || fromMs >= nowMs) return null
  if (isCompleted(operation))
    return { operationId, projectId, fromMs, toMs: completedDates(operation, nowMs)[1] ?? fromMs }
  // Started work that is on hold, or whose project is not under way, may have left its machine at any time.
  return onHold || !isProjectOpen(of.phase) ? null : { operationId, projectId, fromMs, toMs: nowMs }
}

/** Occupied units according to reported starts and ends, by id of the work center or pool, earliest first. */
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

/** The waiting operation and its project. */
type User = Pick<Use, 'operationId' | 'projectId'>

/** A time during which the same uses occupied every unit. */
interface FullSlot {
  readonly fromMs: number
  readonly untilMs: number
  readonly active: readonly Use[]
  /** Index of the capacity step that applies; -1 = none. */
  readonly step: number
}

/** Which operations occupied the work centers and pools of a shop in the past, according to reports. */
export class ReportedUse {
  readonly #capacities: ReadonlyMap<string, CapacityOverTime>
  readonly #read: () => ReadonlyMap<string, readonly Use[]>
  #uses: ReadonlyMap<string, readonly Use[]> | null = null

  /** `capacities` by id of the work center or pool. A missing one is unlimited. */
  constructor(projects: readonly SnapshotProject[], capacities: ReadonlyMap<string, CapacityOverTime>, nowMs: number) {
    this.#capacities = capacities
    this.#read = () => usesByCategory(projects, nowMs)
  }

  /**
   * When a work center or pool had no free unit for an operation: the times to which work of other projects
   * contributed, and those in which only its own project used it. Empty if a unit was always free.
   */
  takenBetween(categoryId: string, { operationId, projectId }: User, fromMs: number, toMs: number): Taken[] {
    const capacity = this.#capacities.get(categoryId)
    if (!capacity) return []
    this.#uses ??= this.#read()
    const uses: Use[] = []
    for (const use of this.#uses.get(categoryId) ?? []) {
      if (use.fromMs >= toMs) break
      if (use.toMs > fromMs && use.operationId !== operationId) uses.push(use)
    }
    const slots = fullSlots(capacity, uses, fromMs, toMs)
    const isOwn = ({ active }: FullSlot): boolean =>
      active.length > 0 && active.every((use) => use.projectId === projectId)
    return [slots.filter((slot) => !isOwn(slot)), slots.filter(isOwn)].flatMap(
      (list) => takenOf(categoryId, capacity, list, projectId) ?? [],
    )
  }
}

/** `uses` must overlap with the time from `fromMs` to `toMs`, earliest first. */
const fullSlots = (
  { usual, steps }: CapacityOverTime,
  uses: readonly Use[],
  fromMs: number,
  toMs: number,
): FullSlot[] => {
  const changes = [...uses.flatMap((use) => [use.fromMs, use.toMs]), ...steps.map((step) => step.fromMs)]
  const inside = changes.filter((at) => at > fromMs && at < toMs)
  const bounds = [...new Set([fromMs, ...inside, toMs])].sort((a, b) => a - b)
  const slots: FullSlot[] = []
  let active: Use[] = []
  let next = 0
  for (let i = 0; i + 1 < bounds.length; i++) {
    const [at, untilMs] = [valueAt(bounds, i), valueAt(bounds, i + 1)]
    active = active.filter((use) => use.toMs > at)
    for (let use = uses[next]; use && use.fromMs <= at; use = uses[++next]) active.push(use)
    const step = steps.findLastIndex((one) => one.fromMs <= at)
    if (active.length >= Math.floor(steps[step]?.capacity ?? usual)) slots.push({ fromMs: at, untilMs, active, step })
  }
  return slots
}

const takenOf = (
  categoryId: string,
  { usual, steps }: CapacityOverTime,
  slots: readonly FullSlot[],
  projectId: string,
): Taken | null => {
  const last = slots.at(-1)
  if (!last) return null
  const { active, step, untilMs } = last
  // Other projects are named first. The project's own work is the reason only if no other project used the capacity.
  const others = active.filter((use) => use.projectId !== projectId)
  const named = others.length > 0 ? others : active
  const occupants = new Set(slots.flatMap((slot) => slot.active.map(({ operationId }) => operationId)))
  const units = steps[step]?.capacity ?? usual
  const available = {
    units,
    usual,
    fromMs: steps[step]?.fromMs ?? -Infinity,
    untilMs: steps[step + 1]?.fromMs ?? null,
  }
  return {
    categoryId,
    times: mergeIntervals(slots.flatMap((slot) => [slot.fromMs, slot.untilMs])),
    operationId: (named.find((use) => use.toMs === untilMs) ?? named[0])?.operationId ?? null,
    more: Math.max(0, occupants.size - 1),
    untilMs,
    ...(units < usual && { available }),
  }
}
