import { type CoreProblem, hasModes, type Predecessors, predecessorsOf } from '../core-problem.ts'
import type { CoreSetup } from '../setup-timeline.ts'

/** Fixed work on a slot, in order, in work of its resource's calendar. Families count on slots with changeovers only. */
interface Blocks {
  readonly from: Float64Array
  readonly to: Float64Array
  readonly family: Int32Array
  /** The longest changeover of the slot. */
  readonly longest: number
}

/**
 * What the search over machine orders reads of a problem. A resource of capacity c consists of c equal slots, each of which runs one
 * operation at a time. An operation has one node on a slot for each resource that it needs: 2 i for the first one, and 2 i + 1 for a second.
 */
export interface OrderShop {
  readonly problem: CoreProblem
  readonly count: number
  readonly links: Predecessors
  /** 1 for each link, by waiting operation, that has a lag, a wait or an overlap. */
  readonly isTimed: Uint8Array
  /** Slots of resource r are `slotFirst[r]` up to `slotFirst[r + 1]`. */
  readonly slotFirst: Int32Array
  readonly resourceOf: Int32Array
  readonly setupOf: readonly (CoreSetup | null)[]
  readonly blocksOf: readonly (Blocks | null)[]
  /** Index into `problem.calendars` for each slot; -1 = that of the operation on it. */
  readonly calendarOf: Int32Array
  /** Resource and family of each node; -1 = none. The resource of a first node depends on the mode. */
  readonly resource: Int32Array
  readonly family: Int32Array
  /** 1 for each node whose slot other operations may use while the operation pauses. */
  readonly frees: Uint8Array
  /** Position of each operation in a topological order. */
  readonly depth: Int32Array
  /** 1 for the operations that no other one of their project waits for: the project ends with one of them. */
  readonly isLast: Uint8Array
  /** Operations of `isLast` by project: rows `lastFirst[p]` up to `lastFirst[p + 1]`. */
  readonly lastFirst: Int32Array
  readonly last: Int32Array
  /** Whether operations may choose between slots. */
  readonly hasChoices: boolean
  readonly hasSetups: boolean
}

/** The largest number of slots of one resource, beyond which it is not a bottleneck that orders could improve. */
const mostSlots = 64

const slotsOf = ({ capacity }: CoreProblem): Int32Array => {
  const first = new Int32Array(capacity.length + 1)
  for (let r = 0; r < capacity.length; r++) first[r + 1] = first[r] + Math.min(mostSlots, Math.max(0, capacity[r]))
  return first
}

const longestChangeovers = (slotFirst: Int32Array, setups: CoreProblem['setups']): number[] =>
  Array.from(slotFirst.subarray(1)).flatMap((end, r) => {
    const longest = setups?.of[r]?.times.reduce((most, time) => Math.max(most, time), 0) ?? 0
    return new Array<number>(end - slotFirst[r]).fill(longest)
  })

/** Distributes the fixed work of each resource over its slots: each booking takes the first slots that are free. */
const blocksOf = ({ bookings, setups }: CoreProblem, slotFirst: Int32Array): (Blocks | null)[] => {
  const lists = Array.from(
    { length: slotFirst[slotFirst.length - 1] },
    (): { from: number; to: number; family: number }[] => [],
  )
  for (const { resource, from, to, units, family = 0 } of bookings.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    let left = units
    for (let slot = slotFirst[resource]; slot < slotFirst[resource + 1] && left > 0 && to > from; slot++) {
      const before = lists[slot].at(-1)
      if (before && before.to > from) continue
      lists[slot].push({ from, to, family })
      left--
    }
    // Fixed work may overload its resource. It then follows what ends first.
    for (; left > 0; left--) {
      const blocks = lists.slice(slotFirst[resource], slotFirst[resource + 1]).flatMap((list) => list.at(-1) ?? [])
      const earliest = blocks.reduce<(typeof blocks)[number] | null>((a, b) => (a && a.to <= b.to ? a : b), null)
      if (!earliest || earliest.to >= to) break
      earliest.to = to
    }
  }
  for (let r = 0; setups && r + 1 < slotFirst.length; r++) {
    const setup = setups.of[r]
    if (!setup || setup.firstEnd === -Infinity || slotFirst[r] === slotFirst[r + 1]) continue
    lists[slotFirst[r]].unshift({ from: -Infinity, to: setup.firstEnd, family: setup.firstFamily })
  }
  const longestOf = slotFirst.length > 1 ? longestChangeovers(slotFirst, setups) : []
  return lists.map((list, slot) =>
    list.length === 0
      ? null
      : {
          from: Float64Array.from(list, ({ from }) => from),
          to: Float64Array.from(list, ({ to }) => to),
          family: Int32Array.from(list, ({ family }) => family),
          longest: longestOf[slot],
        },
  )
}

