import { describe, expect, it } from 'vitest'
import { operation } from '#testing/builders/shop-snapshot.ts'
import { atLearnedPace } from './at-learned-pace.ts'
import type { LearnedPaces } from './learned-pace.ts'

const factors = new Map([
  ['weld', 1.3],
  ['mill', 0.5],
])
const paces: LearnedPaces = {
  groups: [],
  key: '',
  paceOf: ({ categoryId }) => {
    const factor = factors.get(categoryId ?? '')
    return factor === undefined ? null : { factor, spread: 0.2, count: 40, basis: 'workCenter' }
  },
}

describe('atLearnedPace', () => {
  it('open work takes the learned hours, at each of its work centers', () => {
    const paced = atLearnedPace(
      operation('a', {
        categoryId: 'weld',
        durationHours: 10,
        setupHours: 1,
        alternatives: [
          { categoryId: 'mill', durationHours: 8 },
          { categoryId: 'saw', durationHours: 7 },
        ],
      }),
      paces,
    )
    expect(paced).toMatchObject({ durationHours: 13, estimateHours: 10, setupHours: 1.3 })
    expect(paced.alternatives?.map(({ durationHours }) => durationHours)).toEqual([4, 7])
  })

  it('progress stays, so the remaining work of started operations is paced too', () => {
    const started = operation('a', { categoryId: 'weld', durationHours: 10, progressPercentage: 40 })
    expect(atLearnedPace(started, paces)).toMatchObject({ durationHours: 13, progressPercentage: 40 })
  })

  it('completed work, work without hours and unknown work keep their hours', () => {
    const kept = [
      operation('done', { categoryId: 'weld', progressPercentage: 100 }),
      operation('none', { categoryId: 'weld', durationHours: 0 }),
      operation('unknown', { categoryId: 'saw' }),
    ]
    expect(kept.map((one) => atLearnedPace(one, paces))).toEqual(kept)
  })

  it('hours are whole minutes, and at least one', () => {
    const hoursOf = (durationHours: number) =>
      atLearnedPace(operation('a', { categoryId: 'mill', durationHours }), paces).durationHours
    expect(hoursOf(0.55) * 60).toBe(17)
    expect(hoursOf(0.001) * 60).toBe(1)
  })
})
