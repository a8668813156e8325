import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CapacitySpan, capacitySteps, stepsInWork } from './capacity-steps.ts'

const mill = { categoryId: 'mill', capacity: 2 }
const span = (units: number, startMs: number, endMs: number | null, categoryId = 'mill'): CapacitySpan => ({
  name: `${units}`,
  categoryId,
  units,
  startMs,
  endMs,
})
const stepsOf = (...spans: CapacitySpan[]) =>
  capacitySteps(mill, spans).map(({ fromMs, capacity }) => [fromMs, capacity])

describe('the capacity of a work center', () => {
  it.each<[string, CapacitySpan[], number[][]]>([
    ['is the normal one without an entry', [], [[-Infinity, 2]]],
    [
      'is lower while one of two is down',
      [span(1, 10, 20)],
      [
        [-Infinity, 2],
        [10, 1],
        [20, 2],
      ],
    ],
    [
      'is higher from an instant on, until further notice',
      [span(3, 10, null)],
      [
        [-Infinity, 2],
        [10, 3],
      ],
    ],
    [
      'is the one that started last, and afterwards the earlier one',
      [span(3, 10, null), span(1, 20, 30)],
      [
        [-Infinity, 2],
        [10, 3],
        [20, 1],
        [30, 3],
      ],
    ],
    [
      'is the one that started last also if that is the higher one',
      [span(1, 10, 40), span(4, 20, 30)],
      [
        [-Infinity, 2],
        [10, 1],
        [20, 4],
        [30, 1],
        [40, 2],
      ],
    ],
    [
      'is the smaller one of two that start together',
      [span(3, 10, 30), span(1, 10, 20)],
      [
        [-Infinity, 2],
        [10, 1],
        [20, 3],
        [30, 2],
      ],
    ],
    ['does not change with the entries of another work center', [span(1, 10, 20, 'saw')], [[-Infinity, 2]]],
    ['has no step where an entry says what holds anyway', [span(2, 10, 20)], [[-Infinity, 2]]],
  ])('%s', (_, spans, steps) => {
    expect(stepsOf(...spans)).toEqual(steps)
  })

  it('is at every instant that of the entry that started last', () => {
    const entries = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(20), fc.option(fc.integer({ min: 1, max: 9 }), { nil: null })),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(entries, (drawn) => {
        const spans = drawn.map(([units, from, length]) => span(units, from, length === null ? null : from + length))
        const steps = capacitySteps(mill, spans)
        for (let at = -1; at < 32; at++) {
          const [wanted] = spans
            .filter(({ startMs, endMs }) => startMs <= at && (endMs === null || at < endMs))
            .sort((a, b) => b.startMs - a.startMs || a.units - b.units)
          expect(steps.findLast(({ fromMs }) => fromMs <= at)?.capacity).toBe(wanted?.units ?? 2)
        }
      }),
    )
  })

  it('has no step in working time for what passes while the work center is closed', () => {
    // Open until 10 and from 20 on.
    const clock = { toWork: (ms: number) => (ms <= 10 ? ms : Math.max(10, ms - 10)) }
    const steps = capacitySteps(mill, [span(1, 12, 18), span(3, 25, null)])
    expect(stepsInWork(steps, clock)).toMatchObject([
      { from: -Infinity, to: 10, capacity: 2 },
      { from: 10, to: 15, capacity: 2 },
      { from: 15, to: Infinity, capacity: 3 },
    ])
  })
})