const lastsOf = ({ operationCount, projectCount, project, successorFirst, successor }: CoreProblem) => {
  const isLast = new Uint8Array(operationCount).fill(1)
  for (let i = 0; i < operationCount; i++) {
    for (let e = successorFirst[i]; e < successorFirst[i + 1]; e++)
      if (project[successor[e]] === project[i]) isLast[i] = 0
  }
  const lists = Array.from({ length: projectCount }, (): number[] => [])
  for (let i = 0; i < operationCount; i++) if (isLast[i] === 1) lists[project[i]].push(i)
  const lastFirst = new Int32Array(projectCount + 1)
  for (let p = 0; p < projectCount; p++) lastFirst[p + 1] = lastFirst[p] + lists[p].length
  return { isLast, lastFirst, last: Int32Array.from(lists.flat()) }
}

/** Reads a problem for the search over orders; null if operations need more than two resources, or several units of one. */
export const orderShopOf = (problem: CoreProblem, order: Int32Array): OrderShop | null => {
  const { operationCount: count, demandFirst, demandResource, demandUnits, setups, modes, pauses, duration } = problem
  const resource = new Int32Array(2 * count).fill(-1)
  const family = new Int32Array(2 * count)
  const frees = new Uint8Array(2 * count)
  for (let i = 0; i < count; i++) {
    const first = demandFirst[i]
    if (demandFirst[i + 1] - first > 2) return null
    for (let d = first; d < demandFirst[i + 1]; d++) {
      if (demandUnits[d] !== 1) return null
      if (duration[i] === 0 && !hasModes(modes, i)) continue
      resource[2 * i + d - first] = demandResource[d]
      family[2 * i + d - first] = setups?.demandFamily[d] ?? 0
      frees[2 * i + d - first] = pauses?.frees[d] ?? 0
    }
  }
  const slotFirst = slotsOf(problem)
  const slotCount = slotFirst[slotFirst.length - 1]
  const resourceOf = new Int32Array(slotCount)
  for (let r = 0; r + 1 < slotFirst.length; r++) resourceOf.fill(r, slotFirst[r], slotFirst[r + 1])
  const depth = new Int32Array(count)
  for (let k = 0; k < order.length; k++) depth[order[k]] = k
  const links = predecessorsOf(problem)
  const isTimed = new Uint8Array(links.predecessor.length)
  for (let e = 0; e < isTimed.length; e++) {
    isTimed[e] = Number(links.lag[e] !== 0 || links.wait[e] !== 0 || (links.left !== null && links.left[e] !== 0))
  }
  return {
    problem,
    count,
    links,
    isTimed,
    slotFirst,
    resourceOf,
    setupOf: Array.from(resourceOf, (r) => setups?.of[r] ?? null),
    blocksOf: blocksOf(problem, slotFirst),
    calendarOf: Int32Array.from(resourceOf, (r) => pauses?.calendarOf[r] ?? -1),
    resource,
    family,
    frees,
    depth,
    ...lastsOf(problem),
    hasChoices: modes !== null || resourceOf.some((r) => slotFirst[r + 1] - slotFirst[r] > 1),
    hasSetups: setups !== undefined,
  }
}
