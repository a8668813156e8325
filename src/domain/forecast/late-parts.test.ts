import { describe, expect, it } from 'vitest'
import { randomShop } from '#testing/bench/random-shop.ts'
import { at, projectOf, shop } from '#testing/builders/hand-shop.ts'
import { planned } from '#testing/plan-as-present.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { scheduleShop } from '../scheduling/schedule-shop.ts'
import type { ShopSnapshot, SnapshotOperation } from '../scheduling/shop-snapshot.ts'
import { hourMs } from '../time/units.ts'
import { explainForecast, type ForecastReasons } from './explain-forecast.ts'
import { forecastShop, type ProjectForecast } from './forecast-shop.ts'
import { type DelayFacts, timedOperations } from './late-delays.ts'
import { RetimedProject, type TimedOperation } from './retime-project.ts'

const noReasons: ForecastReasons = { placementOf: () => null, heldTime: new Map() }

/** The parts of the first project: operation, cause, hours, and the operation named by the cause. */
const partsOf = (snapshot: ShopSnapshot, reasons = noReasons) => {
  const [of] = explainForecast(forecastShop(snapshot), reasons)
  return of?.parts.map(({ index, verdict: { cause }, lateMs }) => [
    of.operations[index]?.source.operationId ?? null,
    cause.code,
    lateMs / hourMs,
    cause.operationId ?? null,
  ])
}

