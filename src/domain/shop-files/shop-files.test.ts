import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ShopFile } from '#contract/shop-files.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { localDate, localMinute, weeksLater } from '#domain/time/zone-dates.ts'
import { valueAt } from '#domain/value-at.ts'
import { type RandomShop, randomShop } from '#testing/bench/random-shop.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { checkPlanFile, writePlanFile } from './check-plan-file.ts'
import { parsePlanFile, parseShopFile, ShopFileError } from './parse-shop-file.ts'
import { readShopFile } from './read-shop-file.ts'
import { shopFileText, shopFileTexts } from './shop-file-text.ts'
import { shopFileParts, writeShopFile } from './write-shop-file.ts'

const everything = {
  materials: 0.3,
  capacities: 0.3,
  waits: 0.3,
  overlaps: 0.3,
  outside: 0.2,
  setups: 0.4,
  pools: 0.3,
  alternatives: 0.3,
}

const shopOf = (seed: number, more: Partial<RandomShop> = {}): ShopSnapshot =>
  randomShop({
    seed,
    projects: 2 + (seed % 9),
    operations: 1 + (seed % 6),
    categories: 2 + (seed % 3),
    trouble: (seed % 5) / 4,
    ...everything,
    ...more,
  })

const run = (snapshot: ShopSnapshot) => {
  const result = scheduleShop(snapshot, { scope: 'all', effort: 'quick' })
  if ('cancelled' in result) throw new Error('the run was cancelled')
  return result
}

/** The dates of a plan, by project and sequence, and its costs. */
const planOf = (snapshot: ShopSnapshot) => {
  const { operations, objective, lateProjects, lateDays } = run(snapshot)
  const rows = new Map(operations.map((row) => [row.operationId, row]))
  const dates = snapshot.projects
    .toSorted((a, b) => (a.projectId < b.projectId ? -1 : 1))
    .flatMap((project) => project.operations.toSorted((a, b) => a.sequence - b.sequence))
    .map(({ operationId }) => {
      const { startMs, endMs, placement } = rows.get(operationId) ?? {}
      return [startMs, endMs, placement?.unplaced?.code]
    })
  return { dates, objective, lateProjects, lateDays }
}

describe('a shop file', () => {
  it('written in parts is the same text, also without any project', () => {
    for (const snapshot of [shopOf(18), { ...shopOf(18), projects: [] }]) {
      const parts = [...shopFileTexts(shopFileParts(snapshot, { name: 'shop' }))]
      expect(parts.join('')).toBe(shopFileText(writeShopFile(snapshot, { name: 'shop' })))
      expect(parts).toHaveLength(snapshot.projects.length + 2)
    }
  })

  it('a file that is read gives the same plan with the same cost as the shop that it was written from', () => {
    fc.assert(
      fc.property(fc.nat(100_000), (seed) => {
        const snapshot = shopOf(seed)
        const text = shopFileText(writeShopFile(snapshot, { name: 'shop' }))
        const again = readShopFile(parseShopFile(text))
        expect(planOf(again)).toEqual(planOf(snapshot))
        expect(shopFileText(writeShopFile(again, { name: 'shop' }))).toBe(text)
      }),
      { numRuns: propertyRuns(60) },
    )
  })

  it('contains no id and no name of the shop', () => {
    const snapshot = shopOf(44, { trouble: 1 })
    const text = shopFileText(writeShopFile(snapshot, { name: 'shop' }))
    const { projects, categories, shifts, holidays, exceptions, capacitySpans = [] } = snapshot
    const secrets = [
      ...projects.flatMap((project) => [project.projectId, project.projectNumber, project.projectName]),
      ...projects.flatMap(({ operations }) => operations.flatMap((one) => [one.operationId, one.setupFamily ?? ''])),
      ...categories.flatMap(({ categoryId, name }) => [categoryId, name]),
      ...shifts.flatMap(({ shiftId, name }) => [shiftId, name]),
      ...[...holidays, ...exceptions, ...capacitySpans].map(({ name }) => name),
    ]
    const texts = new Set<string>()
    JSON.parse(text, (key, value) => {
      texts.add(key)
      if (typeof value === 'string') texts.add(value)
      return value
    })
    // A generated shop numbers its projects and work centers like a file does.
    const own = (secret: string): boolean => secret === '' || /^(Project|Work center|Pool) \d+$/.test(secret)
    expect(secrets.filter((secret) => !own(secret) && texts.has(secret))).toEqual([])
    expect(text).not.toContain('Primer')
    expect(text).toContain('Family 2')
  })

  it('replaces names that people gave, also those of work centers and projects', () => {
    const snapshot = shopOf(44)
    const named: ShopSnapshot = {
      ...snapshot,
      categories: snapshot.categories.map((center, i) => ({ ...center, name: `Secret center ${i}` })),
      projects: snapshot.projects.map((project, i) => ({ ...project, projectName: `Secret project ${i}` })),
    }
    expect(shopFileText(writeShopFile(named, { name: 'shop' }))).toBe(
      shopFileText(writeShopFile(snapshot, { name: 'shop' })),
    )
  })

  it('moved by some weeks, has the same dates on the local clock and no date of the original', () => {
    const atMs = Date.parse('2026-10-21T06:30:00Z')
    const movedMs = weeksLater(atMs, 2, 'Europe/Berlin')
    expect(new Date(movedMs).toISOString()).toBe('2026-11-04T07:30:00.000Z')
    expect(localMinute(movedMs, 'Europe/Berlin')).toBe(localMinute(atMs, 'Europe/Berlin'))
    const snapshot = { ...shopOf(7), timeZone: 'Europe/Berlin' }
    const [kept, moved] = [0, -60].map((weeks) => readShopFile(writeShopFile(snapshot, { name: 'shop', weeks })))
    if (!kept || !moved) throw new Error('not written')
    expect(localDate(moved.nowMs, 'Europe/Berlin')).toBe(
      localDate(weeksLater(kept.nowMs, -60, 'Europe/Berlin'), 'Europe/Berlin'),
    )
    const dueOf = ({ projects }: ShopSnapshot) => projects.map(({ dueMs }) => dueMs)
    expect(dueOf(moved)).toEqual(dueOf(kept).map((dueMs) => dueMs && weeksLater(dueMs, -60, 'Europe/Berlin')))
    expect(moved.holidays.map(({ date }) => date).filter((date) => date >= '2026-01-01')).not.toEqual(
      kept.holidays.map(({ date }) => date),
    )
  })

  it('moved by some weeks, gives a plan of the same cost where the clocks are never changed', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: -300, max: 300 }), (seed, weeks) => {
        const snapshot = { ...shopOf(seed), timeZone: 'UTC' }
        const moved = readShopFile(writeShopFile(snapshot, { name: 'shop', weeks }))
        expect(run(moved).objective).toEqual(run(snapshot).objective)
      }),
      { numRuns: propertyRuns(40) },
    )
  })
})

