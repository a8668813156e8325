import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '#testing/property-runs.ts'
import type { DispatchRule } from './dispatch-rule.ts'
import { ReadyQueue, SetupQueue } from './ready-queue.ts'

const number = fc.integer({ min: 0, max: 20 })
const operation = fc.record({ key: number, urgentAt: number, changeover: number })
const step = fc.record({ arrivals: fc.array(operation, { maxLength: 30 }), later: fc.integer({ min: 0, max: 3 }) })

it('a queue with changeovers returns the best of its first 16, changeover included, at any time', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), (steps, isUrgent) => {
      const all = steps.flatMap(({ arrivals }) => arrivals)
      const urgency = { urgentAt: Float64Array.from(all, ({ urgentAt }) => urgentAt), scale: 2 }
      const keys = Float64Array.from(all, ({ key }) => key)
      const rule: DispatchRule = { name: 'any', keys, urgency: isUrgent ? urgency : null }
      const extra = (index: number): number => all[index]?.changeover ?? 0
      const plain = new ReadyQueue(rule)
      const queue = new SetupQueue(rule, extra)
      let [waiting, arrived, at]: [number[], number, number] = [[], 0, 0]
      for (const { arrivals, later } of steps) {
        for (const _ of arrivals) {
          queue.push(arrived, at)
          waiting.push(arrived++)
        }
        at += later
        for (let takes = 0; takes < 6 && waiting.length > 0; takes++) {
          const inOrder = waiting.toSorted((a, b) => plain.keyAt(a, at) - plain.keyAt(b, at) || a - b)
          const score = (index: number): number => plain.keyAt(index, at) + extra(index)
          const best = inOrder.slice(0, 16).reduce((first, next) => (score(next) < score(first) ? next : first))
          expect(queue.bestKey(at)).toBe(plain.keyAt(inOrder[0] ?? -1, at))
          expect(queue.pop(at)).toBe(best)
          waiting = waiting.filter((index) => index !== best)
          expect(queue.size).toBe(waiting.length)
        }
      }
    }),
    { numRuns: propertyRuns(300) },
  )
})

it('a queue returns the operation with the smallest key at any instant, even if that is never', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), fc.boolean(), (steps, isUrgent) => {
      const all = steps.flatMap(({ arrivals }) => arrivals)
      const urgency = { urgentAt: Float64Array.from(all, ({ urgentAt }) => urgentAt), scale: 2 }
      const keys = Float64Array.from(all, ({ key }) => key)
      const queue = new ReadyQueue({ name: 'any', keys, urgency: isUrgent ? urgency : null })
      let [waiting, arrived, at]: [number[], number, number] = [[], 0, 0]
      const takeOne = (): void => {
        const inOrder = waiting.toSorted((a, b) => queue.keyAt(a, at) - queue.keyAt(b, at) || a - b)
        const [best = -1] = inOrder
        expect(queue.best(at)).toBe(best)
        expect(queue.bestKey(at)).toBe(queue.keyAt(best, at))
        expect(queue.pop(at)).toBe(best)
        waiting = inOrder.slice(1)
        expect(queue.size).toBe(waiting.length)
      }
      for (const { arrivals, later } of steps) {
        for (const _ of arrivals) {
          queue.push(arrived, at)
          waiting.push(arrived++)
        }
        at += later
        for (let takes = 0; takes < 6 && waiting.length > 0; takes++) takeOne()
      }
      at = Infinity
      while (waiting.length > 0) takeOne()
    }),
    { numRuns: propertyRuns(300) },
  )
})
