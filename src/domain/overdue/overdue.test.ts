import { describe, expect, it } from 'vitest'
import type { OperationStatus } from '#contract/vocabulary.ts'
import { WorkCalendar } from '../time/work-calendar.ts'
import { arrangeRows, linkColumns, type PlanLink, type PlanRow } from './arrange-plan.ts'
import { judgePlan, planCalendars, planFacts, standingCodes } from './judge-plan.ts'
import { operationCause } from './operation-cause.ts'
import { operationStanding } from './operation-standing.ts'
import { priorityClassOf, severityOf } from './overdue-thresholds.ts'
import type { PlanProject } from './plan-columns.ts'
import { isBlocked } from './waiting-operations.ts'
import { previousWorkingDayMs, WorkingDays } from './working-days.ts'

const at = (text: string): number => Date.parse(text)
const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 480, toMinute: 960 }))
/** Monday to Friday, 8:00 to 16:00 UTC; Thursday 2026-11-26 is a holiday. */
const calendar = new WorkCalendar(
  {
    timeZone: 'UTC',
    shift: { shiftId: 's', name: 'Day', versions: [{ effectiveFrom: null, periods: weekdays, breaks: [] }] },
    holidays: [
      { holidayId: 'h', name: 'Thanksgiving', date: '2026-11-26', fromMinute: null, toMinute: null, categoryId: null },
    ],
    exceptions: [],
  },
  at('2026-10-01T00:00:00Z'),
)
const days = new WorkingDays(calendar)

describe('severity and priority', () => {
  it.each([
    [0, 'low'],
    [2, 'low'],
    [3, 'medium'],
    [6, 'medium'],
    [7, 'high'],
    [13, 'high'],
    [14, 'critical'],
    [400, 'critical'],
  ])('%i days overdue are %s', (overdue, word) => expect(severityOf(overdue)).toBe(word))

  it.each([
    [100, 'critical'],
    [90, 'critical'],
    [89, 'high'],
    [70, 'high'],
    [50, 'medium'],
    [49, 'low'],
  ])('priority %i is %s', (priority, word) => expect(priorityClassOf(priority)).toBe(word))
})

describe('working days', () => {
  it.each([
    // Friday noon to Monday noon, over a weekend: one.
    ['2026-11-20T12:00:00Z', '2026-11-23T12:00:00Z', 1],
    // Wednesday noon to Friday noon, over a holiday: one.
    ['2026-11-25T12:00:00Z', '2026-11-27T12:00:00Z', 1],
    // Half a shift.
    ['2026-11-23T08:00:00Z', '2026-11-23T12:00:00Z', 0.5],
    // Evening and night count nothing.
    ['2026-11-23T16:00:00Z', '2026-11-24T08:00:00Z', 0],
    ['2026-11-21T00:00:00Z', '2026-11-22T23:00:00Z', 0],
  ])('%s to %s', (from, to, expected) => expect(days.at(at(to)) - days.at(at(from))).toBeCloseTo(expected, 9))

  it('begins the previous one behind a weekend and a holiday', () => {
    expect(previousWorkingDayMs(at('2026-11-23T09:00:00Z'), calendar)).toBe(at('2026-11-20T00:00:00Z'))
    expect(previousWorkingDayMs(at('2026-11-27T09:00:00Z'), calendar)).toBe(at('2026-11-25T00:00:00Z'))
    expect(previousWorkingDayMs(at('2026-11-24T00:00:00Z'), calendar)).toBe(at('2026-11-23T00:00:00Z'))
  })
})

