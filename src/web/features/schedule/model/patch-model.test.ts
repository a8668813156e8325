import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompactSchedule, ScheduleColumns } from '#contract/schedule.ts'
import { joinPatch, mergeSchedule } from '#domain/schedule/merge-schedule.ts'
import { isOverloaded } from '#domain/schedule/overloads.ts'
import { writeOver } from '#domain/schedule/write-over.ts'
import { hourMs } from '#domain/time/units.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { type FixtureOperation, fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { modelOf, patchModel } from './patch-model.ts'
import { buildModel, type ScheduleModel } from './schedule-model.ts'

const fixed = { seed: 15, numRuns: propertyRuns(1_000) }
const origin = Date.UTC(2026, 10, 9)
const hours = (list: readonly number[]) => list.map((hour) => origin + hour * hourMs)

/** An operation with or without dates, and with any flags. */
const operation: fc.Arbitrary<FixtureOperation> = fc.record({
  startMs: fc.constantFrom(0, ...hours([0, 4, 9, 20, 33])),
  endMs: fc.constantFrom(0, ...hours([40, 44, 60])),
  flags: fc.nat(127),
  category: fc.integer({ min: -1, max: 1 }),
  materialReadyMs: fc.constantFrom(0, ...hours([0, 30])),
  family: fc.constantFrom('', 'red', 'blue'),
})

interface Drawn {
  readonly projects: readonly (readonly FixtureOperation[])[]
  readonly flags: readonly number[]
  readonly dueMs: readonly number[]
  readonly lag: number
  readonly now: number
}

const fiveOf = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 5, maxLength: 5 })
const rarely = <T>(usual: T, other: T) => fc.nat(9).map((chance) => (chance === 0 ? other : usual))
const drawn = (projects: fc.Arbitrary<Drawn['projects']>): fc.Arbitrary<Drawn> =>
  fc.record({
    projects,
    flags: fiveOf(fc.constantFrom(0, 0, 0, 2, 1)),
    dueMs: fiveOf(rarely(0, origin + 24 * hourMs)),
    lag: rarely(0, 3),
    now: fc.constantFrom(...hours([0, 10, 30, 50])),
  })
const anyShape = drawn(fc.array(fc.array(operation, { maxLength: 4 }), { minLength: 1, maxLength: 5 }))

const fields = ['startMs', 'endMs', 'flags', 'category', 'materialReadyMs', 'family'] as const

/** The same operation, or one that differs in one field. */
const withOther = (before: FixtureOperation): fc.Arbitrary<FixtureOperation> =>
  fc.oneof(
    fc.constant(before),
    fc.tuple(operation, fc.constantFrom(...fields)).map(([other, field]) => ({ ...before, [field]: other[field] })),
  )

/** Other values in the same rows, and now and then other rows. */
const later = ({ projects }: Drawn): fc.Arbitrary<Drawn> => {
  const sameShape = fc.tuple(...projects.map((list) => fc.tuple(...list.map(withOther))))
  return fc.oneof({ weight: 5, arbitrary: drawn(sameShape) }, { weight: 1, arbitrary: anyShape })
}

/** The rows of these projects only. */
const withOnly = (plan: ScheduleColumns, ids: readonly string[]): ScheduleColumns => {
  const others = plan.projects.ids.filter((id) => !ids.includes(id))
  return joinPatch(plan, { touched: others, rows: fixturePlan({ projects: [] }) })
}

/** The first operation of a project waits for none, the second for the first. */
const planOf = ({ projects, flags, dueMs, lag, now }: Drawn): CompactSchedule => {
  const firsts = projects.map((_, project) => projects.slice(0, project).flat().length)
  const changeovers = [{ fromFamily: 'red', toFamily: 'blue', hours: 2 }]
  const links = firsts.flatMap((first, project) =>
    (projects[project]?.length ?? 0) > 1 ? [[first, first + 1, lag] as const] : [],
  )
  const plan = fixturePlan({ projects, dueMs, now, capacities: [1, 1], links, changeovers })
  const flagged = { ...plan, projects: { ...plan.projects, flags: projects.map((_, project) => flags[project] ?? 0) } }
  // A server sorts projects. Joined one after the other, they are in their order.
  const one = (id: string) => ({ touched: [id], rows: withOnly(flagged, [id]) })
  return { ...plan, ...plan.projects.ids.reduce((all, id) => joinPatch(all, one(id)), withOnly(flagged, [])) }
}

/** What a server sends of a newer plan when these projects have changed. */
const patchOf = (plan: CompactSchedule, next: CompactSchedule, mask: number) => {
  const isTouched = (id: string) => ((mask >> Number(id.slice(-1))) & 1) === 1
  const all = [...new Set([...plan.projects.ids, ...next.projects.ids])]
  const touched = all.filter(isTouched)
  return { touched, rows: withOnly(next, touched) }
}

