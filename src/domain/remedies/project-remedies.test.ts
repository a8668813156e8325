import { describe, expect, it } from 'vitest'
import type { Available, Placement } from '#contract/placement.ts'
import { randomShop } from '#testing/bench/random-shop.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { planned } from '#testing/plan-as-present.ts'
import { behind } from '#testing/plan-by-hand.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { type ExplainedProject, explainForecast, type ForecastReasons } from '../forecast/explain-forecast.ts'
import { forecastShop } from '../forecast/forecast-shop.ts'
import { applyChanges } from '../proposals/apply-changes.ts'
import { followPlan } from '../proposals/compare-with-forecast.ts'
import { scheduleShop } from '../scheduling/schedule-shop.ts'
import type { ShopSnapshot, SnapshotOperation } from '../scheduling/shop-snapshot.ts'
import { hourMs } from '../time/units.ts'
import { type ComputedRemedy, projectRemediesOf } from './project-remedies.ts'
import { remedyTrials, type ScheduleAgain } from './remedy-trials.ts'

/** No time for a search: only the sequence of the plan is kept. */
const noTime: ScheduleAgain = () => null

const noReasons: ForecastReasons = { placementOf: () => null, heldTime: new Map() }

/** Schedules as a run does, without a search. */
const scheduled: ScheduleAgain = (snapshot) => {
  const result = scheduleShop(snapshot, { scope: 'all' })
  if ('cancelled' in result) throw new Error('Nobody has stopped it')
  return result
}
const trialsOf = (snapshot: ShopSnapshot, scheduleAgain = scheduled) => remedyTrials(snapshot, { scheduleAgain })

const remediesOf = (snapshot: ShopSnapshot, of: ExplainedProject, scheduleAgain = scheduled) =>
  projectRemediesOf(
    trialsOf(snapshot, scheduleAgain),
    of.project.projectId,
    of.parts.map(({ index, verdict }) => ({
      operationId: of.operations[index]?.source.operationId ?? null,
      ...verdict,
    })),
  )

