import fc from 'fast-check'
import { expect, it } from 'vitest'
import { floatAt, intAt } from '#domain/value-at.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { seededRandom } from '../seeded-random.ts'
import { CriticalMoves } from './critical-moves.ts'
import type { JobShop } from './job-shop.ts'
import { MachineOrders } from './machine-orders.ts'

/** Jobs of random lengths on random machines, with operations that need no machine. */
const randomJobShop = (seed: number, jobs: number, machineCount: number): { shop: JobShop; order: Int32Array } => {
  const random = seededRandom(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const lengths = Array.from({ length: jobs }, () => 1 + below(2 * machineCount))
  const count = lengths.reduce((sum, length) => sum + length, 0)
  const shop: JobShop = {
    count,
    machineCount,
    machine: Int32Array.from({ length: count + 1 }, (_, i) => (i < count ? below(machineCount + 1) - 1 : -1)),
    duration: Float64Array.from({ length: count + 1 }, (_, i) => (i < count ? 1 + below(9) : 0)),
    release: Float64Array.from({ length: count + 1 }, (_, i) => (i < count && random() < 0.3 ? below(20) : 0)),
    jobBefore: new Int32Array(count + 1).fill(count),
    jobAfter: new Int32Array(count + 1).fill(count),
    lasts: new Int32Array(jobs),
  }
  let next = 0
  lengths.forEach((length, job) => {
    for (let k = 0; k < length; k++, next++) {
      if (k === 0) continue
      shop.jobBefore[next] = next - 1
      shop.jobAfter[next - 1] = next
    }
    shop.lasts[job] = next - 1
  })
  return { shop, order: Int32Array.from({ length: count }, (_, i) => i) }
}

const shops = fc.record({
  seed: fc.nat(1_000_000),
  jobs: fc.integer({ min: 1, max: 8 }),
  machines: fc.integer({ min: 1, max: 4 }),
})

it('after every move, heads and tails equal those computed from scratch, and every operation follows its predecessors', () => {
  fc.assert(
    fc.property(shops, ({ seed, jobs, machines }) => {
      const { shop, order } = randomJobShop(seed, jobs, machines)
      const random = seededRandom(seed + 1)
      const orders = new MachineOrders(shop)
      const scratch = new MachineOrders(shop)
      const moves = new CriticalMoves(orders, random)
      orders.load(order)
      for (let step = 0; step < 30; step++) {
        moves.collect()
        if (moves.count === 0) return
        moves.apply(Math.floor(random() * moves.count), 0)
        scratch.load(orders.order)
        expect([orders.makespan, orders.head, orders.tail]).toEqual([scratch.makespan, scratch.head, scratch.tail])
        for (let i = 0; i < shop.count; i++) {
          expect(intAt(orders.order, intAt(orders.place, i))).toBe(i)
          for (const before of [intAt(shop.jobBefore, i), intAt(orders.machineBefore, i)]) {
            if (before < shop.count) expect(intAt(orders.place, before)).toBeLessThan(intAt(orders.place, i))
          }
        }
      }
    }),
    { numRuns: propertyRuns(200) },
  )
})

it('the estimate for a swap of two neighbors is the longest path through them', () => {
  fc.assert(
    fc.property(shops, ({ seed, jobs, machines }) => {
      const { shop, order } = randomJobShop(seed, jobs, machines)
      const orders = new MachineOrders(shop)
      const moves = new CriticalMoves(orders, seededRandom(seed + 1))
      orders.load(order)
      moves.collect()
      for (let move = 0; move < moves.count; move++) {
        const [u, v] = [intAt(moves.mover, move), intAt(moves.target, move)]
        if (moves.behind[move] !== 1 || intAt(orders.machineAfter, u) !== v) continue
        const estimate = floatAt(moves.estimate, move)
        moves.apply(move, 0)
        const through = Math.max(...[u, v].map((i) => floatAt(orders.head, i) + floatAt(orders.tail, i)))
        expect(estimate).toBe(through)
        return
      }
    }),
    { numRuns: propertyRuns(200) },
  )
})