describe('the standing of an operation', () => {
  const now = at('2026-11-18T12:00:00Z')
  const base = {
    completed: false,
    projectOpen: true,
    plannedEndMs: now + 1,
    latestEndMs: Infinity,
    slackDays: Number.NaN,
  }
  it.each([
    ['completed', { completed: true, plannedEndMs: now - 1 }],
    ['closed', { projectOpen: false, plannedEndMs: now - 1 }],
    ['unscheduled', { plannedEndMs: Number.NaN }],
    ['overdue', { plannedEndMs: now - 1 }],
    ['overdue', { plannedEndMs: now - 1, latestEndMs: now - 5 }],
    // At its end it is due, not overdue.
    ['onTime', { plannedEndMs: now }],
    ['projectedLate', { latestEndMs: now, slackDays: 0 }],
    ['atRisk', { latestEndMs: now + 1, slackDays: 0 }],
    ['atRisk', { latestEndMs: now + 9, slackDays: 2 }],
    ['onTime', { latestEndMs: now + 9, slackDays: 2.01 }],
    ['onTime', {}],
  ] as const)('is %s', (word, facts) => expect(operationStanding({ ...base, ...facts }, now, 2)).toBe(word))
})

const project = (projectId: string, due: string | null, more: Partial<PlanProject> = {}): PlanProject => ({
  projectId,
  projectNumber: projectId,
  projectName: projectId,
  customerName: '',
  priority: 50,
  status: 'In Progress',
  currentPhase: 'production',
  plannedShipMs: due === null ? null : at(due) - 1,
  dueMs: due === null ? null : at(due),
  ...more,
})

const row = (
  id: string,
  projectId: string,
  hours: number,
  end: string | null,
  more: { progress?: number; onHold?: boolean; start?: string; status?: OperationStatus } = {},
): PlanRow => [
  id,
  projectId,
  null,
  id,
  Number(id.replaceAll(/\D/g, '')),
  more.status ?? 'Pending',
  more.progress ?? 0,
  hours,
  more.onHold ? 1 : 0,
  more.start ? at(more.start) : null,
  end === null ? null : at(end),
  null,
  more.progress === 100 ? at(end ?? '') : null,
]

const judged = (rows: PlanRow[], links: PlanLink[], projects: PlanProject[], now: string) => {
  const byId = Map.groupBy(links, ([id]) => id)
  const arranged = arrangeRows(rows, projects, new Map())
  const plan = { ...arranged, ...linkColumns(byId, arranged) }
  const calendars = planCalendars('UTC', calendar, [])
  const facts = planFacts(plan, calendars)
  const judgement = judgePlan(plan, facts, calendars, { nowMs: at(now), riskDays: 2 })
  const of = (id: string) => {
    const index = plan.rowOf.get(id) ?? -1
    return {
      standing: standingCodes[judgement.standing[index] ?? -1],
      latest: JSON.parse(JSON.stringify(new Date(facts.latestEndMs[index] ?? 0))),
      slack: Math.round((judgement.slackDays[index] ?? 0) * 100) / 100,
      daysOverdue: judgement.daysOverdue[index],
      heldBy: plan.ids[facts.heldBy[index] ?? -1],
      waitsFor: plan.ids[facts.openPredecessor[index] ?? -1],
    }
  }
  return of
}

