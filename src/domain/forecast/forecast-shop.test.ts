import { describe, expect, it } from 'vitest'
import { randomShop } from '#testing/bench/random-shop.ts'
import { dayShift } from '#testing/builders/day-shift.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from '../scheduling/shop-snapshot.ts'
import { explainForecast } from './explain-forecast.ts'
import { forecastShop } from './forecast-shop.ts'

const at = (text: string): number => Date.parse(text)
const iso = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString()

type Row = Partial<SnapshotOperation> & {
  readonly operationId: string
  readonly after?: readonly (readonly [string, number])[]
}

const operation = ({ after = [], ...row }: Row, sequence: number): SnapshotOperation => ({
  name: row.operationId,
  sequence,
  durationHours: 8,
  progressPercentage: 0,
  onHold: false,
  pinned: false,
  categoryId: null,
  dependencies: after.map(([operationId, lagHours]) => ({ operationId, lagHours })),
  materialReadyMs: null,
  scheduledStartMs: null,
  scheduledEndMs: null,
  actualStartMs: null,
  actualEndMs: null,
  ...row,
})

const shop = (
  now: string,
  due: string | null,
  rows: readonly Row[],
  more: Partial<SnapshotProject> = {},
): ShopSnapshot => ({
  nowMs: at(now),
  timeZone: 'UTC',
  freezeWorkingDays: 0,
  defaultShiftId: 'day',
  shifts: [{ ...(dayShift.rules.shift as NonNullable<typeof dayShift.rules.shift>), shiftId: 'day' }],
  holidays: [...dayShift.rules.holidays],
  closedDayRule: 'shift',
  exceptions: [],
  categories: [],
  projects: [
    {
      projectId: 'p',
      projectNumber: '1',
      projectName: 'P',
      phase: 'production',
      priority: 50,
      productionStartMs: null,
      engineeringReleaseMs: null,
      customerReleaseMs: null,
      dueMs: due === null ? null : at(due),
      operations: rows.map(operation),
      ...more,
    },
  ],
})

const forecastOf = (snapshot: ShopSnapshot) => {
  const [project] = forecastShop(snapshot).projects
  const of = (id: string) => {
    const row = project?.operations.find(({ source }) => source.operationId === id)
    const name = (index: number | undefined) => project?.operations[index ?? -1]?.source.operationId ?? null
    return {
      state: row?.state,
      needBy: iso(row?.needByMs),
      lands: iso(row?.forecastEndMs),
      slack: row?.slackDays === null ? null : Math.round((row?.slackDays ?? 0) * 100) / 100,
      daysOverdue: row?.daysOverdue,
      behindPlan: row?.isBehindPlan,
      heldBy: name(row?.heldBy),
      waitsFor: name(row?.openPredecessor),
      blocked: row?.isBlocked,
    }
  }
  return { project, of }
}

const planned = (start: string, end: string) => ({ scheduledStartMs: at(start), scheduledEndMs: at(end) })

