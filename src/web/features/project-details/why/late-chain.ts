import type { Operation } from '#contract/operations.ts'
import type { PlacementFactor } from '#contract/placement.ts'

/** One link of the chain: one operation, or several that each start when the one before ends. */
export interface ChainLink {
  /** From the latest to the earliest; more than one only when each follows the one before without a wait. */
  readonly operations: readonly Operation[]
  /** The binding reasons for the start of the only operation; empty when none are stored. */
  readonly factors: readonly PlacementFactor[]
  /** True when each operation starts as soon as the one before it ends. */
  readonly follows: boolean
}

export interface LateChain {
  readonly links: readonly ChainLink[]
  /** The factor that would have decided the start of the first operation without its binding reason. */
  readonly ready: PlacementFactor | null
}

const endMs = ({ scheduledEndDate, actualEndDate }: Operation): number =>
  Date.parse(actualEndDate ?? scheduledEndDate ?? '') || Number.NEGATIVE_INFINITY

const latest = <F extends { at: number }>(factors: readonly F[]): F | null =>
  factors.reduce<F | null>((best, factor) => (best === null || factor.at > best.at ? factor : best), null)

const bindingOf = (operation: Operation) => operation.placement?.factors.filter(({ binding }) => binding) ?? []

/** The operation of the same project that delayed this one by its binding reasons; null at the root. */
const heldUpBy = (factors: readonly PlacementFactor[], byId: ReadonlyMap<string, Operation>): Operation | null => {
  const before = latest(factors.filter((factor) => factor.code === 'predecessor' && byId.has(factor.operationId)))
  const busy = latest(
    factors.filter((factor) => factor.code === 'workCentreBusy' && byId.has(factor.operationId ?? '')),
  )
  const cause = before ?? busy
  return cause && 'operationId' in cause ? (byId.get(cause.operationId ?? '') ?? null) : null
}

const justFollows = (factors: readonly PlacementFactor[]): boolean =>
  factors.length > 0 && factors.every((factor) => factor.code === 'predecessor' && factor.lagHours === 0)

/** The operation that ends last, at the projected completion of the project. Null when nothing is scheduled. */
export const lastToEnd = (operations: readonly Operation[]): Operation | null =>
  operations.reduce<Operation | null>(
    (last, operation) => (endMs(operation) > (last ? endMs(last) : Number.NEGATIVE_INFINITY) ? operation : last),
    null,
  )

/**
 * The operations from the projected completion back to the root, with the binding reasons that the last run stored.
 * It follows binding predecessors, or else an operation of the same project that kept the work center busy.
 */
export const lateChain = (operations: readonly Operation[]): LateChain => {
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
  const steps: { operation: Operation; factors: PlacementFactor[] }[] = []
  const seen = new Set<Operation>()
  for (let operation = lastToEnd(operations); operation && !seen.has(operation); ) {
    seen.add(operation)
    const factors = bindingOf(operation)
    steps.push({ operation, factors })
    operation = heldUpBy(factors, byId)
  }
  const links: ChainLink[] = []
  for (const { operation, factors } of steps) {
    const follows = justFollows(factors)
    const previous = links.at(-1)
    if (follows && previous?.follows)
      links[links.length - 1] = { ...previous, operations: [...previous.operations, operation] }
    else links.push({ operations: [operation], factors, follows })
  }
  const root = steps.at(-1)
  const rootStands = root?.factors.some(({ code }) =>
    ['release', 'now', 'started', 'completed', 'pinned'].includes(code),
  )
  const others = root?.operation.placement?.factors.filter(({ binding }) => !binding) ?? []
  return { links, ready: rootStands ? null : latest(others) }
}

/** Ids of all operations of a chain. Their links are red when the project is late. */
export const chainIds = ({ links }: LateChain): ReadonlySet<string> =>
  new Set(links.flatMap(({ operations }) => operations.map(({ operationId }) => operationId)))
