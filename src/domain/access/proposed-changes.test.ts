import { describe, expect, it } from 'vitest'
import type { PlanReach, ProposalChange } from '#contract/proposals.ts'
import type { ChangeLine } from '../changes/change-line.ts'
import { mayUndo } from '../changes/may-undo.ts'
import { undoRightOf } from '../changes/undoable.ts'
import { concernsWholeShop, mayApply } from './proposed-changes.ts'
import { type Actor, withRole } from './rights.ts'

const actors = {
  viewer: withRole('view'),
  reporter: withRole('report'),
  welder: { role: 'plan', workCenterIds: ['weld'] },
  planner: withRole('plan'),
  admin: withRole('admin'),
} as const satisfies Record<string, Actor>
type Name = keyof typeof actors
const names = Object.keys(actors) as Name[]

const exception = (categoryId: string | null): ProposalChange => ({
  kind: 'exception',
  exceptionId: null,
  exception: {
    kind: 'overtime',
    name: 'Overtime',
    categoryId,
    startsAt: '2026-12-05T08:00:00Z',
    endsAt: '2026-12-05T12:00:00Z',
  },
})
const longer: ProposalChange = { kind: 'operation', projectId: 'p', operationId: 'o', fields: { durationHours: 8 } }
const urgent: ProposalChange = { kind: 'project', projectId: 'p', fields: { priority: 90 } }
const freeze: ProposalChange = { kind: 'organisation', freezeWorkingDays: 2 }

const reach = (projects: number, ...workCenterIds: (string | null)[]): PlanReach => ({ projects, workCenterIds })

describe('plans for the whole shop', () => {
  it.each<[string, ProposalChange[], PlanReach | null, boolean]>([
    ['a plan that moves several projects is one', [longer], reach(2, 'weld'), true],
    ['a plan that moves one project is none', [longer], reach(1, 'weld', 'paint'), false],
    ['a plan that moves nothing is none', [urgent], reach(0), false],
    ['a plan with overtime at every work center is one', [exception(null)], reach(0), true],
    ['a plan with overtime at one work center is none', [exception('weld')], reach(1, 'weld'), false],
    ['a plan with another freeze window is one', [freeze], reach(0), true],
    [
      'a plan that removes overtime, perhaps of every work center, is one',
      [{ kind: 'exception', exceptionId: 'e', exception: null }],
      reach(0),
      true,
    ],
    ['a plan whose moves are unknown is one', [longer], null, true],
  ])('%s', (_, changes, moved, expected) => {
    expect(concernsWholeShop({ changes, reach: moved })).toBe(expected)
  })
})

describe('who may apply a proposal', () => {
  const everybody = { plannersChangeWorkingTime: true, plannersApplyPlans: true }
  const adminsOnly = { plannersChangeWorkingTime: true, plannersApplyPlans: false }
  const whoMay = (changes: ProposalChange[], moved: PlanReach | null, organization = everybody): Name[] =>
    names.filter((name) => mayApply(actors[name], { changes, reach: moved }, organization).ok)

  it.each<[string, ProposalChange[], PlanReach, Name[], Name[]]>([
    [
      'planners of a work center apply what moves work there',
      [longer],
      reach(1, 'weld'),
      ['welder', 'planner', 'admin'],
      ['welder', 'planner', 'admin'],
    ],
    [
      'planners of a work center apply what moves several projects there, if planners may do that',
      [longer],
      reach(2, 'weld'),
      ['welder', 'planner', 'admin'],
      ['admin'],
    ],
    [
      'planners of a work center do not apply what moves work elsewhere too',
      [longer],
      reach(1, 'weld', 'paint'),
      ['planner', 'admin'],
      ['planner', 'admin'],
    ],
    [
      'planners of a work center do not apply what changes a project',
      [urgent],
      reach(1, 'weld'),
      ['planner', 'admin'],
      ['planner', 'admin'],
    ],
    [
      'planners of a work center do not apply overtime at every work center',
      [exception(null)],
      reach(0),
      ['planner', 'admin'],
      ['admin'],
    ],
    [
      'planners of a work center apply overtime there',
      [exception('weld')],
      reach(0),
      ['welder', 'planner', 'admin'],
      ['welder', 'planner', 'admin'],
    ],
    ['only admins apply other settings', [freeze], reach(0), ['admin'], ['admin']],
  ])('%s', (_, changes, moved, whenLeft, whenKept) => {
    expect(whoMay(changes, moved)).toEqual(whenLeft)
    expect(whoMay(changes, moved, adminsOnly)).toEqual(whenKept)
  })
})

describe('who may take back a plan', () => {
  const run = (projectId: string | null, ...fields: string[]) =>
    ({
      entity: 'schedulingRun',
      entityId: 'r',
      projectId,
      action: 'update',
      changes: ['status', ...fields].map((field) => ({
        field,
        from: null,
        to: field === 'status' ? 'Succeeded' : true,
      })),
    }) as const
  const overtimeLine: ChangeLine = { entity: 'calendarException', entityId: 'e', action: 'create', changes: [] }
  const organization = { plannersChangeWorkingTime: true, plannersApplyPlans: false }
  const whoMayAs = (userId: string, ...lines: Parameters<typeof undoRightOf>[0]): Name[] => {
    const change = { undoRight: undoRightOf(lines, 'run'), userId }
    return names.filter((name) => mayUndo({ ...actors[name], userId: 'me', organization }, change).ok)
  }
  const whoMay = (...lines: Parameters<typeof undoRightOf>[0]) => whoMayAs('another', ...lines)

  it('only admins take back a plan for the whole shop, if planners may not apply one', () => {
    expect(whoMay(run(null))).toEqual(['admin'])
    expect(whoMay(run(null), overtimeLine)).toEqual(['admin'])
  })

  it('only admins take back their new project together with the room that others made for it, if planners may not apply such a plan', () => {
    const created: ChangeLine = { entity: 'project', entityId: 'p', action: 'create', changes: [] }
    expect(whoMayAs('me', created)).toEqual(['planner', 'admin'])
    expect(whoMayAs('me', created, run(null))).toEqual(['admin'])
    expect(whoMay(created, run(null))).toEqual(['admin'])
  })

  it('planners take back a plan that moved one project', () => {
    expect(whoMay(run('p'))).toEqual(['planner', 'admin'])
    expect(whoMay(run(null, 'ofOneProject'))).toEqual(['planner', 'admin'])
    expect(whoMay(run(null, 'ofOneProject'), overtimeLine)).toEqual(['planner', 'admin'])
  })
})