describe('what would help a late project, by hand', () => {
  const at = (text: string): number => Date.parse(`${text}-05:00`)
  const plan = (from: string, to: string) => ({ scheduledStartMs: at(from), scheduledEndMs: at(to) })
  /** The saw works 8:00 to 17:00 and cuts one at a time; `big` has it until Tuesday evening. */
  const sawShop = (big: string) =>
    shop([
      project('p', [operation('mine', { durationHours: 9, ...plan('2026-11-17T08:00', '2026-11-17T17:00') })], {
        dueMs: at('2026-11-17T00:00'),
      }),
      project('q', [operation('big', { durationHours: 9, ...plan('2026-11-16T08:00', '2026-11-16T17:00') })], {
        dueMs: at(big),
        priority: 80,
      }),
    ])
  const behindBig: Placement = {
    factors: [
      { code: 'workCentreBusy', at: at('2026-11-16T17:00'), binding: true, categoryId: 'saw', operationId: 'big' },
    ],
    unplaced: null,
    warnings: [],
  }
  const reasons: ForecastReasons = { ...noReasons, placementOf: (id) => (id === 'mine' ? behindBig : null) }
  const shown = (snapshot: ShopSnapshot) => {
    const [late] = explainForecast(forecastShop(snapshot), reasons)
    if (!late) throw new Error('There is no project')
    return remediesOf(snapshot, late).map(({ code, latenessDays, gainMs, delayed }) => [
      code,
      latenessDays,
      gainMs / hourMs,
      delayed,
    ])
  }

  it('is a second place, going first, or another ship date, and says who becomes late', () => {
    expect(shown(sawShop('2026-11-17T00:00'))).toEqual([
      ['addCapacity', 0, 24, []],
      ['goFirst', 0, 24, [{ projectId: 'q', latenessDaysBefore: 0, latenessDays: 1 }]],
      ['moveShipDate', 0, 0, []],
    ])
  })

  it('does not make another project late that has enough slack', () => {
    const first = shown(sawShop('2026-11-20T00:00')).find(([code]) => code === 'goFirst')
    expect(first).toEqual(['goFirst', 0, 24, []])
  })

  it('raises the priority above that of the project in the way', () => {
    const snapshot = sawShop('2026-11-20T00:00')
    const [late] = explainForecast(forecastShop(snapshot), reasons)
    const remedy = late && remediesOf(snapshot, late).find(({ code }) => code === 'goFirst')
    expect(remedy?.changes[0]).toEqual({ kind: 'project', projectId: 'p', fields: { priority: 81 } })
  })

  it('is material that comes as few days sooner as the project needs, with the work behind it pulled forward', () => {
    const wait = { materialReadyMs: at('2026-11-24T08:00'), ...plan('2026-11-24T08:00', '2026-11-24T12:00') }
    const weld = { categoryId: 'weld', dependencies: behind('cut'), ...plan('2026-11-24T12:00', '2026-11-24T16:00') }
    const late = project('p', [operation('cut', wait), operation('finish', weld)], { dueMs: at('2026-11-23T00:00') })
    const snapshot = shop([late])
    const [of] = explainForecast(forecastShop(snapshot), noReasons)
    const remedy = of && remediesOf(snapshot, of).find(({ code }) => code === 'materialSooner')
    expect(remedy).toMatchObject({ operationId: 'cut', latenessDays: -2, gainMs: 96 * hourMs, delayed: [] })
    // On Saturday it would be too late, because nobody works until Monday.
    expect(remedy?.changes[0]).toMatchObject({ fields: { materialReadyDate: '2026-11-20T13:00:00.000Z' } })
  })

  /** The weld does two at once, but `mine` and `big` both need a crane. */
  const craneShop = (cranes: number, capacitySpans: ShopSnapshot['capacitySpans'] = []) => {
    const of = (dates: Partial<SnapshotOperation>) => ({
      durationHours: 9,
      categoryId: 'weld',
      poolId: 'crane',
      ...dates,
    })
    const mine = operation('mine', of(plan('2026-11-19T08:00', '2026-11-19T17:00')))
    const big = operation('big', of(plan('2026-11-17T08:00', '2026-11-17T17:00')))
    const snapshot = shop([
      project('p', [mine], { dueMs: at('2026-11-18T00:00') }),
      project('q', [big], { dueMs: at('2026-12-18T00:00'), priority: 80 }),
    ])
    const crane = { categoryId: 'crane', name: 'Crane', kind: 'pool', capacity: cranes, shiftId: null } as const
    return { ...snapshot, categories: [...snapshot.categories, crane], capacitySpans }
  }
  const remediesWith = (snapshot: ShopSnapshot, available?: Available) => {
    const busy = {
      code: 'workCentreBusy',
      at: at('2026-11-17T17:00'),
      categoryId: 'crane',
      operationId: 'big',
    } as const
    const factors = [{ ...busy, binding: true, ...(available && { available }) }]
    const placement: Placement = { factors, unplaced: null, warnings: [] }
    const placementOf = (id: string) => (id === 'mine' ? placement : null)
    const [late] = explainForecast(forecastShop(snapshot), { ...noReasons, placementOf })
    if (!late) throw new Error('There is no project')
    expect(late.parts[0]?.verdict.cause).toMatchObject({ code: 'workCentreBusy', categoryId: 'crane' })
    return remediesOf(snapshot, late)
  }

  it('is one more of the people or tools that it waits for', () => {
    const more = remediesWith(craneShop(1)).find(({ code }) => code === 'addCapacity')
    expect(more).toMatchObject({ categoryId: 'crane', latenessDays: -1, delayed: [] })
    expect(more?.changes[0]).toEqual({ kind: 'category', categoryId: 'crane', capacity: 2 })
  })

  it('is somebody who stands in while one is away, because another one for good would not help in that time', () => {
    const [startMs, endMs] = [at('2026-11-16T06:00'), at('2026-11-20T06:00')]
    const leave = { exceptionId: 'leave', name: 'Leave', categoryId: 'crane', units: 1, startMs, endMs }
    const available = { units: 1, usual: 2, fromMs: startMs, untilMs: endMs }
    const more = remediesWith(craneShop(2, [leave]), available).find(({ code }) => code === 'addCapacity')
    expect(more).toMatchObject({ latenessDays: -1, delayed: [] })
    expect(more?.changes[0]).toMatchObject({ kind: 'exception', exceptionId: 'leave', exception: { units: 2 } })
  })

  it('is overtime of people and of their work center together', () => {
    const snapshot = craneShop(1)
    const overtime = remediesWith(snapshot).find(({ code }) => code === 'addOvertime')
    const opened = overtime?.changes.flatMap((change) =>
      change.kind === 'exception' ? (change.exception?.categoryId ?? []) : [],
    )
    // On the holiday before the day for which it is planned.
    expect(opened).toEqual(['crane', 'weld'])
    expect(overtime?.gainMs).toBe(24 * hourMs)
  })

  /**
   * `mine` waits for the saw behind five cuts, and is packed after it. Packing is planned to the last hour for five others, which a
   * mine that is pulled forward makes late. Three more wait for the saw and are late.
   */
  const crowdedShop = () => {
    const cut = (id: string, from: string) =>
      operation(id, { durationHours: 9, ...plan(`2026-11-${from}T08:00`, `2026-11-${from}T17:00`) })
    const pack = (id: string, after: string, from: string) => ({
      ...cut(id, from),
      categoryId: 'pack',
      dependencies: behind(after),
    })
    const due = (day: string) => ({ dueMs: at(`${day}T23:59`) })
    const packed = [
      project('a', [cut('a cut', '16'), pack('a pack', 'a cut', '17')], due('2026-11-17')),
      project('b', [cut('b cut', '17'), pack('b pack', 'b cut', '19')], due('2026-11-19')),
      project('c', [cut('c cut', '19'), pack('c pack', 'c cut', '20')], due('2026-11-20')),
      project('d', [{ ...pack('d pack', '', '23'), dependencies: [] }], due('2026-11-23')),
      project('e', [{ ...pack('e pack', '', '24'), dependencies: [] }], due('2026-11-24')),
    ]
    const waiting = ['20', '23', '24'].map((day) => project(`w${day}`, [cut(`w${day} cut`, day)], due('2026-11-17')))
    const mine = project('p', [cut('mine', '25'), pack('mine pack', 'mine', '26')], {
      ...due('2026-11-17'),
      priority: 10,
    })
    const of = shop([...packed, ...waiting, mine])
    const pack1 = { categoryId: 'pack', name: 'Pack', capacity: 1, shiftId: null } as const
    return { ...of, categories: [...of.categories, pack1] }
  }
  const crowdedRemedies = (scheduleAgain?: ScheduleAgain) => {
    const busy = {
      code: 'workCentreBusy',
      at: at('2026-11-24T17:00'),
      categoryId: 'saw',
      operationId: 'w24 cut',
    } as const
    const placement: Placement = { factors: [{ ...busy, binding: true }], unplaced: null, warnings: [] }
    const placementOf = (id: string) => (id === 'mine' ? placement : null)
    const snapshot = crowdedShop()
    const explained = explainForecast(forecastShop(snapshot), { ...noReasons, placementOf })
    const late = explained.find(({ project: { projectId } }) => projectId === 'p')
    if (!late) throw new Error('There is no project')
    return remediesOf(snapshot, late, scheduleAgain)
  }
  const said = ({
    code,
    method,
    latenessDays,
    lateDays,
    lateDaysBefore,
    laterProjects,
    becomeLate,
  }: ComputedRemedy) => ({
    code,
    method,
    latenessDays,
    lateDays,
    lateDaysBefore,
    laterProjects,
    becomeLate,
  })

  it('is one more saw, which makes four jobs late while the order is kept, and rescues the shop when it is scheduled again', () => {
    const kept = crowdedRemedies(noTime).find(({ code }) => code === 'addCapacity')
    expect(kept && said(kept)).toEqual({
      code: 'addCapacity',
      method: 'keepSequence',
      latenessDays: 2,
      lateDays: 24,
      lateDaysBefore: 25,
      laterProjects: 4,
      becomeLate: 4,
    })
    const [first] = crowdedRemedies()
    expect(first && said(first)).toEqual({
      code: 'addCapacity',
      method: 'optimize',
      latenessDays: 7,
      lateDays: 9,
      lateDaysBefore: 25,
      laterProjects: 0,
      becomeLate: 0,
    })
    // The saw alone: scheduling again gives everything its dates.
    expect(first?.changes).toEqual([{ kind: 'category', categoryId: 'saw', capacity: 2 }])
  })

  it('is not given the credit for what scheduling again saves without it', () => {
    const remedies = crowdedRemedies()
    const saved = remedies.filter(({ method, code }) => method === 'optimize' && code !== 'scheduleAgain')
    const alone = trialsOf(crowdedShop()).again([])
    const own = alone?.snapshot.projects.findIndex(({ projectId }) => projectId === 'p') ?? -1
    const endMs = alone?.completions[own] ?? 0
    for (const { lateDays, completionMs } of saved)
      expect(lateDays < (alone?.lateDays ?? 0) || completionMs < endMs).toBe(true)
    expect(saved.map(({ code }) => code)).toContain('addCapacity')
  })

  it('counts every project that pays for going first, and names the work center where it passes several', () => {
    const first = crowdedRemedies(noTime).find(({ code }) => code === 'goFirst')
    expect(first && said(first)).toMatchObject({ method: 'keepSequence', laterProjects: 7, becomeLate: 4 })
    expect(first?.delayed).toHaveLength(3)
    expect([first?.ahead, first?.operationId, first?.categoryId]).toEqual([5, null, 'saw'])
  })

  it('is scheduling again, first, where that alone brings the project back in time', () => {
    const [first, ...others] = shown(sawShop('2026-11-20T00:00'))
    expect(first).toEqual(['scheduleAgain', 0, 24, []])
    expect(others.map(([code]) => code)).toEqual(['goFirst', 'addCapacity', 'moveShipDate'])
  })

  it('is nothing for a project that is not late', () => {
    const snapshot = sawShop('2026-11-20T00:00')
    expect(projectRemediesOf(trialsOf(snapshot), 'q', [])).toEqual([])
    expect(projectRemediesOf(trialsOf(snapshot), 'nobody', [])).toEqual([])
  })
})