describe('what makes a project late, in hand-made shops', () => {
  it('the cause is the queue behind another project at its work center', () => {
    const mine = projectOf('p', '2026-11-20T00:00', {
      cut: { plan: ['2026-11-18T08:00', '2026-11-18T16:00'] },
      coat: { after: 'cut', categoryId: 'paint', plan: ['2026-11-19T08:00', '2026-11-19T16:00'] },
    })
    const other = projectOf('q', '2026-12-20T00:00', {
      big: { categoryId: 'paint', durationHours: 20, plan: ['2026-11-18T08:00', '2026-11-20T12:00'] },
    })
    // Paint is occupied until Friday noon. The coat then ends on Monday noon, 84 hours after the due date.
    expect(partsOf(shop('2026-11-18T08:00', mine, other))).toEqual([['coat', 'workCentreBusy', 84, 'big']])
  })

  it('the causes are what happened to started work', () => {
    const mine = projectOf('p', '2026-11-19T00:00', {
      cut: { plan: ['2026-11-17T08:00', '2026-11-17T16:00'], actualStartMs: at('2026-11-17T12:00') },
      weld: { after: 'cut', plan: ['2026-11-18T08:00', '2026-11-18T16:00'] },
    })
    // The cut started 4 hours late, and 4 hours of work brought no progress, so the weld ends on Thursday at 16:00. Without the lost hours
    // it would end at 12:00; if the cut had also started on time, the weld would end on Wednesday as planned.
    expect(partsOf(shop('2026-11-18T08:00', mine))).toEqual([
      ['cut', 'startedLate', 12, null],
      ['cut', 'longerThanEstimated', 4, null],
    ])
  })

  it('the cause is a plan that started completed work later than possible', () => {
    const mine = projectOf('p', '2026-11-14T00:00', {
      cut: {
        plan: ['2026-11-09T08:00', '2026-11-09T16:00'],
        progressPercentage: 100,
        actualStartMs: at('2026-11-09T08:00'),
        actualEndMs: at('2026-11-09T16:00'),
      },
      bend: {
        after: 'cut',
        plan: ['2026-11-17T08:00', '2026-11-17T16:00'],
        progressPercentage: 100,
        actualStartMs: at('2026-11-17T08:00'),
        actualEndMs: at('2026-11-17T16:00'),
      },
      weld: { after: 'bend', plan: ['2026-11-18T08:00', '2026-11-18T16:00'] },
    })
    // Bent on Tuesday the 10th, the weld could have ended on the 11th. It actually ends on the 18th, 112 hours after the due date.
    expect(partsOf(shop('2026-11-18T08:00', mine))).toEqual([['bend', 'wasPlanned', 112, null]])
  })

  it('the cause is the work that ended late, not the work that waited for it', () => {
    const mine = projectOf('p', '2026-11-18T00:00', {
      cut: {
        plan: ['2026-11-16T08:00', '2026-11-16T16:00'],
        progressPercentage: 100,
        actualStartMs: at('2026-11-16T08:00'),
        actualEndMs: at('2026-11-17T16:00'),
      },
      bend: {
        after: 'cut',
        plan: ['2026-11-17T08:00', '2026-11-17T16:00'],
        actualStartMs: at('2026-11-18T08:00'),
      },
    })
    expect(partsOf(shop('2026-11-18T08:00', mine))).toEqual([['cut', 'tookLonger', 16, null]])
  })

  it('the cause is work that was ready but not started', () => {
    const mine = projectOf('p', '2026-11-17T00:00', { cut: { plan: ['2026-11-16T08:00', '2026-11-16T16:00'] } })
    expect(partsOf(shop('2026-11-18T08:00', mine))).toEqual([['cut', 'notStarted', 40, null]])
  })

  it('the causes are a pin, and then the duration of the work itself', () => {
    const mine = projectOf('p', '2026-11-18T12:00', {
      cut: { pinned: true, plan: ['2026-11-23T08:00', '2026-11-23T16:00'] },
    })
    expect(partsOf(shop('2026-11-18T08:00', mine))).toEqual([
      ['cut', 'pinned', 120, null],
      [null, 'noSlack', 4, null],
    ])
  })

  it('the cause is a weekend if only closed days are in the way', () => {
    const mine = projectOf('p', '2026-11-22T00:00', {
      cut: { durationHours: 32, plan: ['2026-11-18T08:00', '2026-11-23T16:00'] },
    })
    // With work on every day, it would end on Saturday at 16:00.
    expect(partsOf(shop('2026-11-18T08:00', mine))).toEqual([['cut', 'closed', 40, null]])
  })

  it('the cause is the release of the project', () => {
    const mine = {
      ...projectOf('p', '2026-11-19T00:00', { cut: { plan: ['2026-11-20T08:00', '2026-11-20T16:00'] } }),
      productionStartMs: at('2026-11-20T08:00'),
    }
    // The plan follows the release, so time is gained only if both are removed.
    expect(partsOf(shop('2026-11-18T08:00', mine))).toEqual([['cut', 'release', 40, null]])
  })

  it('the cause is material that arrives later than planned, and nothing else that waited for it', () => {
    const mine = projectOf('p', '2026-11-19T00:00', {
      cut: { plan: ['2026-11-16T08:00', '2026-11-16T16:00'], materialReadyMs: at('2026-11-20T08:00') },
    })
    // The cut was planned for Monday and ends on Friday at 16:00. With its material it would have been on time.
    expect(partsOf(shop('2026-11-18T08:00', mine))).toEqual([['cut', 'material', 40, null]])
  })

  it('the cause is the material that the plan was made for', () => {
    const mine = projectOf('p', '2026-11-19T00:00', {
      cut: { plan: ['2026-11-20T08:00', '2026-11-20T16:00'], materialReadyMs: at('2026-11-20T08:00') },
    })
    expect(partsOf(shop('2026-11-18T08:00', mine))).toEqual([['cut', 'material', 40, null]])
  })

  it('late material is a separate cause from the time that passed after it arrived', () => {
    const mine = projectOf('p', '2026-11-14T00:00', {
      cut: {
        plan: ['2026-11-09T08:00', '2026-11-09T16:00'],
        progressPercentage: 100,
        actualStartMs: at('2026-11-09T08:00'),
        actualEndMs: at('2026-11-09T16:00'),
      },
      bend: {
        after: 'cut',
        plan: ['2026-11-17T08:00', '2026-11-17T16:00'],
        materialReadyMs: at('2026-11-16T08:00'),
        progressPercentage: 100,
        actualStartMs: at('2026-11-17T08:00'),
        actualEndMs: at('2026-11-17T16:00'),
      },
      weld: { after: 'bend', plan: ['2026-11-18T08:00', '2026-11-18T16:00'] },
    })
    // Bent on Monday the 16th, the weld would end on Tuesday at 16:00, a day earlier. Without the material constraint
    // it could end on the 10th.
    expect(partsOf(shop('2026-11-18T08:00', mine))).toEqual([
      ['bend', 'material', 88, null],
      ['bend', 'wasPlanned', 24, null],
    ])
  })

  it('the cause is the queue that the plan was made for, as long as it exists', () => {
    const mine = projectOf('p', '2026-11-19T00:00', {
      coat: { categoryId: 'paint', plan: ['2026-11-19T08:00', '2026-11-19T16:00'] },
    })
    const other = projectOf('q', '2026-12-20T00:00', {
      first: { categoryId: 'paint', plan: ['2026-11-18T08:00', '2026-11-18T16:00'] },
    })
    const busy = { code: 'workCentreBusy', at: at('2026-11-18T16:00'), binding: true, categoryId: 'paint' } as const
    const reasonsFor = (operationId: string) => ({
      ...noReasons,
      placementOf: (id: string) =>
        id === 'coat' ? { factors: [{ ...busy, operationId }], unplaced: null, warnings: [] } : null,
    })
    const snapshot = shop('2026-11-18T08:00', mine, other)
    expect(partsOf(snapshot, reasonsFor('first'))).toEqual([['coat', 'workCentreBusy', 16, 'first']])
    expect(partsOf(snapshot, reasonsFor('gone'))).toEqual([['coat', 'planned', 16, null]])
  })

  it('a planned start that only follows the predecessors is never a cause', () => {
    const mine = projectOf('p', '2026-11-20T10:00', {
      cut: { categoryId: 'paint', plan: ['2026-11-18T09:00', '2026-11-19T09:00'] },
      bend: { after: 'cut', plan: ['2026-11-19T12:00', '2026-11-20T12:00'] },
    })
    const other = projectOf('q', '2026-12-20T00:00', {
      big: { categoryId: 'paint', durationHours: 20, plan: ['2026-11-18T08:00', '2026-11-20T12:00'] },
    })
    const factors = [
      { code: 'predecessor', at: at('2026-11-19T12:00'), binding: true, operationId: 'cut', lagHours: 0 } as const,
    ]
    const placementOf = (id: string) => (id === 'bend' ? { factors, unplaced: null, warnings: [] } : null)
    const snapshot = shop('2026-11-18T08:00', mine, other)
    // Without the queue the bend would end on Friday at 9:00, an hour early. If its planned start still applied, it would end at 12:00.
    expect(partsOf(snapshot, { ...noReasons, placementOf })).toEqual([['cut', 'workCentreBusy', 98, 'big']])
    expect(partsOf(snapshot)).toEqual([
      ['cut', 'workCentreBusy', 96, 'big'],
      ['bend', 'planned', 2, null],
    ])
  })
})

