/**
 * Temporary capacity of a work center that overrides its normal capacity: one of two mills is down, a third welder
 * comes on Monday. If several overlap, the one that starts last applies, and of equal starts the smaller one.
 */
export interface CapacitySpan {
  /** Absent if it is not stored. */
  exceptionId?: string
  name: string
  categoryId: string
  /** At least 1. */
  units: number
  startMs: number
  /** null = until further notice. */
  endMs: number | null
}

/** The capacity from an instant until the next step. */
export interface CapacityStep {
  readonly fromMs: number
  readonly capacity: number
}

/** The capacity override at an instant; null = the normal capacity applies. */
const unitsAt = (spans: readonly CapacitySpan[], atMs: number): number | null => {
  let applies: CapacitySpan | null = null
  for (const span of spans) {
    if (span.startMs > atMs || (span.endMs !== null && span.endMs <= atMs)) continue
    const isLater = applies === null || span.startMs > applies.startMs
    if (applies === null || isLater || (span.startMs === applies.startMs && span.units < applies.units)) applies = span
  }
  return applies?.units ?? null
}

/** The capacity of a work center at all times; only its own `spans` count. */
export const capacitySteps = (
  { categoryId, capacity }: { readonly categoryId: string; readonly capacity: number },
  spans: readonly CapacitySpan[] = [],
): CapacityStep[] => {
  const own = spans.filter((span) => span.categoryId === categoryId)
  const bounds = own.flatMap(({ startMs, endMs }) => (endMs === null ? [startMs] : [startMs, endMs]))
  const steps = [{ fromMs: -Infinity, capacity }]
  for (const fromMs of [...new Set(bounds)].sort((a, b) => a - b)) {
    const next = unitsAt(own, fromMs) ?? capacity
    if (next !== steps.at(-1)?.capacity) steps.push({ fromMs, capacity: next })
  }
  return steps
}

/** A step in the working time of its work center. */
export interface WorkStep extends CapacityStep {
  /** When the next step begins; null = never. */
  readonly untilMs: number | null
  readonly from: number
  readonly to: number
}

/** Converts the steps to working time. Steps that pass while the work center is closed are left out, because they limit nothing. */
export const stepsInWork = (steps: readonly CapacityStep[], clock: { toWork(instantMs: number): number }): WorkStep[] =>
  steps
    .map((step, i) => {
      const next = steps[i + 1]
      return {
        ...step,
        untilMs: next?.fromMs ?? null,
        from: i === 0 ? -Infinity : clock.toWork(step.fromMs),
        to: next ? clock.toWork(next.fromMs) : Infinity,
      }
    })
    .filter(({ from, to }) => to > from)
