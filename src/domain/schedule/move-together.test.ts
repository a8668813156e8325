import { describe, expect, it } from 'vitest'
import { operationFlag } from '#contract/schedule.ts'
import { fixturePlan } from '#web/features/schedule/model/plan-fixture.ts'
import { buildModel } from '#web/features/schedule/model/schedule-model.ts'
import { hourMs } from '../time/units.ts'
import { cascadeAll, movedAt } from './cascade.ts'
import { movedTogether } from './move-together.ts'

const origin = Date.UTC(2026, 10, 9)
const at = (hour: number) => origin + hour * hourMs
const span = (from: number, to: number) => ({ startMs: at(from), endMs: at(to), hours: to - from })
// Open from 0:00 to 8:00 every day.
const open = Array.from({ length: 40 }, (_, day) => [at(day * 24), at(day * 24 + 8)]).flat()
const started = { ...span(48, 50), flags: operationFlag.started }
const model = buildModel(
  fixturePlan({
    projects: [
      [span(24, 28), span(30, 32), started],
      [span(48, 52), span(52, 54)],
    ],
    links: [
      [0, 1],
      [3, 4],
    ],
    open,
    from: origin,
    to: at(960),
    now: origin,
  }),
)

describe('operations that move together', () => {
  it('move by the same working time, later and earlier, and what has begun stays', () => {
    const later = movedTogether(model, movedAt(model, 0, at(27)), [0, 2, 3])
    expect(later).toEqual([{ operation: 3, startMs: at(51), endMs: at(55) }])
    // Five working hours before Tuesday 0:00 is Monday 3:00.
    const earlier = movedTogether(model, movedAt(model, 3, at(27)), [0, 1])
    expect(earlier).toEqual([
      { operation: 0, startMs: at(3), endMs: at(7) },
      { operation: 1, startMs: at(25), endMs: at(27) },
    ])
  })

  it('push their followers once, and none of themselves', () => {
    const first = movedAt(model, 0, at(27))
    const moved = [first, ...movedTogether(model, first, [1, 3])]
    // The second operation moves from 30:00 by three working hours to the next morning, and is not pushed by the first.
    expect(moved.map(({ operation, startMs }) => [operation, startMs])).toEqual([
      [0, at(27)],
      [1, at(49)],
      [3, at(51)],
    ])
    expect(cascadeAll(model, moved)).toEqual([{ operation: 4, startMs: at(55), endMs: at(73) }])
  })
})
