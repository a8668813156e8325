import { describe, expect, it } from 'vitest'
import { randomShop } from '#testing/bench/random-shop.ts'
import { at, projectOf, type Step, shop } from '#testing/builders/hand-shop.ts'
import { planned } from '#testing/plan-as-present.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { scheduleShop } from '../scheduling/schedule-shop.ts'
import type { ShopSnapshot, SnapshotOperation } from '../scheduling/shop-snapshot.ts'
import { hourMs } from '../time/units.ts'
import { explainForecast, type ForecastReasons } from './explain-forecast.ts'
import { forecastShop } from './forecast-shop.ts'

const noReasons: ForecastReasons = { placementOf: () => null, heldTime: new Map() }

describe('waits before work was begun', () => {
  const cut = {
    plan: ['2026-11-09T08:00', '2026-11-09T16:00'],
    progressPercent: 100,
    actualStartMs: at('2026-11-09T08:00'),
    actualEndMs: at('2026-11-09T16:00'),
  } as const
  /** Could start on Tuesday 10th, was begun on Tuesday 17th at 8:00, 40 working hours later. */
  const bend = {
    after: 'cut',
    categoryId: 'paint',
    plan: ['2026-11-10T08:00', '2026-11-10T16:00'],
    progressPercent: 100,
    actualStartMs: at('2026-11-17T08:00'),
    actualEndMs: at('2026-11-17T16:00'),
  } as const
  const weld = { after: 'bend', plan: ['2026-11-18T08:00', '2026-11-18T16:00'] } as const
  const late = (over: Partial<Step> = {}, due = '2026-11-14T00:00') =>
    projectOf('p', due, { cut, bend: { ...bend, ...over }, weld })
  const report = (from: string, to: string | null, over: Partial<Step> = {}): Step => ({
    categoryId: 'paint',
    plan: [from, to ?? from],
    progressPercent: to ? 100 : 50,
    actualStartMs: at(from),
    actualEndMs: to ? at(to) : null,
    ...over,
  })
  const today = '2026-11-18T08:00'
  const causesOf = (snapshot: ShopSnapshot, reasons = noReasons) =>
    explainForecast(forecastShop(snapshot), reasons)[0]?.parts.map(({ verdict: { cause }, lateMs, index }) => ({
      ...cause,
      index,
      lateHours: lateMs / hourMs,
    }))

  it('the cause is a missing report where nothing else is known', () => {
    const [part, ...others] = causesOf(shop(today, late())) ?? []
    expect(part).toMatchObject({
      code: 'startedLate',
      sinceMs: at('2026-11-10T08:00'),
      hours: 40,
      days: 5,
      lateHours: 112,
    })
    expect(others).toEqual([])
  })

  it('the cause is the work of other projects at the work center, and a missing report for the rest', () => {
    const other = projectOf('q', '2026-12-20T00:00', {
      first: report('2026-11-09T10:00', '2026-11-11T12:00'),
      second: report('2026-11-12T08:00', '2026-11-13T12:00'),
    })
    // Taken for 12 hours by the first and 12 by the second, so that 16 of 40 hours are left.
    expect(causesOf(shop(today, late(), other))).toMatchObject([
      {
        code: 'wasTaken',
        categoryId: 'paint',
        operationId: 'second',
        more: 1,
        untilMs: at('2026-11-13T12:00'),
        hours: 24,
        lateHours: 64,
      },
      { code: 'startedLate', hours: 16, lateHours: 48 },
    ])
  })

  it('the cause is own earlier work where an operation of the same project used the work center, apart from other projects', () => {
    const prime = report('2026-11-09T10:00', '2026-11-11T12:00')
    const project = projectOf('p', '2026-11-10T00:00', {
      cut,
      prime,
      bend,
      weld,
    })
    const other = projectOf('q', '2026-12-20T00:00', { second: report('2026-11-12T08:00', '2026-11-13T12:00') })
    const parts = causesOf(shop(today, project, other)) ?? []
    const taken = parts.filter(({ code }) => code === 'wasTaken').map(({ operationId, own }) => [operationId, own])
    expect(taken.sort()).toEqual([
      ['prime', true],
      ['second', undefined],
    ])
    expect(parts.find(({ own }) => own)).toMatchObject({ hours: 12, more: 0 })
    expect(parts.reduce((sum, { lateHours }) => sum + lateHours, 0)).toBe(208)
  })

  it('the cause is work of another project where both used the work center at once', () => {
    const project = projectOf('p', '2026-11-10T00:00', {
      cut,
      prime: report('2026-11-09T10:00', '2026-11-11T12:00'),
      bend,
      weld,
    })
    const other = projectOf('q', '2026-12-20T00:00', { second: report('2026-11-09T10:00', '2026-11-11T12:00') })
    const snapshot = shop(today, project, other)
    const categories = [{ categoryId: 'paint', name: 'Paint', capacity: 2, shiftId: null }]
    const [taken] = causesOf({ ...snapshot, categories })?.filter(({ code }) => code === 'wasTaken') ?? []
    expect(taken).toMatchObject({ operationId: 'second', more: 1 })
    expect(taken?.own).toBeUndefined()
  })

  it('the cause is no work that left a unit of the work center free', () => {
    const other = projectOf('q', '2026-12-20T00:00', { first: report('2026-11-09T10:00', '2026-11-16T12:00') })
    const snapshot = shop(today, late({}, '2026-11-11T00:00'), other)
    const categories = [{ categoryId: 'paint', name: 'Paint', capacity: 2, shiftId: null }]
    expect(causesOf({ ...snapshot, categories })).toMatchObject([
      { code: 'startedLate', hours: 40 },
      { code: 'noSlack' },
    ])
    const span = {
      name: 'Leave',
      categoryId: 'paint',
      units: 1,
      startMs: at('2026-11-10T08:00'),
      endMs: at('2026-11-12T08:00'),
    }
    expect(causesOf({ ...snapshot, categories, capacitySpans: [span] })).toMatchObject([
      { code: 'startedLate', hours: 24 },
      {
        code: 'wasTaken',
        operationId: 'first',
        hours: 16,
        untilMs: span.endMs,
        available: { units: 1, usual: 2, fromMs: span.startMs, untilMs: span.endMs },
      },
      { code: 'noSlack' },
    ])
  })

  it('the cause is the pool when its people were needed elsewhere', () => {
    const other = projectOf('q', '2026-12-20T00:00', {
      first: report('2026-11-10T08:00', '2026-11-13T16:00', { categoryId: null, poolId: 'welders' }),
    })
    const snapshot = shop(today, late({ poolId: 'welders' }), other)
    const welders = { categoryId: 'welders', name: 'Welders', capacity: 1, shiftId: null, kind: 'pool' } as const
    expect(causesOf({ ...snapshot, categories: [...snapshot.categories, welders] })).toMatchObject([
      { code: 'wasTaken', categoryId: 'welders', operationId: 'first', hours: 32 },
      { code: 'startedLate', hours: 8 },
    ])
  })

  it('the next step is a report of progress while the work is not completed, and none afterwards', () => {
    const other = projectOf('q', '2026-12-20T00:00', {
      first: report('2026-11-09T10:00', '2026-11-11T12:00'),
      second: report('2026-11-12T08:00', '2026-11-13T12:00'),
    })
    const stepsOf = (over: Partial<Step>) =>
      explainForecast(forecastShop(shop(today, late(over), other)), noReasons)[0]?.parts.map(
        ({ verdict: { cause, remedy } }) => [cause.code, remedy.code],
      )
    expect(stepsOf({})).toEqual([
      ['wasTaken', 'none'],
      ['startedLate', 'none'],
    ])
    expect(stepsOf({ progressPercent: 50, actualEndMs: null })).toEqual(
      expect.arrayContaining([
        ['wasTaken', 'reportProgress'],
        ['startedLate', 'reportProgress'],
      ]),
    )
  })

  it('the cause is a hold, whatever else there was', () => {
    const other = projectOf('q', '2026-12-20T00:00', { first: report('2026-11-09T10:00', '2026-11-16T16:00') })
    const heldTime = new Map([['bend', [at('2026-11-10T08:00'), at('2026-11-11T16:00')]]])
    expect(causesOf(shop(today, late(), other), { ...noReasons, heldTime })).toMatchObject([
      { code: 'wasTaken', hours: 24 },
      { code: 'onHold', hours: 16 },
    ])
  })

  it('the cause is the run that planned the work late, from that run on', () => {
    const plannings = new Map([
      ['bend', [{ atMs: at('2026-11-12T12:00'), startMs: at('2026-11-16T16:00'), by: 'run' as const }]],
    ])
    const snapshot = shop(today, late({ plan: ['2026-11-16T16:00', '2026-11-17T16:00'] }))
    // Twenty hours until the run, of which nothing is known, and twenty from the run to the planned start.
    expect(causesOf(snapshot, { ...noReasons, plannings })).toMatchObject([
      {
        code: 'wasPlanned',
        plannedBy: 'run',
        hours: 20,
        sinceMs: at('2026-11-12T12:00'),
        untilMs: at('2026-11-16T16:00'),
      },
      { code: 'startedLate', hours: 20, sinceMs: at('2026-11-09T16:00') },
    ])
  })

  it('each plan is a cause for as long as it was in force', () => {
    const plannings = new Map([
      [
        'bend',
        [
          { atMs: at('2026-11-06T12:00'), startMs: at('2026-11-12T08:00'), by: 'run' as const },
          { atMs: at('2026-11-11T16:00'), startMs: at('2026-11-17T08:00'), by: 'person' as const },
          { atMs: at('2026-11-17T12:00'), startMs: at('2026-11-10T08:00'), by: 'run' as const },
        ],
      ],
    ])
    expect(causesOf(shop(today, late()), { ...noReasons, plannings })).toMatchObject([
      { code: 'wasPlanned', plannedBy: 'person', hours: 40, untilMs: at('2026-11-17T08:00') },
    ])
  })

  it('the cause is the same for an overdue operation of a project that is not late', () => {
    const other = projectOf('q', '2026-12-20T00:00', { first: report('2026-11-09T10:00', '2026-11-16T12:00') })
    const open = { progressPercent: 0, actualStartMs: null, actualEndMs: null }
    const [of] = explainForecast(forecastShop(shop(today, late(open, '2026-12-20T00:00'), other)), noReasons)
    expect(of?.parts).toEqual([])
    expect(of?.verdicts[1]).toMatchObject({
      cause: { code: 'wasTaken', operationId: 'first', hours: 36 },
      remedy: { code: 'startNow' },
    })
  })

  it('the cause is the work center that the work still waits for, in one part with the queue', () => {
    const other = projectOf('q', '2026-12-20T00:00', {
      big: report('2026-11-09T10:00', null, { durationHours: 60 }),
    })
    const open = { progressPercent: 0, actualStartMs: null, actualEndMs: null }
    const parts = causesOf(shop(today, late(open), other))?.filter(({ index }) => index === 1)
    expect(parts?.map(({ code, operationId }) => [code, operationId])).toEqual([['workCentreBusy', 'big']])
  })
})

