import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ScheduleRows } from '#contract/schedule.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { readSchedule, writeSchedule } from './wire-schedule.ts'

const fixed = { seed: 41, numRuns: propertyRuns(200) }
const columnOf = <T>(value: fc.Arbitrary<T>, length: number) =>
  fc.array(value, { minLength: length, maxLength: length })
const whole = fc.oneof(
  fc.integer(),
  fc.integer({ min: 0, max: 3 }),
  fc.constant(0),
  fc.integer({ min: -(2 ** 51), max: 2 ** 51 }),
)
const hours = fc.oneof(
  fc.integer({ min: 0, max: 32 }).map((half) => half / 2),
  fc.double({ min: 0, max: 1e6, noNaN: true }),
)
const instant = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 60_000_000 }).map((minutes) => minutes * 60_000),
  fc.integer({ min: 1, max: 4e12 }),
)
const id = fc.uuid()
const categoryIds = ['b7a1d0a2-0000-4000-8000-000000000001', 'b7a1d0a2-0000-4000-8000-000000000002']

const arbitrarySchedule = fc
  .tuple(fc.array(fc.nat({ max: 4 }), { maxLength: 5 }), fc.nat({ max: 6 }), fc.boolean())
  .chain(([counts, linkCount, isNamedByHand]) => {
    const operationCount = counts.reduce((sum, count) => sum + count, 0)
    const ofProjects = <T>(value: fc.Arbitrary<T>) => columnOf(value, counts.length)
    const ofOperations = <T>(value: fc.Arbitrary<T>) => columnOf(value, operationCount)
    const ofLinks = <T>(value: fc.Arbitrary<T>) => columnOf(value, operationCount === 0 ? 0 : linkCount)
    const ids = isNamedByHand ? fc.constantFrom('project-1', 'an operation') : id
    const days = fc.option(fc.integer({ min: -400, max: 400 }))
    return fc.record({
      projects: fc.record({
        ids: ofProjects(ids),
        numbers: ofProjects(fc.string()),
        names: ofProjects(fc.string({ unit: 'grapheme' })),
        priorities: ofProjects(whole),
        dueMs: ofProjects(instant),
        releaseMs: ofProjects(fc.oneof(fc.constant(0), instant)),
        flags: ofProjects(fc.nat({ max: 7 })),
        states: ofProjects(fc.nat({ max: 6 })),
        latenessDays: ofProjects(days),
        pastDueDays: ofProjects(days),
        p10Ms: ofProjects(instant),
        p90Ms: ofProjects(instant),
        versions: ofProjects(fc.nat()),
        firstOperation: fc.constant<number[]>([
          0,
          ...counts.map((_, i) => counts.slice(0, i + 1).reduce((a, b) => a + b, 0)),
        ]),
      }),
      operations: fc.record({
        ids: ofOperations(ids),
        names: ofOperations(fc.string()),
        category: ofOperations(fc.constantFrom(null, ...categoryIds)),
        pool: ofOperations(fc.oneof(fc.constant(null), fc.constantFrom(null, ...categoryIds))),
        startMs: ofOperations(instant),
        endMs: ofOperations(instant),
        progressPercentage: ofOperations(hours),
        durationHours: ofOperations(hours),
        flags: ofOperations(fc.nat({ max: 127 })),
        states: ofOperations(fc.nat({ max: 6 })),
        versions: ofOperations(fc.nat()),
        sequences: ofOperations(whole),
        materialReadyMs: ofOperations(fc.oneof(fc.constant(0), instant)),
        families: ofOperations(fc.constantFrom('', 'White', 'Blue')),
      }),
      links: fc.record({
        from: ofLinks(fc.nat({ max: 20 })),
        to: ofLinks(fc.nat({ max: 20 })),
        lagHours: ofLinks(hours),
        waitHours: ofLinks(fc.oneof(fc.constant(0), hours)),
        overlapPercent: ofLinks(fc.nat({ max: 99 })),
      }),
    })
  })

const sent = (written: ScheduleRows): ScheduleRows => ScheduleRows.parse(JSON.parse(JSON.stringify(written)))
const placesIn = (ids: readonly string[], column: readonly (string | null)[]): number[] =>
  column.map((id) => (id === null ? -1 : ids.indexOf(id)))

describe('the schedule as it is sent', () => {
  it('a schedule is read back as the same columns, with work centers as indexes into any list of them', () => {
    fc.assert(
      fc.property(arbitrarySchedule, fc.boolean(), (columns, isTurned) => {
        const order = isTurned ? categoryIds.toReversed() : categoryIds
        expect(readSchedule(sent(writeSchedule(columns)), order)).toEqual({
          ...columns,
          operations: {
            ...columns.operations,
            category: placesIn(order, columns.operations.category),
            pool: placesIn(order, columns.operations.pool),
          },
        })
      }),
      fixed,
    )
  })

  it('a schedule is refused if a column is missing or has values of another type', () => {
    const [columns] = fc.sample(arbitrarySchedule, { ...fixed, numRuns: 1 })
    if (!columns) throw new Error('There is no sample')
    const written = writeSchedule(columns)
    const withFlags = (flags: unknown) => ({ ...written, operations: { ...written.operations, flags } })
    expect(ScheduleRows.safeParse(withFlags([1, [0, 20]])).success).toBe(true)
    for (const flags of [undefined, 'AB', ['1'], [null], [[1, 'many']], [[1, 0.5]]]) {
      expect(ScheduleRows.safeParse(withFlags(flags)).success).toBe(false)
    }
  })
})
