import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hourMs } from '#domain/time/units.ts'
import { valueAt } from '#domain/value-at.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { buildBands, firstEndingAfter } from './lanes.ts'
import { modelOf as modelAfter } from './patch-model.ts'
import { buildModel, type ScheduleModel } from './schedule-model.ts'

const origin = Date.UTC(2026, 10, 9)
const spans = fc.array(fc.tuple(fc.nat(60), fc.nat(12), fc.integer({ min: -1, max: 1 })), {
  minLength: 1,
  maxLength: 40,
})
const modelOf = (rows: readonly (readonly [number, number, number])[]) =>
  buildModel(
    fixturePlan({
      projects: [
        rows.map(([start, hours, category]) => ({
          startMs: origin + start * hourMs,
          endMs: origin + (start + hours) * hourMs,
          category,
        })),
      ],
      capacities: [2, 1],
    }),
  )
const most = (model: ScheduleModel, category: number) => {
  const mine = [...model.data.operations.category.keys()].filter(
    (op) => model.data.operations.category[op] === category,
  )
  const atOnce = (ms: number) =>
    mine.filter((op) => valueAt(model.startMs, op) <= ms && valueAt(model.endMs, op) > ms).length
  return Math.max(0, ...mine.map((op) => atOnce(valueAt(model.startMs, op))))
}

describe('the band of a pool', () => {
  it('comes behind those of the work centers, and holds once more the operations that need the pool', () => {
    const row = { startMs: origin, endMs: origin + hourMs }
    const projects = [
      [
        { ...row, category: 1, pool: 0 },
        { ...row, category: 1 },
        { ...row, category: -1 },
      ],
    ]
    const bands = buildBands(buildModel(fixturePlan({ projects, capacities: [2, 2], pools: [0] })))
    expect(bands.map(({ category, isPool, lanes }) => [category, isPool, lanes.map((lane) => [...lane])])).toEqual([
      [1, false, [[0], [1]]],
      [-1, false, [[2]]],
      [0, true, [[0], []]],
    ])
  })
})

describe('the bands of a newer plan with the same rows', () => {
  const planOf = (rows: readonly (readonly [number, number, number])[]) =>
    fixturePlan({
      projects: rows.map(([start, hours, category]) => [
        { startMs: origin + start * hourMs, endMs: origin + (start + hours) * hourMs, category },
      ]),
      capacities: [2, 1],
    })
  const changes = fc.array(fc.tuple(fc.nat(39), fc.nat(60), fc.integer({ min: -1, max: 1 })), { maxLength: 3 })

  it('equal those that are built anew, and a work center without a change keeps its lanes', () => {
    fc.assert(
      fc.property(spans, fc.array(changes, { maxLength: 3 }), (rows, patches) => {
        let plan = planOf(rows)
        let model = buildModel(plan)
        let bands = buildBands(model)
        let last: typeof rows = rows
        for (const patch of patches) {
          const next = rows.map((row, at): [number, number, number] => {
            const change = patch.find(([place]) => place === at)
            return change ? [change[1], row[1], change[2]] : row
          })
          const { operations } = planOf(next)
          plan = { ...plan, operations }
          model = modelAfter(plan, model)
          const before = bands
          bands = buildBands(model)
          expect(bands).toEqual(buildBands(buildModel(plan)))
          const changed = next.flatMap((row, i) => {
            const was = valueAt(last, i)
            return row.some((value, column) => value !== was[column]) ? [row[2], was[2]] : []
          })
          for (const band of bands) {
            if (changed.includes(band.category)) continue
            expect(band).toBe(before.find(({ category }) => category === band.category))
          }
          last = next
        }
      }),
      { seed: 15, numRuns: propertyRuns(500) },
    )
  })
})

describe('the lanes of a work center', () => {
  it('hold every operation once, without overlap, in no more lanes than needed', () => {
    fc.assert(
      fc.property(spans, (rows) => {
        const model = modelOf(rows)
        const bands = buildBands(model)
        expect(bands.flatMap(({ lanes }) => lanes.flatMap((lane) => [...lane])).sort((a, b) => a - b)).toEqual([
          ...rows.keys(),
        ])
        for (const { category, capacity, lanes } of bands) {
          // An operation without length takes no capacity, but needs a lane of its own when it falls inside a bar.
          if (rows.every(([, hours]) => hours > 0)) {
            expect(lanes.length).toBe(Math.max(1, capacity, most(model, category)))
          }
          for (const lane of lanes) {
            for (let i = 1; i < lane.length; i++) {
              expect(model.startMs[valueAt(lane, i)]).toBeGreaterThanOrEqual(valueAt(model.endMs, valueAt(lane, i - 1)))
            }
          }
        }
      }),
    )
  })
  it('stand below all others when the work is done outside, as many as run side by side', () => {
    const rows = [0, 1, 2].map((start) => ({ startMs: origin + start * hourMs, endMs: origin + 9 * hourMs }))
    const projects = [[...rows, { startMs: origin, endMs: origin + hourMs, category: -1 }]]
    const bands = buildBands(buildModel(fixturePlan({ projects, capacities: [1, 2], outside: [0] })))
    expect(bands.map(({ category, capacity, lanes }) => [category, capacity, lanes.length])).toEqual([
      [1, 2, 2],
      [-1, 0, 1],
      [0, 0, 3],
    ])
  })
  it('can be searched for the first bar that ends after a time', () => {
    const model = modelOf([
      [0, 2, 1],
      [3, 2, 1],
      [8, 1, 1],
    ])
    const lane = buildBands(model)[1]?.lanes[0] ?? new Int32Array()
    expect([0, 2, 4, 5, 9].map((hour) => firstEndingAfter(model, lane, origin + hour * hourMs))).toEqual([
      0, 1, 1, 2, 3,
    ])
  })
})
