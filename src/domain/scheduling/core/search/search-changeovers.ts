import type { CoreProblem } from '../core-problem.ts'
import { PlanBuilder } from '../plan-builder.ts'
import { changeoverShare, completionShare, type PlanCost, planCost } from '../plan-objective.ts'
import { serialSchedule } from '../serial-schedule.ts'
import type { SearchRun } from './search-run.ts'

/** Approximate number of placements in the whole search, since each attempt builds a whole plan. */
const placements = 4_000_000
/** How often an operation moves next to one of its family, and how often adjacent operations of its family move with it. */
const familyShare = 0.7
const blockShare = 0.5
/** Initial temperature in mean changeovers; it falls to `coldest` times that. */
const hottest = 0.5
const coldest = 0.01

const worth = (cost: PlanCost): number => cost[0] + changeoverShare * cost[4] + completionShare * cost[1]

/**
 * Annealing over the order on resources with changeovers: moves an operation, or a run of its family, to another
 * position, and generates the whole plan in the new order.
 */
export const searchChangeovers = (run: SearchRun): void => {
  const { problem } = run
  const users = usersOf(problem)
  if (users.length === 0) return
  const tries = Math.floor(Math.min(run.left / 2, placements / problem.operationCount))
  const builder = new PlanBuilder(problem)
  let keys = run.best.start
  let cost = run.best.cost
  const count = users.reduce((sum, { operations }) => sum + operations.length, 0)
  let temperature = (hottest * changeoverShare * cost[4]) / count
  for (let k = 0; k < tries && run.next(); k++) {
    temperature *= coldest ** (1 / tries)
    const wanted = movedKeys(run, users, keys)
    if (!serialSchedule(builder, wanted, run.onPlaced)) return
    const found = planCost(problem, builder)
    const worse = worth(found) - worth(cost)
    if (found[3] > cost[3] || (worse > 0 && run.random() >= Math.exp(-worse / temperature))) continue
    keys = builder.start.slice()
    cost = found
    run.offer(builder)
  }
}

/** The operations of a resource with changeovers, and their families. */
interface Users {
  readonly operations: number[]
  readonly familyOf: ReadonlyMap<number, number>
}

const usersOf = ({ setups, operationCount, demandFirst, demandResource, duration }: CoreProblem): Users[] => {
  const families = (setups?.of ?? []).map((setup) => (setup ? new Map<number, number>() : null))
  for (let i = 0; i < operationCount; i++) {
    if (duration[i] === 0) continue
    for (let d = demandFirst[i]; d < demandFirst[i + 1]; d++) {
      families[demandResource[d]]?.set(i, setups?.demandFamily[d] ?? 0)
    }
  }
  return families.flatMap((familyOf) =>
    familyOf && familyOf.size > 1 ? { operations: [...familyOf.keys()], familyOf } : [],
  )
}

/** The keys with an operation, or the adjacent ones of its family, moved right before or after another operation. */
const movedKeys = (run: SearchRun, users: readonly Users[], keys: Float64Array): Float64Array => {
  const { operations, familyOf } = users[run.below(users.length)]
  const order = operations.filter((i) => keys[i] !== Infinity).sort((a, b) => keys[a] - keys[b] || a - b)
  const wanted = keys.slice()
  if (order.length < 2) return wanted
  const from = run.below(order.length)
  const family = familyOf.get(order[from])
  let [first, last] = [from, from]
  if (run.random() < blockShare) {
    while (first > 0 && familyOf.get(order[first - 1]) === family) first--
    while (last + 1 < order.length && familyOf.get(order[last + 1]) === family) last++
  }
  const others = order.toSpliced(first, last - first + 1)
  const alike = run.random() < familyShare ? others.filter((i) => familyOf.get(i) === family) : []
  const near = alike.length > 0 ? alike : others
  if (near.length === 0) return wanted
  const beside = near[run.below(near.length)]
  // Starts are integers, so a fraction falls between two of them.
  const side = run.random() < 0.5 ? -0.5 : 0.5
  for (let at = first; at <= last; at++) wanted[order[at]] = keys[beside] + side + (at - first) / (4 * order.length)
  return wanted
}