describe('need-by', () => {
  // Due at midnight after Friday 2026-11-27. Friday's shift ends at 16:00, and Thursday is closed.
  const due = '2026-11-28T00:00:00Z'

  it('need-by is the due date minus the remaining work and lags of the successors, in working time', () => {
    const { of } = forecastOf(
      shop('2026-11-18T09:00:00Z', due, [
        { operationId: 'a1', ...planned('2026-11-23T08:00:00Z', '2026-11-23T16:00:00Z') },
        {
          operationId: 'a2',
          after: [['a1', 0]],
          progressPercentage: 50,
          ...planned('2026-11-24T08:00:00Z', '2026-11-24T16:00:00Z'),
        },
        {
          operationId: 'a3',
          after: [['a2', 2]],
          durationHours: 4,
          ...planned('2026-11-25T08:00:00Z', '2026-11-25T12:00:00Z'),
        },
      ]),
    )
    expect(of('a3')).toMatchObject({ needBy: '2026-11-28T00:00:00.000Z', slack: 1.5, state: 'atRisk' })
    // 4 h for a3 and 2 h of lag before Friday 16:00 make Friday 10:00.
    expect(of('a2').needBy).toBe('2026-11-27T10:00:00.000Z')
    // a2 has 4 h remaining: two on Friday, and two on Wednesday before the holiday.
    expect(of('a1').needBy).toBe('2026-11-25T14:00:00.000Z')
  })

  it('need-by subtracts a lag in clock time, during which closed time counts', () => {
    const dependencies = [{ operationId: 'a1', lagHours: 20, lagUnit: 'calendar' as const }]
    const { of } = forecastOf(
      shop('2026-11-18T09:00:00Z', due, [
        { operationId: 'a1', ...planned('2026-11-23T08:00:00Z', '2026-11-23T16:00:00Z') },
        { operationId: 'a2', dependencies, ...planned('2026-11-24T12:00:00Z', '2026-11-25T12:00:00Z') },
      ]),
    )
    expect(of('a2').lands).toBe('2026-11-25T12:00:00.000Z')
    // a2 must start on Friday at 8:00, twenty hours after Thursday 12:00.
    expect(of('a1').needBy).toBe('2026-11-26T12:00:00.000Z')
  })

  it('need-by ignores completed work and terminates on a cycle', () => {
    const { of } = forecastOf(
      shop('2026-11-18T09:00:00Z', due, [
        { operationId: 'a1', ...planned('2026-11-23T08:00:00Z', '2026-11-23T16:00:00Z') },
        { operationId: 'a2', after: [['a1', 0]], durationHours: 80, actualEndMs: at('2026-11-17T16:00:00Z') },
        { operationId: 'a3', after: [['a4', 0]] },
        { operationId: 'a4', after: [['a3', 0]] },
      ]),
    )
    expect(of('a1').needBy).toBe('2026-11-28T00:00:00.000Z')
    expect(of('a2')).toMatchObject({ state: 'completed', needBy: null })
    expect(of('a3').lands).toBe(null)
  })
})

describe('the forecast', () => {
  it('the forecast equals a plan that can still be followed, including work planned longer than its hours', () => {
    const { of, project } = forecastOf(
      shop('2026-11-18T09:00:00Z', '2026-12-12T00:00:00Z', [
        { operationId: 'a', ...planned('2026-11-19T08:00:00Z', '2026-11-24T16:00:00Z') },
        { operationId: 'b', after: [['a', 0]], ...planned('2026-11-25T08:00:00Z', '2026-11-25T16:00:00Z') },
      ]),
    )
    expect([of('a').lands, of('b').lands]).toEqual(['2026-11-24T16:00:00.000Z', '2026-11-25T16:00:00.000Z'])
    expect([of('a').behindPlan, of('b').behindPlan]).toEqual([false, false])
    expect(project).toMatchObject({ state: 'onTime', latenessDays: -16, pastDueDays: null })
  })

  it('unfinished work is forecast after now, and its successors after that', () => {
    const { of, project } = forecastOf(
      shop('2026-11-18T12:00:00Z', '2026-11-18T00:00:00Z', [
        { operationId: 'a', ...planned('2026-11-16T08:00:00Z', '2026-11-16T16:00:00Z') },
        { operationId: 'b', after: [['a', 0]], ...planned('2026-11-17T08:00:00Z', '2026-11-17T16:00:00Z') },
      ]),
    )
    expect(of('a')).toMatchObject({
      lands: '2026-11-19T12:00:00.000Z',
      state: 'overdue',
      daysOverdue: 2,
      behindPlan: true,
    })
    expect(of('b')).toMatchObject({ lands: '2026-11-20T12:00:00.000Z', waitsFor: 'a', blocked: true })
    expect(project).toMatchObject({ state: 'late', latenessDays: 3, pastDueDays: 1 })
  })

  it('held work and its successors have no forecast date, and name the held operation', () => {
    const { of, project } = forecastOf(
      shop('2026-11-18T12:00:00Z', '2026-12-18T00:00:00Z', [
        { operationId: 'a', onHold: true, ...planned('2026-11-20T08:00:00Z', '2026-11-20T16:00:00Z') },
        { operationId: 'b', after: [['a', 0]], ...planned('2026-11-23T08:00:00Z', '2026-11-23T16:00:00Z') },
      ]),
    )
    expect(of('b')).toMatchObject({ lands: null, state: 'unscheduled', heldBy: 'a', blocked: true })
    expect(project).toMatchObject({ state: 'unscheduled', completionMs: null, latenessDays: null })
  })

  it('a project that is not under way has no forecast date', () => {
    const rows = [{ operationId: 'a', ...planned('2026-11-10T08:00:00Z', '2026-11-10T16:00:00Z') }]
    const { of, project } = forecastOf(shop('2026-11-18T12:00:00Z', '2026-11-11T00:00:00Z', rows, { phase: 'on_hold' }))
    expect(of('a')).toMatchObject({ state: 'closed', lands: null, needBy: null })
    expect(project).toMatchObject({ state: 'onHold', latenessDays: null, pastDueDays: 8 })
  })
})

