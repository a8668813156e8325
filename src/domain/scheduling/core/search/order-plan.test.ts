import { describe, expect, it } from 'vitest'
import { shopModel } from '#domain/scheduling/shop-model.ts'
import { shopProblem } from '#domain/scheduling/shop-problem.ts'
import { randomShop } from '#testing/bench/random-shop.ts'
import { bestOfRules } from '../best-of-rules.ts'
import { type CoreProblem, hasModes, topologicalOrder } from '../core-problem.ts'
import { PlanBuilder } from '../plan-builder.ts'
import { Objective } from '../plan-objective.ts'
import { seededRandom } from '../seeded-random.ts'
import { serialSchedule } from '../serial-schedule.ts'
import { OrderPlan, type Side } from './order-plan.ts'
import { type OrderShop, orderShopOf } from './order-shop.ts'

const features = {
  materials: 0.3,
  capacities: 0.3,
  waits: 0.3,
  outside: 0.2,
  setups: 0.4,
  pools: 0.3,
  alternatives: 0.4,
  overlaps: 0.3,
}

const problemOf = (seed: number, options: object): CoreProblem =>
  shopProblem(
    shopModel(randomShop({ seed, projects: 6, operations: 6, categories: 4, trouble: 0.2, ...options }), 'all'),
  ).problem

const loaded = (problem: CoreProblem): { plan: OrderPlan; shop: OrderShop; objective: Objective } => {
  const shop = orderShopOf(problem, topologicalOrder(problem))
  if (!shop) throw new Error('the shop has demands that no random shop has')
  const objective = new Objective(problem)
  const plan = new OrderPlan(shop, objective)
  const rules = bestOfRules(problem, { onPlaced: () => false })
  if (!rules) throw new Error('the rules never stop')
  plan.load(rules.best.start, rules.best.mode ?? null)
  return { plan, shop, objective }
}

/** Makes random moves and undoes some of them. */
const shuffle = (plan: OrderPlan, shop: OrderShop, random: () => number, moves: number): void => {
  const below = (limit: number): number => Math.floor(random() * limit)
  const { modes } = shop.problem
  for (let k = 0; k < moves; k++) {
    const operation = below(shop.count)
    const first = modes?.first[operation] ?? 0
    const row = hasModes(modes, operation) ? first + below((modes.first[operation + 1] ?? 0) - first) : -1
    const node = row === plan.mode[operation] && random() < 0.5 ? 1 : 0
    const resource =
      node === 0 && row >= 0 && modes ? (modes.resource[row] ?? -1) : (shop.resource[2 * operation + node] ?? -1)
    if (resource < 0) continue
    const [from, to] = [shop.slotFirst[resource] ?? 0, shop.slotFirst[resource + 1] ?? 0]
    if (from === to) continue
    const slot = from + below(to - from)
    const nodes = Array.from(plan.slot.keys()).filter((at) => plan.slot[at] === slot && at >> 1 !== operation)
    const target = nodes[below(nodes.length)] ?? -1
    const side: Side = target < 0 ? 'here' : random() < 0.5 ? 'before' : 'behind'
    if (plan.move(operation, node, target, side, slot, row) && random() < 0.5) plan.undo()
  }
}

describe('order plan', () => {
  it.each(Array.from({ length: 20 }, (_, seed) => seed + 1))(
    'has the values of a plan loaded anew after moves, shop %i',
    (seed) => {
      const problem = problemOf(seed, features)
      const { plan, shop, objective } = loaded(problem)
      shuffle(plan, shop, seededRandom(seed), 400)
      const fresh = new OrderPlan(shop, objective)
      const places = new Float64Array(shop.count)
      plan.order.forEach((i, k) => {
        places[i] = k
      })
      fresh.load(places, plan.mode, plan.slot)
      expect([...plan.startWork]).toEqual([...fresh.startWork])
      expect([...plan.endWork]).toEqual([...fresh.endWork])
      expect(Math.abs(plan.cost - fresh.cost)).toBeLessThanOrEqual(1e-12 * fresh.cost + 1e-3)
    },
  )

  it.each(Array.from({ length: 40 }, (_, seed) => seed + 1))(
    'starts nothing later than the plan built in its order, without changeovers and pools, shop %i',
    (seed) => {
      const problem = problemOf(seed, { materials: 0.3, waits: 0.3, alternatives: 0.4, overlaps: 0.3 })
      const { plan, shop } = loaded(problem)
      shuffle(plan, shop, seededRandom(seed), 200)
      const builder = new PlanBuilder(problem)
      serialSchedule(builder, plan.starts(), () => false, problem.modes ? plan.mode : null)
      const starts = plan.starts()
      for (let i = 0; i < shop.count; i++) expect(builder.start[i]).toBeLessThanOrEqual(starts[i] ?? 0)
    },
  )
})
