import { describe, expect, it } from 'vitest'
import { limits } from '#contract/vocabulary.ts'
import { planRework } from './plan-rework.ts'

const open = {
  durationHours: 40,
  progressPercentage: 0,
  originalHours: null,
  actualEndMs: null,
  setupHours: null,
  hoursPerPiece: null,
}

describe('planRework', () => {
  it('rework extends work that has not begun', () => {
    expect(planRework(open, 1)).toEqual({ ok: true, fields: { durationHours: 41, progressPercentage: 0 } })
  })

  it('rework adds all of its hours to the hours left of started work', () => {
    const decision = planRework({ ...open, progressPercentage: 30 }, 2)
    if (!decision.ok) throw new Error(decision.reason)
    const { durationHours = 0, progressPercentage = 0 } = decision.fields
    expect(durationHours).toBe(42)
    expect(durationHours * (1 - progressPercentage / 100)).toBeCloseTo(30, 4)
  })

  it('hours that were known stay known with the rework', () => {
    expect(planRework({ ...open, originalHours: 30 }, 1)).toMatchObject({
      fields: { durationHours: 41, originalHours: 30 },
    })
  })

  it('a longer duration replaces setup hours and hours per piece', () => {
    const decision = planRework({ ...open, setupHours: 2, hoursPerPiece: 1 }, 1)
    expect(decision).toMatchObject({ fields: { durationHours: 41, setupHours: null, hoursPerPiece: null } })
  })

  it('finished work and a duration beyond the limit are refused with the reason', () => {
    const done = 'it is done: add an operation for the rework'
    expect(planRework({ ...open, progressPercentage: 100 }, 1)).toEqual({ ok: false, reason: done })
    expect(planRework({ ...open, actualEndMs: 1 }, 1)).toEqual({ ok: false, reason: done })
    const long = { ...open, durationHours: limits.maxDurationHours }
    expect(planRework(long, 1)).toEqual({ ok: false, reason: 'its duration would be too long' })
  })
})