const steps = anyShape.chain((first) =>
  fc.tuple(fc.constant(first), fc.array(fc.tuple(later(first), fc.nat(31)), { maxLength: 5 })),
)

/** All that a model holds. Of calendars only the number, because their working time has private fields. */
const held = ({ calendars, workNumbers: _, changes: __, ...model }: ScheduleModel) => ({
  ...model,
  calendars: calendars.length,
})

/** Follows a plan through all patches. */
const follow = (
  [first, patches]: readonly [Drawn, readonly (readonly [Drawn, number])[]],
  check: (before: CompactSchedule, patch: ReturnType<typeof patchOf>, after: CompactSchedule) => void,
): void => {
  let plan = planOf(first)
  for (const [next, mask] of patches) {
    const patch = patchOf(plan, planOf(next), mask)
    const after = { ...plan, ...mergeSchedule(plan, patch), now: next.now }
    check(plan, patch, after)
    plan = after
  }
}

describe('a patched schedule', () => {
  it('has the same rows whether they are written over or joined anew, and keeps columns without a change', () => {
    fc.assert(
      fc.property(steps, (drawing) =>
        follow(drawing, (before, patch) => {
          const joined = joinPatch(before, patch)
          const over = writeOver(before, patch)
          if (over) expect(over).toEqual(joined)
          if (over) expect(over.operations.ids).toBe(before.operations.ids)
        }),
      ),
      fixed,
    )
  })
})

const overloaded = (model: ScheduleModel) => model.data.operations.ids.filter((_, row) => isOverloaded(model, row))

describe('a patched model', () => {
  it('equals the model that is built from the newer plan, after any patches', () => {
    let patched = 0
    fc.assert(
      fc.property(steps, (drawing) => {
        let model: ScheduleModel | null = null
        follow(drawing, (before, _, after) => {
          const last = model ?? buildModel(before)
          overloaded(last)
          model = modelOf(after, last)
          const built = buildModel(after)
          expect(held(model)).toEqual(held(built))
          expect(overloaded(model)).toEqual(overloaded(built))
          if (patchModel(buildModel(before), after)) patched++
        })
      }),
      fixed,
    )
    expect(patched).toBeGreaterThan(50)
  })

  it('keeps what depends on ids and links, and is built anew when rows are added', () => {
    const span = { startMs: origin, endMs: origin + hourMs }
    const plan = fixturePlan({ projects: [[span, span]], links: [[0, 1]] })
    const before = buildModel(plan)
    const startMs = plan.operations.startMs.with(1, origin + hourMs)
    const later = modelOf({ ...plan, operations: { ...plan.operations, startMs } }, before)
    expect([later.startMs[1], before.startMs[1]]).toEqual([origin + hourMs, origin])
    expect([later.successors, later.projectOf, later.calendars]).toEqual([
      before.successors,
      before.projectOf,
      before.calendars,
    ])
    expect(later.successors).toBe(before.successors)
    expect(patchModel(before, fixturePlan({ projects: [[span, span, span]], links: [[0, 1]] }))).toBeNull()
  })

  it('knows the overloads of the newer plan, also where those of the older one were looked at', () => {
    const row = (from: number) => ({ startMs: origin + from * hourMs, endMs: origin + (from + 4) * hourMs })
    const planAt = (from: number) => fixturePlan({ projects: [[row(0)], [row(from)]], capacities: [1], now: origin })
    const before = buildModel(planAt(8))
    expect(overloaded(before)).toEqual([])
    const after = modelOf({ ...before.data, operations: planAt(2).operations }, before)
    expect(after.changes?.operations).toEqual(new Set([1]))
    expect(overloaded(after)).toHaveLength(2)
  })

  it('draws a work center again when the material of its work is ready or its work ends, and otherwise not', () => {
    const span = (from: number) => ({ startMs: origin + from * hourMs, endMs: origin + (from + 4) * hourMs })
    const plan = fixturePlan({
      projects: [
        [
          { ...span(8), materialReadyMs: origin + hourMs },
          { ...span(1), category: 1 },
        ],
      ],
      capacities: [1, 1],
      now: origin,
    })
    const before = buildModel(plan)
    const at = (hour: number) => modelOf({ ...plan, now: origin + hour * hourMs }, before)
    const numbersOf = ({ workNumbers }: ScheduleModel) => [...workNumbers]
    const isSame = (hour: number) => numbersOf(at(hour)).map((number, i) => number === numbersOf(before)[i])
    expect([at(0.5), at(2), at(6)].map(({ changes }) => [...(changes?.operations ?? [])])).toEqual([[], [0], [0, 1]])
    expect(isSame(0.5)).toEqual([true, true, true])
    expect(isSame(2)).toEqual([false, true, true])
    expect(isSame(6)).toEqual([false, false, true])
  })
})