it('the promise of every remedy in random messy shops is what its plan leads to', () => {
  const seen = new Map<string, number>()
  for (let seed = 1; seed <= propertyRuns(100); seed++) {
    const size = { projects: 8 + (seed % 10), operations: 3 + (seed % 6), categories: 3 }
    const made = randomShop({ seed, ...size, trouble: (seed % 5) / 4, materials: (seed % 3) / 40 })
    for (const of of made.projects) if (of.dueMs !== null) of.dueMs -= (seed % 20) * 24 * hourMs
    const result = scheduleShop(made, { scope: 'all' })
    if ('cancelled' in result) continue
    const placements = new Map(result.operations.map((one) => [one.operationId, one.placement]))
    const snapshot = { ...planned(made, result), nowMs: made.nowMs + (seed % 4) * 24 * hourMs }
    const before = forecastShop(snapshot)
    const lateDaysBefore = followPlan(snapshot).lateDays
    for (const of of explainForecast(before, { ...noReasons, placementOf: (id) => placements.get(id) ?? null })) {
      if (of.state !== 'late') continue
      const remedies = remediesOf(snapshot, of)
      const shopDays = remedies
        .filter(({ code }) => code !== 'moveShipDate' && code !== 'scheduleAgain')
        .map(({ lateDays }) => lateDays)
      expect(shopDays).toEqual(shopDays.toSorted((a, b) => a - b))
      for (const remedy of remedies) {
        seen.set(remedy.code, (seen.get(remedy.code) ?? 0) + 1)
        const changed = applyChanges(snapshot, remedy.changes)
        if (!changed.ok) throw new Error(changed.reason)
        const again = remedy.method === 'optimize' ? scheduled(changed.snapshot) : null
        const taken = again ? planned(changed.snapshot, again) : changed.snapshot
        seen.set(remedy.method, (seen.get(remedy.method) ?? 0) + 1)
        // A pin that contradicts its predecessors cannot be kept, and so the forecast leaves that plan at once.
        if (again?.operations.some(({ placement }) => placement.warnings.length > 0)) continue
        const after = forecastShop(taken)
        const daysOf = (projectId: string) =>
          after.projects.find(({ project: { projectId: id } }) => id === projectId)?.latenessDays
        const now = after.projects.find(({ project: { projectId } }) => projectId === of.project.projectId)
        const label = `shop ${seed}, project ${of.project.projectId}, ${remedy.code}`
        expect([now?.completionMs, now?.latenessDays], label).toEqual([remedy.completionMs, remedy.latenessDays])
        for (const other of remedy.delayed) expect(daysOf(other.projectId), label).toBe(other.latenessDays)
        expect(followPlan(taken).lateDays, label).toBe(remedy.lateDays)
        expect(remedy.lateDaysBefore, label).toBe(lateDaysBefore)
      }
    }
  }
  for (const code of [
    'goFirst',
    'addCapacity',
    'addOvertime',
    'materialSooner',
    'moveShipDate',
    'scheduleAgain',
    'optimize',
  ])
    expect(seen.get(code), code).toBeGreaterThan(0)
})
