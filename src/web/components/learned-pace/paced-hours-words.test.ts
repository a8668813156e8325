import { describe, expect, it } from 'vitest'
import type { LearnedPacesAnswer, Pace } from '#contract/analytics.ts'
import { type PacedOperation, pacedHoursWords } from './paced-hours-words.ts'

const pace: Pace = {
  kind: null,
  basis: 'workCenter',
  factor: 1.3,
  low: 1,
  high: 1.6,
  operations: 42,
  days: 90,
  includesWaiting: false,
  ratios: [],
  openOperations: 0,
}
const paces: LearnedPacesAnswer = {
  workCenters: [{ categoryId: 'weld', name: 'Weld', color: '#000000', pace, kinds: [] }],
  shopFactor: 1.5,
  unknown: [],
}
const work: PacedOperation = {
  categoryId: 'weld',
  name: 'Weld frame',
  setupFamily: '',
  durationHours: 8,
  originalHours: null,
  progressPercentage: 0,
  actualEndDate: null,
}
const words = (over: Partial<PacedOperation> = {}, facts: Partial<Parameters<typeof pacedHoursWords>[1]> = {}) =>
  pacedHoursWords({ ...work, ...over }, { use: 'plan', paces, isAway: false, ...facts })

describe('pacedHoursWords', () => {
  it('the estimate and the hours at the learned pace are named where hours are paced', () => {
    expect(words()).toBe('Estimate 8 h, planned with 10.4 h at the learned pace')
    expect(words({}, { use: 'forecast' })).toBe('Estimate 8 h, forecast with 10.4 h at the learned pace')
    expect(words({}, { use: 'shown' })).toBeNull()
  })

  it('a work center without a pace of its own has that of the shop, and a supplier has none', () => {
    expect(words({ categoryId: 'saw' })).toBe('Estimate 8 h, planned with 12 h at the learned pace')
    expect(words({ categoryId: 'saw' }, { isAway: true })).toBeNull()
    expect(words({ categoryId: null })).toBeNull()
  })

  it('known hours are named with the original estimate in every mode', () => {
    const known = 'Original estimate 8 h; planned with the hours that are known since'
    expect(words({ durationHours: 12, originalHours: 8 })).toBe(known)
    expect(words({ durationHours: 12, originalHours: 8 }, { use: 'shown' })).toBe(known)
  })

  it('finished work says nothing', () => {
    expect(words({ progressPercentage: 100 })).toBeNull()
  })
})