describe('what a learned pace adds to lateness', () => {
  it('open work is late by its pace, and the rest by the work itself', () => {
    const mine = projectOf('p', '2026-11-18T12:00', {
      coat: {
        categoryId: 'paint',
        durationHours: 12,
        estimateHours: 8,
        plan: ['2026-11-18T08:00', '2026-11-18T16:00'],
      },
    })
    // At its pace it ends on Thursday at 12:00, by its estimate on Wednesday at 16:00.
    const snapshot = shop('2026-11-18T08:00', mine)
    expect(partsOf(snapshot)).toEqual([
      ['coat', 'learnedPace', 20, null],
      [null, 'noSlack', 4, null],
    ])
    const [of] = explainForecast(forecastShop(snapshot), noReasons)
    expect(of?.parts[0]?.verdict).toEqual({
      cause: { code: 'learnedPace', categoryId: 'paint', factor: 1.5, hours: 4, days: 0.5 },
      remedy: { code: 'addOvertime', categoryId: 'paint' },
    })
  })

  it('started work is late by the pace of its remaining work, and by the hours over the estimate that people see', () => {
    const mine = projectOf('p', '2026-11-17T16:00', {
      coat: {
        categoryId: 'paint',
        durationHours: 12,
        estimateHours: 8,
        progressPercentage: 50,
        plan: ['2026-11-17T08:00', '2026-11-17T16:00'],
        actualStartMs: at('2026-11-17T08:00'),
      },
    })
    // Half of it took 12 hours, 8 more than estimated, and 6 are left in place of 4: it ends on Thursday at 10:00. Without the 8 hours it
    // would end on Wednesday at 10:00, and by its estimate on Tuesday as planned.
    expect(partsOf(shop('2026-11-18T12:00', mine))).toEqual([
      ['coat', 'longerThanEstimated', 24, null],
      ['coat', 'learnedPace', 18, null],
    ])
  })
})

const plainFacts = (nowMs: number): DelayFacts => ({
  nowMs: Math.ceil(nowMs / 60_000) * 60_000,
  plannedReasons: () => null,
  endOf: () => null,
  heldHours: () => 0,
  isOutside: () => false,
  hoursPerDay: () => 8,
  openDays: (calendar) => calendar,
})

