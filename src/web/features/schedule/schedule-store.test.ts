import { describe, expect, it } from 'vitest'
import { hourMs } from '#domain/time/units.ts'
import { fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { buildModel } from './model/schedule-model.ts'
import { createScheduleStore, setPlan } from './schedule-store.ts'

const origin = Date.UTC(2026, 10, 16)
const span = { startMs: origin, endMs: origin + hourMs }
const plan = fixturePlan({ projects: [[span], [span, span]], dueMs: [origin, origin + hourMs] })

const moved = (data: typeof plan, row: number, startMs: number) => {
  const { operations } = data
  return { ...data, operations: { ...operations, startMs: operations.startMs.with(row, startMs) } }
}

describe('a newer plan', () => {
  it('with other dates is written into the model, and the rows stay the same list', () => {
    const store = createScheduleStore(buildModel(plan), { openAll: true })
    const linking = { from: 1, to: 2, refusal: null, x: 0, y: 0 }
    store.setState({ activeRow: 3, linking })
    const before = store.getState()
    setPlan(store, moved(plan, 2, origin + 2 * hourMs))
    const { model, rows, positions, activeRow } = store.getState()
    expect(model.startMs[2]).toBe(origin + 2 * hourMs)
    expect([rows, positions, activeRow]).toEqual([before.rows, before.positions, 3])
    expect(rows).toBe(before.rows)
    expect(store.getState().linking).toBe(linking)
    expect(model.predecessors).toBe(before.model.predecessors)
  })

  it('with another order of projects, or with other operations, has new rows, and the active row stays the same', () => {
    const store = createScheduleStore(buildModel(plan), { openAll: true })
    store.setState({ activeRow: 4 })
    const dueMs = [origin + 2 * hourMs, origin + hourMs]
    setPlan(store, { ...plan, projects: { ...plan.projects, dueMs } })
    expect([...store.getState().rows]).toEqual([-2, 1, 2, -1, 0])
    expect(store.getState().activeRow).toBe(2)
    store.setState({ linking: { from: 1, to: 2, refusal: null, x: 0, y: 0 } })
    setPlan(store, fixturePlan({ projects: [[span], [span, span, span]], dueMs }))
    expect([...store.getState().rows]).toEqual([-2, 1, 2, 3, -1, 0])
    expect([store.getState().activeRow, store.getState().linking]).toEqual([2, null])
  })
})