describe('the backward pass', () => {
  // Due at midnight after Friday 2026-11-27; behind it the shift of Friday ends at 16:00.
  const p = project('P', '2026-11-28T00:00:00Z')
  it('takes what is left of the successors off the due date, in working time, lag included', () => {
    const of = judged(
      [
        row('a1', 'P', 8, '2026-11-23T16:00:00Z'),
        row('a2', 'P', 8, '2026-11-24T16:00:00Z', { progress: 50 }),
        row('a3', 'P', 4, '2026-11-25T12:00:00Z'),
      ],
      [
        ['a2', 'a1', 0],
        ['a3', 'a2', 2],
      ],
      [p],
      '2026-11-18T09:00:00Z',
    )
    expect(of('a3')).toMatchObject({ latest: '2026-11-28T00:00:00.000Z', slack: 1.5, standing: 'atRisk' })
    // 4 h of a3 and 2 h of lag before Friday 16:00: Friday 10:00.
    expect(of('a2')).toMatchObject({ latest: '2026-11-27T10:00:00.000Z', slack: 1.25 })
    // 4 h are left of a2: two on Friday, two on Wednesday before the holiday.
    expect(of('a1')).toMatchObject({ latest: '2026-11-25T14:00:00.000Z', slack: 1.75 })
  })

  it('lets the tightest successor decide, forgets completed ones, and survives a ring', () => {
    const of = judged(
      [
        row('a1', 'P', 8, '2026-11-25T16:00:00Z'),
        row('a2', 'P', 8, '2026-11-27T16:00:00Z'),
        row('a3', 'P', 16, '2026-11-30T16:00:00Z'),
        row('a4', 'P', 80, '2026-11-17T16:00:00Z', { progress: 100 }),
        row('a5', 'P', 1, '2026-11-27T16:00:00Z'),
        row('a6', 'P', 1, '2026-11-27T16:00:00Z'),
      ],
      [
        ['a2', 'a1', 0],
        ['a3', 'a1', 0],
        ['a4', 'a1', 0],
        ['a5', 'a6', 0],
        ['a6', 'a5', 0],
      ],
      [p],
      '2026-11-18T09:00:00Z',
    )
    expect(of('a1')).toMatchObject({ latest: '2026-11-25T08:00:00.000Z', standing: 'projectedLate', slack: -1 })
    expect(of('a2').standing).toBe('atRisk')
    expect(of('a3')).toMatchObject({ standing: 'projectedLate', slack: -1 })
    expect(of('a4').standing).toBe('completed')
  })

  it('counts days overdue by the local calendar, and slack from what can still be done', () => {
    const of = judged(
      [
        row('a1', 'P', 8, '2026-11-10T00:00:00Z'),
        row('b2', 'Q', 8, '2026-11-17T16:00:00Z'),
        row('c3', 'R', 8, null),
        row('d4', 'S', 8, '2026-11-17T16:00:00Z'),
      ],
      [],
      [
        p,
        project('Q', null),
        project('R', '2026-11-28T00:00:00Z'),
        project('S', '2026-12-01T00:00:00Z', { status: 'On Hold' }),
      ],
      '2026-11-18T09:00:00Z',
    )
    // Ended at midnight: with the day before. Done at the earliest on Thursday 9:00, with 7/8 + Fri to Fri less the holiday left.
    expect(of('a1')).toMatchObject({ standing: 'overdue', daysOverdue: 9, slack: 5.88 })
    expect(of('b2')).toMatchObject({ standing: 'overdue', daysOverdue: 1, slack: Number.NaN })
    expect(of('c3').standing).toBe('unscheduled')
    expect(of('d4')).toMatchObject({ standing: 'closed', daysOverdue: 0 })
  })
})

describe('what waits', () => {
  it('names what holds it, however far back, and the open predecessor that ends last', () => {
    const of = judged(
      [
        row('a1', 'P', 8, '2026-11-23T16:00:00Z', { onHold: true }),
        row('a2', 'P', 8, '2026-11-24T16:00:00Z'),
        row('a3', 'P', 8, '2026-11-20T16:00:00Z', { progress: 100 }),
        row('a4', 'P', 8, '2026-11-25T16:00:00Z'),
        row('a5', 'P', 8, '2026-11-26T16:00:00Z'),
        row('a6', 'P', 8, '2026-11-27T16:00:00Z'),
        row('a7', 'P', 8, '2026-11-27T16:00:00Z'),
      ],
      [
        ['a2', 'a1', 0],
        ['a4', 'a2', 0],
        ['a4', 'a3', 0],
        ['a5', 'a3', 0],
        ['a6', 'a4', 0],
        ['a6', 'a5', 0],
        ['a7', 'a5', 0],
        ['a7', 'a4', 0],
      ],
      [project('P', null)],
      '2026-11-18T09:00:00Z',
    )
    expect(of('a1')).toMatchObject({ heldBy: 'a1', waitsFor: undefined })
    expect(of('a4')).toMatchObject({ heldBy: 'a1', waitsFor: 'a2' })
    expect(of('a5')).toMatchObject({ heldBy: undefined, waitsFor: undefined })
    for (const id of ['a6', 'a7']) expect(of(id)).toMatchObject({ heldBy: 'a1', waitsFor: 'a5' })
  })

  it.each([
    [true, { heldBy: 3, openPredecessor: -1, plannedStartMs: Number.NaN }],
    [true, { heldBy: -1, openPredecessor: 2, plannedStartMs: 99 }],
    [false, { heldBy: -1, openPredecessor: 2, plannedStartMs: 101 }],
    [false, { heldBy: -1, openPredecessor: 2, plannedStartMs: Number.NaN }],
    [false, { heldBy: -1, openPredecessor: -1, plannedStartMs: 1 }],
  ])('is blocked: %s', (expected, facts) => expect(isBlocked(facts, 100)).toBe(expected))
})

