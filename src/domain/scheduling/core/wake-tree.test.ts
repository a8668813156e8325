import fc from 'fast-check'
import { expect, it } from 'vitest'
import { WakeTree } from './wake-tree.ts'

it('the tree wakes the earliest resource; for equal times the lowest rank, then the smaller index', () => {
  const ranks = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 9 })
  // Two of three steps advance a resource, the third removes one.
  const steps = fc.array(fc.record({ resource: fc.nat(8), at: fc.nat(5), takesOut: fc.nat(2) }), { maxLength: 40 })
  fc.assert(
    fc.property(ranks, steps, (rank, asked) => {
      const tree = new WakeTree(Float64Array.from(rank))
      const waiting = new Map<number, number>()
      for (const { resource: given, at, takesOut } of asked) {
        const resource = given % rank.length
        if (takesOut > 0) {
          tree.lower(resource, at)
          waiting.set(resource, Math.min(at, waiting.get(resource) ?? at))
        } else if (waiting.size > 0) {
          const [first = -1] = [...waiting.keys()].sort(
            (a, b) => (waiting.get(a) ?? 0) - (waiting.get(b) ?? 0) || (rank[a] ?? 0) - (rank[b] ?? 0) || a - b,
          )
          expect(tree.nextAt).toBe(waiting.get(first))
          expect(tree.pop()).toBe(first)
          waiting.delete(first)
        }
        expect(tree.nextAt).toBe(Math.min(Infinity, ...waiting.values()))
      }
    }),
  )
})

it('a resource that wakes after all working time still comes before one that never does', () => {
  const tree = new WakeTree(new Float64Array(3))
  tree.lower(1, Infinity)
  expect(tree.nextAt).toBeLessThan(Infinity)
  expect(tree.pop()).toBe(1)
  expect(tree.nextAt).toBe(Infinity)
})
