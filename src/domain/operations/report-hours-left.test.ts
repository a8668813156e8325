import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reportHoursLeft } from './report-hours-left.ts'
import { workLeftHours } from './work-left.ts'

describe('hours left that are reported', () => {
  it.each([
    ['fewer hours than expected are progress', 40, 25, 20, { durationHours: 40, progressPercentage: 50 }],
    ['as many hours as expected change nothing', 40, 25, 30, { durationHours: 40, progressPercentage: 25 }],
    ['more hours than expected extend the duration', 40, 75, 20, { durationHours: 50, progressPercentage: 60 }],
    [
      'more hours than the whole estimate are possible before any work',
      8,
      0,
      12,
      { durationHours: 12, progressPercentage: 0 },
    ],
    ['no hours left complete the operation', 40, 25, 0, { durationHours: 40, progressPercentage: 100 }],
    ['hours left reopen completed work', 10, 100, 10, { durationHours: 20, progressPercentage: 50 }],
    ['hours left work without an estimate', 0, 0, 3, { durationHours: 3, progressPercentage: 0 }],
  ])('%s', (_, durationHours, progressPercentage, hoursLeft, expected) => {
    expect(reportHoursLeft({ durationHours, progressPercentage }, hoursLeft)).toMatchObject({ ok: true, ...expected })
  })

  it('reported hours are known and keep the first estimate, however often they are reported', () => {
    const first = reportHoursLeft({ durationHours: 10, progressPercentage: 50 }, 12)
    expect(first).toEqual({
      ok: true,
      durationHours: 17,
      progressPercentage: expect.closeTo(29.41, 2),
      originalHours: 10,
    })
    if (!first.ok) throw new Error(first.reason)
    expect(reportHoursLeft(first, 3)).toMatchObject({ durationHours: 17, originalHours: 10 })
    expect(reportHoursLeft({ durationHours: 10, progressPercentage: 0 }, 4)).toMatchObject({ originalHours: 10 })
  })

  it('reported hours are the remaining ones, and never undo work or shorten the estimate', () => {
    const hours = fc.double({ min: 0, max: 10_000, noNaN: true })
    const percent = fc.double({ min: 0, max: 100, noNaN: true })
    fc.assert(
      fc.property(hours, percent, fc.double({ min: 0.01, max: 10_000, noNaN: true }), (durationHours, done, left) => {
        const decision = reportHoursLeft({ durationHours, progressPercentage: done }, left)
        if (!decision.ok) throw new Error(decision.reason)
        expect(workLeftHours({ ...decision, actualEndMs: null }, false)).toBeCloseTo(left, 3)
        expect(decision.durationHours).toBeGreaterThanOrEqual(durationHours - 1e-6)
        const doneHours = decision.durationHours * (decision.progressPercentage / 100)
        expect(doneHours).toBeGreaterThanOrEqual((durationHours * done) / 100 - 1e-3)
      }),
    )
  })

  it('a report that would exceed the maximum duration is refused', () => {
    expect(reportHoursLeft({ durationHours: 100_000, progressPercentage: 50 }, 99_000)).toMatchObject({ ok: false })
  })
})