/** The shop a week after its plan was made, with reports of most of the work that was to start, some of it late. */
const reported = (seed: number, made: ShopSnapshot): ShopSnapshot => {
  const nowMs = made.nowMs + 7 * 24 * hourMs
  const report = (operation: SnapshotOperation, index: number): SnapshotOperation => {
    const { scheduledStartMs: startMs, scheduledEndMs: endMs } = operation
    const kind = (index * 7 + seed) % 5
    if (startMs === null || endMs === null || startMs >= nowMs || kind === 4) return operation
    const actualStartMs = Math.min(startMs + ((index + seed) % 4) * 6 * hourMs, nowMs - 2 * hourMs)
    if (kind === 3 || endMs >= nowMs) return { ...operation, actualStartMs, progressPercent: 40 }
    const actualEndMs = Math.min(actualStartMs + (endMs - startMs), nowMs - hourMs)
    return { ...operation, actualStartMs, actualEndMs, progressPercent: 100 }
  }
  const projects = made.projects.map((of) => ({ ...of, operations: of.operations.map(report) }))
  return { ...made, nowMs, projects }
}

/** Holds and plans of the weeks before now, of every third operation each. */
const randomPast = (seed: number, { nowMs, projects }: ShopSnapshot) => {
  const ids = projects.flatMap(({ operations }) => operations.map(({ operationId }) => operationId))
  const before = (index: number, every: number): number => nowMs - ((index * 37 + seed) % every) * 5 * hourMs
  const heldTime: ForecastReasons['heldTime'] = new Map(
    ids.flatMap((id, index) => (index % 3 === 0 ? [[id, [before(index, 60), nowMs - hourMs]] as const] : [])),
  )
  const plannings: ForecastReasons['plannings'] = new Map(
    ids.map((id, index) => {
      const by = index % 2 === 0 ? 'run' : 'person'
      const list = [{ atMs: before(index, 90), startMs: before(index, 20), by } as const]
      return [id, index % 3 === 1 ? list : []] as const
    }),
  )
  return { heldTime, plannings }
}

