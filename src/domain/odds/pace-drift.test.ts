import { describe, expect, it } from 'vitest'
import { seededRandom } from '../scheduling/core/seeded-random.ts'
import { dayMs } from '../time/units.ts'
import { paceDrift } from './pace-drift.ts'

const nowMs = Date.UTC(2026, 10, 16)

/** Work of six work centers whose paces change by so much (of the logarithm) in 45 days, half of them in each direction. */
const finished = (change: number, scatter = 0.2, count = 240) => {
  const random = seededRandom(7)
  const ages = Array.from({ length: count }, () => 90 * random())
  const centers = ages.map((_, at) => at % 6)
  const actualHours = ages.map((age, at) => {
    const way = (centers[at] ?? 0) % 2 === 0 ? 1 : -1
    return 4 * Math.exp((-way * change * age) / 45 + scatter * (2 * random() - 1))
  })
  return {
    categoryId: centers.map((center) => `center ${center}`),
    name: ages.map(() => ''),
    setupFamily: ages.map(() => ''),
    estimateHours: ages.map(() => 4),
    actualHours,
    includesWaiting: ages.map(() => false),
    finishedMs: ages.map((age) => nowMs - age * dayMs),
  }
}

describe('paceDrift', () => {
  it('paces that stay show little or no drift', () => {
    expect(paceDrift(finished(0), nowMs)).toBeLessThan(0.04)
  })

  it('paces that change are measured, in both directions together', () => {
    // 0.2 in 45 days is 0.16 in the 37 days between what was learned and what is to come.
    expect(paceDrift(finished(0.2), nowMs)).toBeGreaterThan(0.13)
    expect(paceDrift(finished(0.2), nowMs)).toBeLessThan(0.2)
  })

  it('too few operations, old work and work with waiting in it say nothing', () => {
    const waiting = finished(0.3)
    expect(paceDrift(finished(0.3, 0.2, 24), nowMs)).toBe(0)
    expect(paceDrift(finished(0.3), nowMs + 200 * dayMs)).toBe(0)
    expect(paceDrift({ ...waiting, includesWaiting: waiting.includesWaiting.map(() => true) }, nowMs)).toBe(0)
  })
})
