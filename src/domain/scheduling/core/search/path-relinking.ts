import { IndexHeap } from '../index-heap.ts'
import type { JobShop } from './job-shop.ts'
import type { SearchRun } from './search-run.ts'

/** A plan as a total order of all operations, and its cost. */
export interface Member {
  order: Int32Array
  cost: number
}

/** Searches on from a plan, either an independent one or one between two good ones. */
export type Improve = (order: Int32Array, isBetween: boolean) => Member

const mostMembers = 30

/**
 * Path relinking for job shops (Peng, Lu and Cheng 2015): maintains a pool of good plans, and in every step searches on from a plan between
 * two of them, with the given method. When they have become similar, all but the best are replaced by new ones.
 */
export const pathRelinking = (run: SearchRun, shop: JobShop, improve: Improve, leastMembers = 6): void => {
  const { start } = run.best
  let members = leastMembers
  const first = Int32Array.from(start.keys()).sort((a, b) => start[a] - start[b] || a - b)
  let pool = [improve(first, false)]
  while (!run.done) {
    while (pool.length < members && !run.done) pool.push(improve(randomOrder(run, shop), false))
    for (let idle = 0; idle < 2 * members && !run.done; idle++) {
      const from = run.below(pool.length)
      const to = (from + 1 + run.below(pool.length - 1)) % pool.length
      const child = improve(between(run, shop, pool[from].order, pool[to].order), true)
      if (joins(pool, child, shop)) idle = -1
    }
    pool = [pool.reduce((best, member) => (member.cost < best.cost ? member : best))]
    members = Math.min(mostMembers, members * 2)
  }
}

/** Replaces the worst member with the child, unless the child is worse or a similar one exists. */
const joins = (pool: Member[], child: Member, shop: JobShop): boolean => {
  let worst = 0
  for (let k = 0; k < pool.length; k++) {
    if (pool[k].cost > pool[worst].cost) worst = k
    if (pool[k].cost === child.cost && distance(shop, pool[k].order, child.order) === 0) return false
  }
  if (child.cost >= pool[worst].cost) return false
  pool[worst] = child
  return true
}

/** A total order about halfway between two others. If both agree on a pair, as they do for all jobs, so does the result. */
const between = (run: SearchRun, shop: JobShop, from: Int32Array, to: Int32Array): Int32Array => {
  const share = 0.3 + 0.4 * run.random()
  const key = new Float64Array(shop.count)
  for (let k = 0; k < shop.count; k++) {
    key[from[k]] += (1 - share) * k
    key[to[k]] += share * k
  }
  return from.slice().sort((a, b) => key[a] - key[b] || a - b)
}

/** A random total order that preserves the order of every job. */
const randomOrder = (run: SearchRun, shop: JobShop): Int32Array => {
  const key = Float64Array.from({ length: shop.count }, run.random)
  const heap = new IndexHeap()
  for (let i = 0; i < shop.count; i++) if (shop.jobBefore[i] === shop.count) heap.push(i, key[i])
  const order = new Int32Array(shop.count)
  for (let k = 0; heap.size > 0; k++) {
    const i = heap.pop()
    order[k] = i
    const next = shop.jobAfter[i]
    if (next !== shop.count) heap.push(next, key[next])
  }
  return order
}

/** Number of neighbors on a machine in one order that are reversed in the other. */
const distance = (shop: JobShop, first: Int32Array, second: Int32Array): number => {
  const place = new Int32Array(shop.count)
  for (let k = 0; k < shop.count; k++) place[second[k]] = k
  const last = new Int32Array(shop.machineCount).fill(-1)
  let pairs = 0
  for (const i of first) {
    const machine = shop.machine[i]
    if (machine < 0) continue
    if (last[machine] >= 0 && place[last[machine]] > place[i]) pairs++
    last[machine] = i
  }
  return pairs
}
