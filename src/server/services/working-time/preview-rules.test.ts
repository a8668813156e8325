import { describe, expect, it } from 'vitest'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import type { DatedRow } from '../scheduling/plan-rows.ts'
import { compareLoads } from './compare-loads.ts'
import { comparePlans } from './compare-plans.ts'

const hourMs = 3_600_000

/** A project with one operation of the same name. */
const due = (name: string, dueMs: number) => project(name, [operation(name)], { dueMs })

/** Ends of the operations, in hours. */
const plan = (ends: Record<string, number | null>): DatedRow[] =>
  Object.entries(ends).map(([o, end]) => ({
    o,
    s: end === null ? null : (end - 4) * hourMs,
    e: end === null ? null : end * hourMs,
  }))

describe('the preview of a change of working time', () => {
  it('names projects that become late or on time, and none whose lateness stays the same', () => {
    const plain = { projects: ['turns', 'stays', 'recovers', 'still', 'lost'].map((name) => due(name, 10 * hourMs)) }
    const before = plan({ turns: 9, stays: 11, recovers: 12, still: 8, lost: 9 })
    const after = plan({ turns: 11, stays: 13, recovers: 10, still: 8, lost: null })
    const numbers = (turned: readonly { number: string | null }[]) => turned.map(({ number }) => number)
    const effect = comparePlans([plain, plain], [before, after])
    expect(numbers(effect.becomeLate)).toEqual(['turns'])
    expect(numbers(effect.recover)).toEqual(['recovers'])
    expect(effect).toMatchObject({ operationsMoved: 4, projectsAffected: 4, operationsUnplaced: 1 })
  })

  it('counts load as analytics does: the remaining hours of open work, without held or finished work', () => {
    const at = { categoryId: 'weld', durationHours: 4 }
    const operations = [
      operation('open', at),
      operation('half', { ...at, progressPercent: 50, actualStartMs: 0 }),
      operation('held', { ...at, onHold: true }),
      operation('done', { ...at, progressPercent: 100 }),
    ]
    const before = shop([project('p', operations)], {
      categories: [{ categoryId: 'weld', name: 'Welding', capacity: 1, shiftId: null }],
    })
    const changed = { ...before, categories: before.categories.map((of) => ({ ...of, capacity: 2 })) }
    const { nowMs } = before
    const from = nowMs / hourMs
    const placed = plan({ open: from + 4, half: from + 4, held: from + 4, done: from + 4 })
    const { loads } = compareLoads([before, changed], [placed, placed])
    expect(loads).toMatchObject([
      { name: 'Welding', bookedHoursBefore: 6, bookedHoursAfter: 6, openHoursBefore: 171, openHoursAfter: 342 },
    ])
  })

  it('shows a project that becomes late because its due day ends earlier in another time zone', () => {
    const [plain, changed] = [{ projects: [due('turns', 10 * hourMs)] }, { projects: [due('turns', 8 * hourMs)] }]
    const same = plan({ turns: 9 })
    const effect = comparePlans([plain, changed], [same, same])
    expect(effect.becomeLate).toHaveLength(1)
    expect(effect).toMatchObject({ operationsMoved: 0, projectsAffected: 0 })
  })
})
