import type { LatePart } from '#contract/late-parts.ts'
import type { Operation } from '#contract/operations.ts'
import { minuteMs } from '#domain/time/units.ts'
import { hasStarted, isDone } from '#web/components/operation-marks/operation-state.ts'

const msOf = (date: string | null | undefined): number | null => (date ? Date.parse(date) : null)

/** Its forecast end, or its actual end. */
const endMs = ({ actualEndDate, outlook, scheduledEndDate }: Operation): number | null =>
  msOf(actualEndDate ?? outlook?.forecastEndDate ?? scheduledEndDate)

/** Its forecast start, or its actual start. */
export const startMs = ({ actualStartDate, outlook, scheduledStartDate }: Operation): number | null =>
  msOf(actualStartDate ?? outlook?.forecastStartDate ?? scheduledStartDate)

const lastOf = (operations: readonly Operation[]): Operation | null =>
  operations.reduce<Operation | null>(
    (last, operation) =>
      endMs(operation) !== null && (endMs(operation) ?? 0) > ((last && endMs(last)) ?? -Infinity) ? operation : last,
    null,
  )

/**
 * The operations from the one that ends last back to the root, by the forecast: each waits for the next one, its predecessor that
 * ends last. The root has started or waits for no other operation, and nothing before it contributes to the lateness.
 */
export const lateChain = (operations: readonly Operation[], parts: readonly LatePart[] = []): readonly Operation[] => {
  const chain: Operation[] = []
  for (let next = lastOf(operations); next && !chain.includes(next); ) {
    chain.push(next)
    const { dependencies } = next
    next = lastOf(operations.filter(({ operationId }) => dependencies.includes(operationId)))
  }
  const begun = chain.findIndex(hasStarted)
  const lastPart = chain.findLastIndex(({ operationId }) =>
    parts.some(({ operation }) => operation?.operationId === operationId),
  )
  return begun < 0 ? chain : chain.slice(0, Math.max(begun, lastPart) + 1)
}

/** One line of the chain: an operation that waits, or several that each start when the previous one ends. */
export interface ChainLink {
  readonly operations: readonly Operation[]
  /** Its contributions to the lateness, with causes. */
  readonly parts: readonly LatePart[]
  /** Time from the end of its predecessor to its start; null if it waits for none. */
  readonly gapMs: number | null
}

/** The chain in lines. Operations outside of it that contribute to the lateness follow at the end. */
export const chainLinks = (
  chain: readonly Operation[],
  operations: readonly Operation[],
  parts: readonly LatePart[],
): readonly ChainLink[] => {
  const partsOf = (id: string) => parts.filter(({ operation }) => operation?.operationId === id)
  const links: ChainLink[] = []
  for (const [index, operation] of chain.entries()) {
    const before = chain[index + 1]
    const [start, end] = [startMs(operation), before ? endMs(before) : null]
    const gapMs = start === null || end === null ? null : start - end
    const own = partsOf(operation.operationId)
    const previous = links.at(-1)
    const follows = gapMs !== null && Math.abs(gapMs) < minuteMs && own.length === 0
    const grows = follows && previous?.parts.length === 0 && Math.abs(previous.gapMs ?? Infinity) < minuteMs
    if (grows && previous) links[links.length - 1] = { ...previous, operations: [...previous.operations, operation] }
    else links.push({ operations: [operation], parts: own, gapMs })
  }
  const inChain = new Set(chain)
  const others = operations.filter((operation) => !inChain.has(operation) && partsOf(operation.operationId).length > 0)
  return [
    ...links,
    ...others.map((operation) => ({ operations: [operation], parts: partsOf(operation.operationId), gapMs: null })),
  ]
}

/** The completed predecessors of the root, and when the last of them ended. */
export const rootReady = (chain: readonly Operation[], operations: readonly Operation[]) => {
  const root = chain.at(-1)
  const done = operations.filter(
    (operation) => root?.dependencies.includes(operation.operationId) && isDone(operation) && operation !== root,
  )
  const last = lastOf(done)
  return last && { names: done.map(({ name }) => name), atMs: endMs(last) }
}