describe('reading a file', () => {
  const file: ShopFile = writeShopFile(shopOf(12, { trouble: 0 }), { name: 'shop' })
  const messageOf = (value: unknown): string => {
    try {
      parseShopFile(typeof value === 'string' ? value : JSON.stringify(value))
    } catch (error) {
      if (error instanceof ShopFileError) return error.message
    }
    throw new Error('it was accepted')
  }

  it.each([
    ['no JSON', '{', 'The file is not JSON.'],
    [
      'another version',
      { ...file, format: 'scheduler-shop/2' },
      'must be "scheduler-shop/1", but it is "scheduler-shop/2"',
    ],
    ['a plan instead of a shop', { format: 'scheduler-plan/1' }, 'but it is "scheduler-plan/1"'],
    ['a list', [], 'but it names none'],
    ['an unknown zone', { ...file, timeZone: 'Atlantis/Main' }, 'timeZone: not a time zone'],
    ['an unknown field', { ...file, colour: 'red' }, 'unknown fields: colour'],
    ['a missing field', { ...file, projects: undefined }, 'projects: a value of the type array is missing'],
    [
      'a negative capacity',
      { ...file, centers: [{ ...file.centers[0], capacity: -1 }] },
      'centers[0].capacity: must be at least 0',
    ],
    ['a shift pattern that does not exist', { ...file, shift: 99 }, 'shift: there is no shift pattern 99'],
    [
      'a center that does not exist',
      { ...file, projects: [{ ...file.projects[0], operations: [{ hours: 1, center: 99 }] }] },
      'projects[0].operations[0].center: there is no center 99',
    ],
    [
      'a predecessor that does not exist',
      { ...file, projects: [{ ...file.projects[0], operations: [{ hours: 1, after: [5] }] }] },
      'projects[0].operations[0].after: there is no operation 5',
    ],
  ])('with %s is refused with the place and the reason', (_, value, message) => {
    expect(messageOf(value)).toContain(message)
  })

  it('a plan of another shop, or with too few starts, is refused', () => {
    const snapshot = readShopFile(file)
    const plan = writePlanFile('shop', snapshot, run(snapshot), 'a test')
    expect(parsePlanFile(shopFileText(plan), file)).toEqual(plan)
    expect(() => parsePlanFile(shopFileText({ ...plan, shop: 'other' }), file)).toThrow(
      'The plan is for "other", not for "shop".',
    )
    const fewer = { ...plan, starts: plan.starts.slice(1) }
    expect(() => parsePlanFile(shopFileText(fewer), file)).toThrow(`but the shop has ${plan.starts.length} operations`)
    const elsewhere: typeof plan = { ...plan, centers: [[0, 999]] }
    expect(() => parsePlanFile(shopFileText(elsewhere), file)).toThrow('centers[0]: there is no center 999')
  })
})

it('a plan that a run found is valid as a plan file, with the cost that the run reports', () => {
  fc.assert(
    fc.property(fc.nat(100_000), (seed) => {
      const file = writeShopFile(shopOf(seed), { name: 'shop' })
      const snapshot = readShopFile(file)
      const result = run(snapshot)
      const plan = parsePlanFile(shopFileText(writePlanFile('shop', snapshot, result, 'a test')), file)
      const { cost, violations, lateProjects } = checkPlanFile(snapshot, plan)
      expect(violations).toEqual([])
      expect(cost.unscheduled).toBe(0)
      expect(cost.latenessHours).toBeCloseTo(result.objective.weightedLatenessHours, 4)
      expect(cost.completionHours).toBeCloseTo(result.objective.totalCompletionHours, 4)
      expect(lateProjects).toBe(result.lateProjects)
      // Work in progress may lie on top of other work, and then the order is not clear from the starts alone.
      if (valueAt([0, 1, 2, 3, 4], seed % 5) === 0) {
        expect(cost.changeoverHours).toBeCloseTo(result.objective.changeoverHours ?? 0, 6)
      }
    }),
    { numRuns: propertyRuns(60) },
  )
})
