import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#testing/property-runs.ts'
import { cycleMessage, findCycle, type Link } from './find-cycle.ts'

const links = (...pairs: [string, string][]): Link[] =>
  pairs.map(([operationId, predecessorId]) => ({ operationId, predecessorId }))

describe('findCycle', () => {
  it.each<[string, Link[], string[] | null]>([
    ['nothing', [], null],
    ['itself', links(['A', 'A']), ['A', 'A']],
    ['two', links(['A', 'B'], ['B', 'A']), ['A', 'B', 'A']],
    [
      'a tail before the cycle is not part of it',
      links(['T', 'A'], ['A', 'B'], ['B', 'C'], ['C', 'A']),
      ['A', 'B', 'C', 'A'],
    ],
    ['a diamond is not a cycle', links(['D', 'B'], ['D', 'C'], ['B', 'A'], ['C', 'A']), null],
  ])('%s', (_, given, expected) => expect(findCycle(given)).toEqual(expected))

  it('findCycle returns the operations of the cycle', () => {
    expect(cycleMessage(['a', 'b', 'a'], (id) => id.toUpperCase())).toBe(
      'These operations wait for each other: A -> B -> A',
    )
  })

  it('the message shortens the middle of a long cycle to a count', () => {
    const ring = Array.from({ length: 20 }, (_, index) => `${index}`)
    expect(cycleMessage([...ring, '0'], (id) => id)).toBe(
      'These operations wait for each other: 0 -> 1 -> 2 -> 3 -> 4 -> 5 -> (9 more) -> 15 -> 16 -> 17 -> 18 -> 19 -> 0',
    )
  })

  it('a chain of 100,000 links is walked without recursion', () => {
    const chain = Array.from({ length: 100_000 }, (_, index) => ({
      operationId: `${index + 1}`,
      predecessorId: `${index}`,
    }))
    expect(findCycle(chain)).toBeNull()
    expect(findCycle([...chain, { operationId: '0', predecessorId: '100000' }])).toHaveLength(100_002)
  })

  it('a cycle is found exactly when no topological order exists, and the returned one is real', () => {
    const node = fc.integer({ min: 0, max: 7 }).map(String)
    fc.assert(
      fc.property(fc.array(fc.record({ operationId: node, predecessorId: node }), { maxLength: 14 }), (given) => {
        const cycle = findCycle(given)
        const open = new Set(given.flatMap(({ operationId, predecessorId }) => [operationId, predecessorId]))
        for (let removed = true; removed; ) {
          removed = false
          for (const id of open) {
            if (given.some((link) => link.operationId === id && open.has(link.predecessorId))) continue
            removed = open.delete(id) || removed
          }
        }
        expect(cycle !== null).toBe(open.size > 0)
        for (let index = 1; index < (cycle?.length ?? 0); index += 1) {
          expect(given).toContainEqual({ operationId: cycle?.[index - 1], predecessorId: cycle?.[index] })
        }
      }),
      { numRuns: propertyRuns(500) },
    )
  })
})