it('the parts of every late project with a random past sum to its lateness, to the millisecond, each cause once', () => {
  const seen = new Set<string>()
  for (let seed = 1; seed <= propertyRuns(60); seed++) {
    const made = randomShop({
      seed,
      projects: 6 + (seed % 10),
      operations: 3 + (seed % 9),
      categories: 3,
      trouble: 0.25,
    })
    for (const [index, of] of made.projects.entries()) of.dueMs = made.nowMs + (index % 4) * 24 * hourMs
    const result = scheduleShop(made, { scope: 'all' })
    if ('cancelled' in result) continue
    const snapshot = reported(seed, planned(made, result))
    const reasons = { ...noReasons, ...randomPast(seed, snapshot) }
    for (const { project: of, state, parts, completionMs } of explainForecast(forecastShop(snapshot), reasons)) {
      if (state !== 'late') continue
      const label = `shop ${seed}, project ${of.projectId}`
      const sum = parts.reduce((total, { lateMs }) => total + lateMs, 0)
      expect(sum, label).toBe((completionMs ?? 0) - (of.dueMs ?? 0))
      const keys = parts.map(({ index, verdict: { cause } }) => `${index} ${cause.code} ${cause.operationId}`)
      expect(new Set(keys).size, label).toBe(keys.length)
      for (const { verdict } of parts) seen.add(verdict.cause.code)
    }
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(['startedLate', 'notStarted', 'wasTaken', 'wasPlanned', 'onHold', 'workCentreBusy']),
  )
})
