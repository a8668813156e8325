import { describe, expect, it } from 'vitest'
import { operationFlag } from '#contract/schedule.ts'
import { type FixturePlan, fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { buildModel } from '#web/features/schedule/model/schedule-model.ts'
import { hourMs } from '../time/units.ts'
import { criticalPath } from './critical-path.ts'

const origin = Date.UTC(2026, 10, 9)
const span = (from: number, to: number) => ({ startMs: origin + from * hourMs, endMs: origin + to * hourMs })
const path = (plan: FixturePlan) => {
  const model = buildModel(fixturePlan({ now: origin, from: origin, to: origin + 960 * hourMs, ...plan }))
  return criticalPath(model, 0, model.operationCount)
}

describe('the critical path of a project', () => {
  it('the path leads back from the operation that ends last through the predecessors that end last', () => {
    const work = [span(0, 4), span(0, 6), span(6, 8), span(8, 12), span(2, 11)]
    const links = [
      [0, 2],
      [1, 2],
      [2, 3],
      [0, 4],
    ] as const
    expect(path({ projects: [work], links, capacities: [5] })).toEqual([1, 2, 3])
  })

  it('the path leads through the predecessor with the longer lag, even if another one ends later', () => {
    const work = [span(0, 4), span(0, 6), span(12, 14)]
    const links = [
      [0, 2, 0, 8],
      [1, 2],
    ] as const
    expect(path({ projects: [work], links, capacities: [5] })).toEqual([0, 2])
  })

  it('the path contains only open scheduled work', () => {
    const work = [{ ...span(0, 4), flags: operationFlag.completed }, span(4, 6), {}]
    const links = [
      [0, 1],
      [1, 2],
    ] as const
    expect(path({ projects: [work], links })).toEqual([1])
    expect(path({ projects: [[{}]] })).toEqual([])
  })

  it('the path terminates if links form a cycle', () => {
    const links = [
      [0, 1],
      [1, 0],
    ] as const
    expect(path({ projects: [[span(0, 4), span(4, 6)]], links })).toEqual([0, 1])
  })
})
