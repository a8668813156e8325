import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { operationFlag } from '#contract/schedule.ts'
import { fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { buildModel } from '#web/features/schedule/model/schedule-model.ts'
import { linkRefusal } from './link-refusal.ts'

const model = buildModel(
  fixturePlan({
    projects: [[{}, {}, {}, { flags: operationFlag.completed }], [{}]],
    links: [
      [0, 1],
      [1, 2],
    ],
  }),
)

describe('a new link', () => {
  it.each([
    [0, 0, 'self'],
    [0, 4, 'otherProject'],
    [2, 3, 'completed'],
    [0, 1, 'linked'],
    [2, 0, 'circle'],
    [1, 0, 'circle'],
    [0, 2, null],
    [3, 0, null],
  ] as const)('the refusal of a link from %i to %i is %s', (from, to, refusal) => {
    expect(linkRefusal(model, from, to)).toBe(refusal)
  })

  it('an accepted link never closes a cycle', () => {
    const wanted = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 30 })
    fc.assert(
      fc.property(wanted, (pairs) => {
        const links: [number, number][] = []
        for (const [from, to] of pairs) {
          const plan = buildModel(fixturePlan({ projects: [Array.from({ length: 8 }, () => ({}))], links }))
          if (linkRefusal(plan, from, to) === null) links.push([from, to])
        }
        // Work without predecessors can be removed repeatedly until none remains.
        let left = [0, 1, 2, 3, 4, 5, 6, 7]
        for (let round = 0; round < 8; round++)
          left = left.filter((row) => links.some(([from, to]) => to === row && left.includes(from)))
        expect(left).toEqual([])
      }),
    )
  })
})
