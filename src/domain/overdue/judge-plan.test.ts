import { describe, expect, it } from 'vitest'
import type { OperationStatus } from '#contract/vocabulary.ts'
import { dayShift } from '#testing/builders/day-shift.ts'
import { arrangeRows, linkColumns, type PlanLink, type PlanRow } from './arrange-plan.ts'
import { judgePlan, planCalendars, planFacts, standingCodes } from './judge-plan.ts'
import type { PlanProject } from './plan-columns.ts'
import { isBlocked } from './waiting-operations.ts'

const at = (text: string): number => Date.parse(text)

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
  const calendars = planCalendars('UTC', dayShift, [])
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

describe('an operation that waits for two that end together', () => {
  const rows = [
    row('a1', 'P', 8, '2026-11-24T16:00:00Z', { onHold: true }),
    row('a2', 'P', 8, '2026-11-24T16:00:00Z', { onHold: true }),
    row('a3', 'P', 8, '2026-11-25T16:00:00Z'),
  ]
  const links: PlanLink[] = [
    ['a3', 'a1', 0],
    ['a3', 'a2', 0],
  ]

  it.each([
    ['as entered', links],
    ['the other way round', links.toReversed()],
  ])('names the earlier one, whether the links come %s', (_, given) => {
    const of = judged(rows, given, [project('P', '2026-11-28T00:00:00Z')], '2026-11-23T08:00:00Z')
    expect(of('a3')).toMatchObject({ waitsFor: 'a1', heldBy: 'a1' })
  })
})
