import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '#testing/property-runs.ts'
import { FlexiblePlan } from './flexible-plan.ts'
import { type FlexibleShop, setupBetween } from './flexible-shop.ts'

const machines = 3

/** Jobs of up to four operations, each of which may run on every machine, which is set up for it. */
const someShop = fc
  .record({
    lengths: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 5 }),
    seeds: fc.infiniteStream(fc.nat(9)),
  })
  .map(({ lengths, seeds }): FlexibleShop => {
    const some = (): number => seeds.next().value ?? 0
    const count = lengths.reduce((sum, length) => sum + length, 0)
    const lasts = lengths.map((_, job) => lengths.slice(0, job + 1).reduce((sum, length) => sum + length, -1))
    const ids = Array.from({ length: count }, (_, i) => i)
    const jobAfter = [...ids.map((i) => (lasts.includes(i) ? count : i + 1)), count]
    const jobBefore = [...ids.map((i) => (i === 0 || lasts.includes(i - 1) ? count : i - 1)), count]
    const rows = ids.flatMap(() => [0, 1, 2])
    const setup = () => ({
      families: count,
      times: Float64Array.from({ length: count ** 2 }, some),
      firstFamily: 0,
      firstEnd: -Infinity,
    })
    return {
      count,
      machineCount: machines,
      lasts: Int32Array.from(lasts),
      jobBefore: Int32Array.from(jobBefore),
      jobAfter: Int32Array.from(jobAfter),
      release: Float64Array.from([...ids.map(some), 0]),
      first: Int32Array.from([...ids, count], (i) => machines * i),
      machine: Int32Array.from(rows),
      duration: Float64Array.from(rows, () => 1 + some()),
      mode: Int32Array.from(rows.keys()),
      setups: { of: [setup(), setup(), null], family: Int32Array.from(ids) },
    }
  })

/** Earliest ends in a total order, without one operation (-1 = with all), which then ends when it could start. */
const endsInOrder = (shop: FlexibleShop, order: readonly number[], choice: readonly number[], left: number) => {
  const ends = new Map<number, number>()
  const last = new Map<number, number>()
  for (const i of order) {
    const machine = shop.machine[choice[i] ?? 0] ?? 0
    const ready = Math.max(shop.release[i] ?? 0, ends.get(shop.jobBefore[i] ?? -1) ?? 0)
    if (i === left) ends.set(i, ready)
    if (i === left) continue
    const before = last.get(machine) ?? shop.count
    const free = (ends.get(before) ?? 0) + setupBetween(shop, machine, before, i)
    ends.set(i, Math.max(ready, free) + (shop.duration[choice[i] ?? 0] ?? 0))
    last.set(machine, i)
  }
  return order.map((_, i) => ends.get(i) ?? 0)
}

/** The same backwards: from each start to the end of the longest chain behind it. */
const tailsInOrder = (shop: FlexibleShop, order: readonly number[], choice: readonly number[], left: number) => {
  const tails = new Map<number, number>()
  const next = new Map<number, number>()
  for (const i of order.toReversed()) {
    const machine = shop.machine[choice[i] ?? 0] ?? 0
    const rest = tails.get(shop.jobAfter[i] ?? -1) ?? 0
    if (i === left) tails.set(i, rest)
    if (i === left) continue
    const after = next.get(machine) ?? shop.count
    const behind = setupBetween(shop, machine, i, after) + (tails.get(after) ?? 0)
    tails.set(i, Math.max(rest, behind) + (shop.duration[choice[i] ?? 0] ?? 0))
    next.set(machine, i)
  }
  return order.map((_, i) => tails.get(i) ?? 0)
}

it('ends, tails and changeovers of a plan, and those without one operation, are those of its order computed one by one', () => {
  fc.assert(
    fc.property(someShop, fc.infiniteStream(fc.nat(1_000)), (shop, seeds) => {
      const some = (): number => seeds.next().value ?? 0
      const plan = new FlexiblePlan(shop)
      const ids = Array.from({ length: shop.count }, (_, i) => i)
      const choice = ids.map((i) => machines * i + (some() % machines))
      plan.load(Int32Array.from(ids), Int32Array.from(choice))
      for (let move = 0; move < 5; move++) {
        const operation = some() % shop.count
        const order = [...plan.order]
        expect([...plan.end.slice(0, shop.count)]).toEqual(endsInOrder(shop, order, [...plan.choice], -1))
        expect([...plan.tail.slice(0, shop.count)]).toEqual(tailsInOrder(shop, order, [...plan.choice], -1))
        plan.without(operation)
        expect([...plan.endWithout.slice(0, shop.count)]).toEqual(endsInOrder(shop, order, [...plan.choice], operation))
        expect([...plan.tailWithout.slice(0, shop.count)]).toEqual(
          tailsInOrder(shop, order, [...plan.choice], operation),
        )
        // Behind all others on a machine is possible for the last operation of a job.
        const last = shop.lasts[some() % shop.lasts.length] ?? 0
        plan.move(last, machines * last + (some() % machines), shop.count)
      }
      const changeovers = ids.map((i) => setupBetween(shop, plan.machine[i] ?? 0, plan.machineBefore[i] ?? 0, i))
      expect(plan.plan().changeover).toBe(changeovers.reduce((sum, time) => sum + time, 0))
    }),
    { numRuns: propertyRuns(200) },
  )
})