describe('the cause in one line', () => {
  const facts = {
    operationId: 'o',
    standing: 'overdue',
    categoryId: 'c',
    heldById: null,
    openPredecessorId: null,
    started: false,
    workedHours: 0,
    durationHours: 8,
    startedLateHours: 0,
    waitingHours: 12,
    placement: null,
    priority: 50,
  } as const
  const binding = (factor: object) => ({
    factors: [
      { code: 'now', at: 1, binding: true },
      { at: 5, binding: true, ...factor },
    ] as never,
    unplaced: null,
    warnings: [],
  })
  it.each([
    ['none', 'none', { standing: 'onTime', heldById: 'o' }],
    ['onHold', 'releaseHold', { heldById: 'o' }],
    ['waitsForHeld', 'releasePredecessor', { heldById: 'x', started: true }],
    ['notStarted', 'startNow', {}],
    ['predecessor', 'finishPredecessor', { openPredecessorId: 'x' }],
    ['longerThanEstimated', 'reportProgress', { started: true, workedHours: 11, startedLateHours: 2 }],
    ['startedLate', 'reportProgress', { started: true, workedHours: 9, startedLateHours: 2 }],
    ['startedLate', 'reportProgress', { started: true, workedHours: 5, startedLateHours: 2 }],
    ['noSlack', 'raisePriority', { standing: 'projectedLate' }],
    ['noSlack', 'addOvertime', { standing: 'projectedLate', priority: 95 }],
    [
      'workCentreBusy',
      'raisePriority',
      { standing: 'atRisk', placement: binding({ code: 'workCentreBusy', categoryId: 'c', operationId: 'x' }) },
    ],
    ['closed', 'addOvertime', { standing: 'projectedLate', placement: binding({ code: 'closed', holiday: 'Fair' }) }],
    ['pinned', 'unpin', { standing: 'projectedLate', placement: binding({ code: 'pinned' }) }],
    ['release', 'moveShipDate', { standing: 'projectedLate', placement: binding({ code: 'release' }) }],
    [
      'predecessor',
      'finishPredecessor',
      {
        standing: 'projectedLate',
        openPredecessorId: 'x',
        placement: binding({ code: 'predecessor', operationId: 'x', lagHours: 0 }),
      },
    ],
    // It has ended meanwhile.
    [
      'noSlack',
      'raisePriority',
      { standing: 'projectedLate', placement: binding({ code: 'predecessor', operationId: 'x', lagHours: 0 }) },
    ],
    [
      'closed',
      'addOvertime',
      {
        standing: 'unscheduled',
        placement: { factors: [], warnings: [], unplaced: { code: 'noWorkingTime', categoryId: 'c' } },
      },
    ],
  ] as const)('%s, then %s', (cause, remedy, more) => {
    const told = operationCause({ ...facts, ...more } as never)
    expect([told.cause.code, told.remedy.code]).toEqual([cause, remedy])
  })
})
