import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promiseKinds } from '#contract/promise-date.ts'
import { valueAt } from '#domain/value-at.ts'
import { randomShop } from '#testing/bench/random-shop.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { planned } from '#testing/plan-as-present.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { forecastShop } from '../forecast/forecast-shop.ts'
import { scheduleShop } from '../scheduling/schedule-shop.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '../scheduling/shop-snapshot.ts'
import { hourMs } from '../time/units.ts'
import { answeredInput } from './answered-input.ts'
import { type ComputedAnswer, promisedPlan } from './promise-answers.ts'

/** A shop with people and tools, alternatives, changeovers, lags, overlaps, materials, work outside and temporary capacities. */
const shops = fc
  .record({
    seed: fc.integer({ min: 1, max: 1_000_000 }),
    size: fc.constantFrom([3, 4, 2], [7, 4, 3], [5, 8, 3]),
    trouble: fc.constantFrom(0, 0.3, 0.8, 1),
    shares: fc.record({
      pools: fc.constantFrom(0, 0.5),
      alternatives: fc.constantFrom(0, 0.5),
      setups: fc.constantFrom(0, 0.7),
      waits: fc.constantFrom(0, 0.4),
      overlaps: fc.constantFrom(0, 0.4),
      materials: fc.constantFrom(0, 0.4),
      outside: fc.constantFrom(0, 0.3),
      capacities: fc.constantFrom(0, 0.4),
    }),
    isPlanned: fc.constantFrom(true, true, false),
    hoursAgo: fc.integer({ min: 0, max: 120 }),
    freezeWorkingDays: fc.constantFrom(0, 0, 2),
  })
  .map(({ seed, size, trouble, shares, isPlanned, hoursAgo, freezeWorkingDays }): ShopSnapshot => {
    const [projects = 0, operations = 0, categories = 0] = size
    const raw = randomShop({ seed, projects, operations, categories, trouble, ...shares })
    const run = scheduleShop(raw, { scope: 'all' })
    if ('cancelled' in run) throw new Error('Nobody cancels it')
    const made = isPlanned ? planned(raw, run) : raw
    return { ...made, freezeWorkingDays, nowMs: made.nowMs + hoursAgo * hourMs }
  })

const halves = (most: number) => fc.integer({ min: 0, max: 2 * most }).map((count) => count / 2)

/** An operation of new work, with places in the lists of work centers and pools in place of their names. */
const step = fc.record({
  center: fc.option(fc.nat(), { freq: 9 }),
  pool: fc.option(fc.nat()),
  hours: halves(30),
  others: fc.array(fc.record({ center: fc.nat(), hours: halves(20) }), { maxLength: 2 }),
  isFixed: fc.constantFrom(false, false, false, true),
  family: fc.constantFrom('', 'White', 'Blue', 'Red'),
  materialHours: fc.option(fc.integer({ min: -48, max: 480 })),
  before: fc.nat(),
  link: fc.record({
    lagHours: fc.oneof(fc.constant(0), halves(40)),
    lagUnit: fc.constantFrom('calendar' as const, 'working' as const),
    more: fc.option(halves(20)),
    overlapPercent: fc.option(fc.integer({ min: 1, max: 99 })),
  }),
})

const questions = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  priority: fc.integer({ min: 0, max: 100 }),
  startHours: fc.option(fc.integer({ min: 0, max: 200 })),
})

type Question = typeof questions extends fc.Arbitrary<infer T> ? T : never

const draftOf = ({ categories, nowMs }: ShopSnapshot, { steps, priority, startHours }: Question): SnapshotProject => {
  const ids = categories.map(({ categoryId }) => categoryId)
  const [pools, centers] = [true, false].map((isPool) => ids.filter((id) => id.startsWith('pool') === isPool))
  const one = (list: readonly string[] = [], place: number | null) =>
    place === null || list.length === 0 ? null : valueAt(list, place % list.length)
  const operations = steps.map((asked, index) => {
    const { center, pool, hours, others, isFixed, family, materialHours, before, link } = asked
    const categoryId = one(centers, center)
    const elsewhere = new Map(others.map((other) => [one(centers, other.center), other.hours]))
    elsewhere.delete(categoryId)
    const { more, ...lag } = link
    return operation(`new ${index}`, {
      sequence: 10 * (index + 1),
      categoryId,
      poolId: one(pools, pool),
      durationHours: hours,
      alternatives:
        categoryId === null
          ? []
          : [...elsewhere].map(([id, durationHours]) => ({ categoryId: id ?? '', durationHours })),
      categoryFixed: isFixed,
      setupFamily: family,
      materialReadyMs: materialHours === null ? null : nowMs + materialHours * hourMs,
      dependencies:
        index === 0
          ? []
          : [
              {
                operationId: `new ${before % index}`,
                ...lag,
                maxLagHours: more === null ? null : lag.lagHours + more,
              },
            ],
    })
  })
  const productionStartMs = startHours === null ? null : nowMs + startHours * hourMs
  return project('new', operations, { priority, productionStartMs })
}

const msOf = (iso: string | null | undefined): number | null => (iso ? Date.parse(iso) : null)

