import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScheduleColumns } from '#contract/schedule.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { packIds, unpackIds } from './pack-ids.ts'
import { packNumbers, unpackNumbers } from './pack-numbers.ts'
import { packSchedule, unpackSchedule } from './pack-schedule.ts'

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

const arbitrarySchedule: fc.Arbitrary<ScheduleColumns> = fc
  .tuple(fc.array(fc.nat({ max: 4 }), { maxLength: 5 }), fc.nat({ max: 6 }), fc.boolean())
  .chain(([counts, linkCount, isNamedByHand]) => {
    const operationCount = counts.reduce((sum, count) => sum + count, 0)
    const ofProjects = <T>(value: fc.Arbitrary<T>) => columnOf(value, counts.length)
    const ofOperations = <T>(value: fc.Arbitrary<T>) => columnOf(value, operationCount)
    const ofLinks = <T>(value: fc.Arbitrary<T>) => columnOf(value, operationCount === 0 ? 0 : linkCount)
    const ids = isNamedByHand ? fc.string() : id
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
        versions: ofProjects(fc.nat()),
        firstOperation: fc.constant([0, ...counts.map((_, i) => counts.slice(0, i + 1).reduce((a, b) => a + b, 0))]),
      }),
      operations: fc.record({
        ids: ofOperations(ids),
        names: ofOperations(fc.string()),
        category: ofOperations(fc.integer({ min: -1, max: 1 })),
        pool: ofOperations(fc.oneof(fc.constant(-1), fc.integer({ min: -1, max: 1 }))),
        startMs: ofOperations(instant),
        endMs: ofOperations(instant),
        progressPercentage: ofOperations(hours),
        durationHours: ofOperations(hours),
        flags: ofOperations(fc.nat({ max: 127 })),
        states: ofOperations(fc.nat({ max: 6 })),
        versions: ofOperations(fc.nat()),
        sequences: ofOperations(whole),
        materialReadyMs: ofOperations(whole),
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

describe('the packed schedule', () => {
  it('keeps whole numbers of any size, sign and order', () => {
    fc.assert(
      fc.property(fc.array(whole), (column) => {
        expect(unpackNumbers(packNumbers(column))).toEqual(column)
      }),
      fixed,
    )
  })

  it('keeps ids, and reports a value that is no id', () => {
    fc.assert(
      fc.property(fc.array(id), (ids) => {
        const packed = packIds(ids)
        expect(packed).toHaveLength(22 * ids.length)
        expect(unpackIds(packed ?? '')).toEqual(ids)
      }),
      fixed,
    )
    expect(packIds(['project-1'])).toBeNull()
    expect(packIds(['B7A1D0A2-0000-4000-8000-000000000001'])).toBeNull()
  })

  it('unpacks to what was packed, after being sent as JSON', () => {
    fc.assert(
      fc.property(arbitrarySchedule, (columns) => {
        const sent = JSON.parse(JSON.stringify(packSchedule(columns, categoryIds)))
        expect(unpackSchedule(sent, categoryIds)).toEqual(columns)
      }),
      fixed,
    )
  })

  it('names work centers by id, so that another order of them changes nothing', () => {
    const columns = fc
      .sample(arbitrarySchedule, fixed)
      .find(({ operations }) => new Set(operations.category).size === 3)
    if (!columns) throw new Error('No sample has operations of both work centers and of none')
    const turned = unpackSchedule(packSchedule(columns, categoryIds), categoryIds.toReversed())
    const named = columns.operations.category.map((index) => [1, 0][index] ?? -1)
    expect(turned.operations.category).toEqual(named)
  })
})