describe('in random shops', () => {
  const shops = Array.from({ length: 60 }, (_, number) =>
    randomShop({
      seed: number * 104_729 + 1,
      trouble: (number % 4) / 3,
      projects: 1 + (number % 9),
      operations: 8,
      categories: 3,
      overlaps: (number % 3) / 4,
    }),
  )

  it('a project is late exactly when one of its operations is forecast to end after its need-by', () => {
    let late = 0
    for (const snapshot of shops) {
      for (const { state, operations, completionMs, project } of forecastShop(snapshot).projects) {
        // A completed project has no need-by, but may have ended too late.
        if (operations.every(({ completed }) => completed) || completionMs === null || project.dueMs === null) continue
        const isBehind = operations.some(
          ({ forecastEndMs, needByMs }) => forecastEndMs !== null && needByMs !== null && forecastEndMs > needByMs,
        )
        if (isBehind) late++
        if (completionMs > project.dueMs) expect(isBehind, project.projectId).toBe(true)
        // A pinned successor may begin before its predecessor ends, and work without a date has no end to compare.
        const isPlain = operations.every((row) => row.completed || (row.forecastEndMs !== null && !row.source.pinned))
        if (isPlain && isBehind) expect(state, project.projectId).toBe('late')
      }
    }
    expect(late).toBeGreaterThan(5)
  })

  it('an operation is at most one of overdue, projected late and at risk, and each of these has a cause', () => {
    const seen = new Set<string>()
    for (const snapshot of shops) {
      const none = { placementOf: () => null, heldTime: new Map() }
      for (const { operations, verdicts, state, parts, completionMs, project } of explainForecast(
        forecastShop(snapshot),
        none,
      )) {
        for (const [index, row] of operations.entries()) {
          seen.add(row.state)
          const flagged = ['overdue', 'projectedLate', 'atRisk'].includes(row.state)
          if (flagged) expect(verdicts[index]?.cause.code).not.toBe('none')
          if ((row.slackDays ?? 0) < 0) expect(row.forecastEndMs ?? 0).toBeGreaterThan(row.needByMs ?? 0)
        }
        if (state !== 'late') expect(parts).toEqual([])
        else expect(parts.reduce((sum, part) => sum + part.lateMs, 0)).toBe((completionMs ?? 0) - (project.dueMs ?? 0))
      }
    }
    expect([...seen].sort()).toEqual([
      'atRisk',
      'closed',
      'completed',
      'onTime',
      'overdue',
      'projectedLate',
      'unscheduled',
    ])
  })
})