/** The operations as a project is created from an answer. */
const created = (draft: SnapshotProject, answer: ComputedAnswer): SnapshotOperation[] =>
  draft.operations.map((own, index) => {
    const { categoryId, durationHours, alternatives = [] } = own
    const given = { categoryId, durationHours, alternatives: alternatives.map((other) => ({ ...other })) }
    const input = answeredInput(given, answer.operations[index])
    return {
      ...own,
      categoryId: input.categoryId ?? null,
      durationHours: input.durationHours ?? 0,
      alternatives: input.alternatives ?? [],
      scheduledStartMs: msOf(input.scheduledStartDate),
      scheduledEndMs: msOf(input.scheduledEndDate),
      pinned: input.pinned ?? false,
    }
  })

/** The shop once the project is created, with the dates of the plan only for the operations whose dates it stores. */
const withCreated = (snapshot: ShopSnapshot, draft: SnapshotProject, kind: (typeof promiseKinds)[number]) => {
  const { answer, after, datedIds } = promisedPlan(snapshot, draft, kind)
  const dated = new Map(after.projects.flatMap(({ operations }) => operations.map((one) => [one.operationId, one])))
  const projects = snapshot.projects.map((of) => ({
    ...of,
    operations: of.operations.map((own) => {
      const at = datedIds.has(own.operationId) ? dated.get(own.operationId) : undefined
      return at ? { ...own, scheduledStartMs: at.scheduledStartMs, scheduledEndMs: at.scheduledEndMs } : own
    }),
  }))
  const made = { ...draft, priority: answer.priority, operations: created(draft, answer) }
  return { answer, shop: { ...snapshot, projects: [...projects, made] } }
}

const endOf = (snapshot: ShopSnapshot): number | null =>
  forecastShop(snapshot).projects.find(({ project: { projectId } }) => projectId === 'new')?.completionMs ?? null

describe('a project created from an answer', () => {
  it('ends when the answer says, whatever its operations need and whatever the shop has', { timeout: 300_000 }, () => {
    fc.assert(
      fc.property(shops, questions, fc.constantFrom(...promiseKinds), (snapshot, question, kind) => {
        const { answer, shop } = withCreated(snapshot, draftOf(snapshot, question), kind)
        fc.pre(answer.completionMs !== null)
        expect(endOf(shop)).toBe(answer.completionMs)
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  const at = (text: string): number => Date.parse(`${text}-05:00`)
  const plan = (from: string, to: string) => ({ scheduledStartMs: at(from), scheduledEndMs: at(to) })
  const cut = (operationId: string, over: Partial<SnapshotOperation>) =>
    operation(operationId, { durationHours: 4, ...over })

  it('a created project keeps the last working time of its work center, although other work was planned there', () => {
    const opening = { kind: 'overtime' as const, name: 'Overtime', categoryId: 'shut' }
    const lost = cut('lost', { categoryId: 'shut', ...plan('2026-11-17T08:00', '2026-11-17T12:00') })
    const once = shop([project('low', [lost], { priority: 20 })], {
      exceptions: [{ ...opening, startMs: at('2026-11-17T08:00'), endMs: at('2026-11-17T12:00') }],
    })
    const { answer, shop: after } = withCreated(
      once,
      project('new', [cut('new 0', { categoryId: 'shut' })]),
      'byPriority',
    )
    expect(answer.delayed).toMatchObject([{ projectId: 'low', kind: 'noDate' }])
    expect([answer.completionMs, endOf(after)]).toEqual([at('2026-11-17T12:00'), at('2026-11-17T12:00')])
  })

  it('work between two others that keep their dates stays if their changeover would not fit without it', () => {
    const { categories } = shop([])
    const changeovers = [{ fromFamily: 'Blue', toFamily: 'Red', hours: 4 }]
    const high = project(
      'high',
      [
        cut('blue', { setupFamily: 'Blue', ...plan('2026-11-16T08:00', '2026-11-16T12:00') }),
        cut('red', { setupFamily: 'Red', durationHours: 3, ...plan('2026-11-16T14:00', '2026-11-16T17:00') }),
      ],
      { priority: 80 },
    )
    const white = cut('white', { setupFamily: 'White', poolId: 'crew', durationHours: 2 })
    const low = project('low', [{ ...white, ...plan('2026-11-16T12:00', '2026-11-16T14:00') }], { priority: 20 })
    const painted = shop([high, low], {
      categories: [
        ...categories.map((one) => (one.categoryId === 'saw' ? { ...one, changeovers } : one)),
        { categoryId: 'crew', name: 'Crew', capacity: 1, shiftId: null, kind: 'pool' },
      ],
    })
    const draft = project('new', [cut('new 0', { categoryId: 'weld', poolId: 'crew', durationHours: 8 })])
    const { answer, shop: after } = withCreated(painted, draft, 'byPriority')
    const ends = (of: ShopSnapshot) =>
      forecastShop(of).projects.map(({ project: { projectId }, completionMs }) => [projectId, completionMs])
    expect(answer.completionMs).toBe(at('2026-11-17T13:00'))
    expect(answer.delayed).toEqual([])
    expect(ends(after)).toEqual([...ends(painted), ['new', answer.completionMs]])
  })
})