/** Random shops, some as generated and some planned by a run and viewed days later, with tight ship dates. */
const messyShops = function* () {
  for (let seed = 1; seed <= propertyRuns(100); seed++) {
    const size = { projects: 6 + (seed % 10), operations: 3 + (seed % 9), categories: 3 }
    const made = randomShop({
      seed,
      ...size,
      trouble: (seed % 5) / 4,
      materials: (seed % 4) / 8,
      waits: (seed % 3) / 8,
      outside: (seed % 2) / 3,
      overlaps: (seed % 4) / 6,
    })
    for (const of of made.projects) if (of.dueMs !== null) of.dueMs -= (seed % 40) * 24 * hourMs
    // Some of the work is forecast at a learned pace.
    for (const of of made.projects)
      for (const one of of.operations)
        if (seed % 2 === 0 && one.sequence % 3 !== 0)
          one.estimateHours = one.durationHours * (seed % 4 === 0 ? 0.6 : 1.4)
    const result = seed % 3 === 0 ? null : scheduleShop(made, { scope: 'all' })
    if (!result || 'cancelled' in result) yield { seed, snapshot: made, reasons: noReasons }
    else {
      const placements = new Map(result.operations.map((one) => [one.operationId, one.placement]))
      const snapshot = { ...planned(made, result), nowMs: made.nowMs + (seed % 4) * 24 * hourMs }
      const placementOf = (id: string) => placements.get(id) ?? null
      yield { seed, snapshot, reasons: { ...noReasons, placementOf } }
    }
  }
}

/** The completion that the engine finds if every operation of the project has its own work center. */
const engineAlone = (snapshot: ShopSnapshot, of: ProjectForecast, timed: readonly (TimedOperation | null)[]) => {
  const operations = of.project.operations.map((source, index): SnapshotOperation => {
    const one = timed[index]
    if (!one || one.isBegun) return source
    const plan = { scheduledStartMs: snapshot.nowMs, scheduledEndMs: null }
    const categoryId = source.categoryId && `${source.categoryId} ${index}`
    return { ...source, ...plan, categoryId, pinned: false, durationHours: one.workMs / hourMs }
  })
  const forEach = <T extends { readonly categoryId: string | null }>(rows: readonly T[]): T[] =>
    rows.flatMap((row) => [
      row,
      ...(row.categoryId === null
        ? []
        : operations.map((_, index) => ({ ...row, categoryId: `${row.categoryId} ${index}` }))),
    ])
  const alone = {
    ...snapshot,
    freezeWorkingDays: 0,
    categories: forEach(snapshot.categories),
    exceptions: forEach(snapshot.exceptions),
    holidays: forEach(snapshot.holidays),
    projects: [{ ...of.project, operations }],
  }
  return forecastShop(alone).projects[0]?.completionMs
}

it('the parts of every late project in random shops add up to its lateness exactly, greatest first', () => {
  const seen = new Set<string>()
  for (const { seed, snapshot, reasons } of messyShops())
    for (const { project: of, state, parts, completionMs } of explainForecast(forecastShop(snapshot), reasons)) {
      if (state !== 'late') continue
      const label = `shop ${seed}, project ${of.projectId}`
      const times = parts.map(({ lateMs }) => lateMs)
      expect(
        times.reduce((sum, ms) => sum + ms, 0),
        label,
      ).toBe((completionMs ?? 0) - (of.dueMs ?? 0))
      expect(
        times.every((ms) => ms > 0),
        label,
      ).toBe(true)
      expect(times, label).toEqual(times.toSorted((a, b) => b - a))
      for (const { verdict } of parts) seen.add(verdict.cause.code)
    }
  expect([...seen]).toEqual(
    expect.arrayContaining(['workCentreBusy', 'planned', 'pinned', 'release', 'material', 'closed', 'noSlack']),
  )
})

it('recomputing a project reproduces the forecast, and without queues, pins and plan it matches the engine on that project alone', () => {
  let compared = 0
  for (const { seed, snapshot } of messyShops())
    for (const of of forecastShop(snapshot).projects) {
      if (of.completionMs === null) continue
      const timed = timedOperations(of, plainFacts(snapshot.nowMs))
      const retimed = new RetimedProject(timed)
      for (const [index, row] of of.operations.entries()) {
        if (row.forecastEndMs === null) continue
        const label = `shop ${seed}, operation ${row.source.operationId}`
        const dates = [retimed.startMsOf(index), retimed.endMsOf(index)]
        expect(dates, label).toEqual([row.forecastStartMs, row.forecastEndMs])
      }
      const own = new Set(of.project.operations.map(({ operationId }) => operationId))
      const isAlone = of.project.operations.every(({ dependencies }) =>
        dependencies.every((d) => own.has(d.operationId)),
      )
      if (!isAlone || timed.includes(null)) continue
      const free = ['workCentreBusy', 'planned', 'pinned', 'frozen']
      for (const [index, one] of timed.entries()) {
        for (const delay of one?.delays ?? []) {
          if (free.includes(delay.verdict().cause.code)) retimed.lift({ index, delay })
        }
      }
      compared++
      const label = `shop ${seed}, project ${of.project.projectId}`
      const freely = retimed.completionMs
      expect(Number.isFinite(freely) ? freely : null, label).toBe(engineAlone(snapshot, of, timed))
    }
  expect(compared).toBeGreaterThan(propertyRuns(100))
})
