import { describe, expect, it } from 'vitest'
import { applySetupChange } from './setup-hours.ts'

const plain = { durationHours: 8, setupHours: null, hoursPerPiece: null, quantity: null, transferBatch: null }
const made = { durationHours: 6, setupHours: 1, hoursPerPiece: 0.25, quantity: 20, transferBatch: null }

describe('the hours of an operation', () => {
  it.each([
    ['are the sent duration without a setup', plain, { durationHours: 5 }, { ...plain, durationHours: 5 }],
    ['do not change if only a quantity is known', plain, { quantity: 40 }, { ...plain, quantity: 40 }],
    ['are setup plus pieces', plain, { setupHours: 1, hoursPerPiece: 0.25, quantity: 20 }, made],
    [
      'assume one piece without a quantity',
      plain,
      { hoursPerPiece: 0.5 },
      { ...plain, hoursPerPiece: 0.5, durationHours: 0.5 },
    ],
    [
      'follow a new quantity, whatever duration is sent with it',
      made,
      { quantity: 40, durationHours: 6 },
      { ...made, quantity: 40, durationHours: 11 },
    ],
    ['lose their parts if another duration is sent alone', made, { durationHours: 9 }, { ...plain, durationHours: 9 }],
    ['keep their parts if the same duration is sent', made, { durationHours: 6 }, made],
    [
      'lose a transfer batch together with the quantity',
      { ...made, transferBatch: 5 },
      { durationHours: 9 },
      { ...plain, durationHours: 9 },
    ],
    [
      'keep the duration if the parts are removed',
      made,
      { setupHours: null, hoursPerPiece: null, quantity: null },
      { ...plain, durationHours: 6 },
    ],
  ])('the hours %s', (_, before, change, hours) => {
    expect(applySetupChange(before, change)).toEqual({ ok: true, hours })
  })

  it('hours with a transfer batch and no quantity are refused', () => {
    expect(applySetupChange(plain, { transferBatch: 2 })).toEqual({
      ok: false,
      reason: 'A transfer batch needs a quantity.',
    })
  })

  it('hours above the maximum duration are refused', () => {
    expect(applySetupChange(made, { quantity: 1_000_000 })).toMatchObject({ ok: false })
  })
})
