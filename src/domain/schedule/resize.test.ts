import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { buildModel } from '#web/features/schedule/model/schedule-model.ts'
import { hourMs } from '../time/units.ts'
import { movedAt } from './cascade.ts'
import { calendarOf } from './movable-plan.ts'
import { resizeEnd, resizeStart } from './resize.ts'

const origin = Date.UTC(2026, 10, 9)
const at = (hour: number) => origin + hour * hourMs
// Open from 0:00 to 8:00 every day.
const open = Array.from({ length: 40 }, (_, day) => [at(day * 24), at(day * 24 + 8)]).flat()
const plan = buildModel(
  fixturePlan({ projects: [[{ startMs: at(26), endMs: at(32), hours: 6 }]], open, from: origin, to: at(960) }),
)

describe('another duration', () => {
  it('a new end changes the duration by working time only, in quarter hours', () => {
    expect(resizeEnd(plan, 0, at(30))).toEqual({ operation: 0, startMs: at(26), endMs: at(30), durationHours: 4 })
    expect(resizeEnd(plan, 0, at(36))).toEqual({ operation: 0, startMs: at(26), endMs: at(32), durationHours: 6 })
    expect(resizeEnd(plan, 0, at(50.1))).toMatchObject({ endMs: at(50), durationHours: 8 })
  })

  it('a new start leaves the end in place', () => {
    expect(resizeStart(plan, 0, at(28))).toEqual({ operation: 0, startMs: at(28), endMs: at(32), durationHours: 4 })
    expect(resizeStart(plan, 0, at(20))).toMatchObject({ startMs: at(24), endMs: at(32), durationHours: 8 })
  })

  it('a duration is at least a quarter hour, and in working time', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 300, noNaN: true }), fc.boolean(), (hour, isEnd) => {
        const resized = (isEnd ? resizeEnd : resizeStart)(plan, 0, at(hour))
        expect(resized.durationHours).toBeGreaterThanOrEqual(0.25)
        expect(resized.durationHours * 4).toBe(Math.round(resized.durationHours * 4))
        const work = calendarOf(plan, 0).workBetween(resized.startMs, resized.endMs)
        expect(work / hourMs).toBeCloseTo(resized.durationHours, 9)
      }),
    )
  })
})

describe('a bar that contains the learned pace', () => {
  // An estimate of 4 hours that takes 6.
  const paced = (extra = {}) =>
    buildModel({
      ...fixturePlan({
        projects: [[{ startMs: at(24), endMs: at(30), hours: 4, ...extra }]],
        open,
        from: origin,
        to: at(960),
      }),
      barsAtPace: true,
    })

  it('the bar keeps its working hours when it moves', () => {
    expect(movedAt(paced(), 0, at(48))).toEqual({ operation: 0, startMs: at(48), endMs: at(54) })
    expect(movedAt(paced(), 0, at(52))).toEqual({ operation: 0, startMs: at(52), endMs: at(74) })
  })

  it('the bar has the length of its estimate where plans do not contain the pace', () => {
    const plain = buildModel({ ...paced().data, barsAtPace: false })
    expect(movedAt(plain, 0, at(48))).toEqual({ operation: 0, startMs: at(48), endMs: at(52) })
  })
})
