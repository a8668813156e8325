import { describe, expect, it } from 'vitest'
import { type Action, actions } from '#contract/actions.ts'
import type { ChangeLine } from '../changes/change-line.ts'
import { wantedAccess } from './change-user.ts'
import { type About, type Actor, isAdminRole, leastAccess, may, roleOf, withRole } from './rights.ts'
import { centersInLine, mayWrite } from './written-change.ts'

const [weld, paint] = ['weld', 'paint']
const actors = {
  viewer: withRole('view'),
  reporter: withRole('report'),
  welder: { role: 'plan', workCenterIds: [weld] },
  planner: withRole('plan'),
  admin: withRole('admin'),
  /** An admin with a stored limit from an earlier right. */
  limitedAdmin: { role: 'admin', workCenterIds: [weld] },
  superAdmin: withRole('superAdmin'),
} as const satisfies Record<string, Actor>
type Name = keyof typeof actors
const names = Object.keys(actors) as Name[]

const whoMay = (action: Action, about?: About): Name[] => names.filter((name) => may(actors[name], action, about).ok)

const admins: Name[] = ['admin', 'limitedAdmin', 'superAdmin']
const planners: Name[] = ['planner', ...admins]
const withWelder: Name[] = ['welder', ...planners]
const reporters: Name[] = ['reporter', ...withWelder]

/** Who may do each action when no subject is given. Written by hand, independent of the table of rights. */
const anywhere: Record<Action, Name[]> = {
  reportWork: reporters,
  planOperations: withWelder,
  enterExceptions: withWelder,
  tryPlans: withWelder,
  planProjects: planners,
  importWork: planners,
  scheduleProject: planners,
  planWholeShop: planners,
  keepTemplates: withWelder,
  shareViews: withWelder,
  shareStatus: planners,
  deleteProject: admins,
  manageProposals: admins,
  manageExchange: admins,
  manageUsers: admins,
  decideAccess: admins,
  manageShifts: admins,
  manageHolidays: admins,
  manageCategories: admins,
  changeTenantSettings: admins,
  manageSample: admins,
  manageDevices: admins,
  manageWorkers: admins,
  seeWorkerNames: withWelder,
  manageWebhooks: admins,
  manageStatusLinks: admins,
  exportShop: admins,
  seeAudit: admins,
}

describe('the table of rights', () => {
  it.each(actions)('only the listed people may do %s', (action) => {
    expect(whoMay(action)).toEqual(anywhere[action])
  })

  it.each(['reportWork', 'planOperations', 'enterExceptions'] as const)(
    'a planner of one work center may do %s at that one and nowhere else',
    (action) => {
      const isAllowed = (...workCenterIds: (string | null)[]) => may(actors.welder, action, { workCenterIds }).ok
      expect([isAllowed(weld), isAllowed(paint), isAllowed(null)]).toEqual([true, false, false])
      expect([isAllowed(weld, paint), isAllowed()]).toEqual([false, true])
      expect(may(actors.limitedAdmin, action, { workCenterIds: [paint] }).ok).toBe(true)
      expect(may(actors.planner, action, { workCenterIds: [paint, null] }).ok).toBe(true)
    },
  )

  it('an organization can reserve working time and plans for the whole shop to its admins', () => {
    const organization = { plannersChangeWorkingTime: false, plannersApplyPlans: false }
    expect(whoMay('enterExceptions', { organization })).toEqual(admins)
    expect(whoMay('planWholeShop', { organization })).toEqual(admins)
    expect(whoMay('tryPlans', { organization })).toEqual(withWelder)
    expect(whoMay('scheduleProject', { organization })).toEqual(planners)
  })

  it.each([
    ['viewer', 'planProjects', 'You can look at the plan. Changing it needs more access.'],
    ['viewer', 'reportWork', 'You can look at the plan. Reporting work needs more access.'],
    ['reporter', 'planProjects', 'You can report work. Changing the plan needs more access.'],
    ['welder', 'planProjects', 'You plan only some work centers. This affects others too.'],
    ['planner', 'manageShifts', 'Only admins of this organization can change shifts.'],
  ] as const)('a %s is refused with the reason: %s', (name, action, reason) => {
    expect(may(actors[name], action)).toEqual({ ok: false, reason })
  })

  it('leastAccess returns the lowest right that allows an action', () => {
    expect(leastAccess('reportWork')).toBe('report')
    expect(leastAccess('planWholeShop')).toBe('plan')
    expect(leastAccess('seeAudit')).toBe('admin')
  })

  it('a super admin needs no membership, and an organization admin is one through membership', () => {
    expect(roleOf({ access: 'view', isSuperAdmin: true })).toBe('superAdmin')
    expect(roleOf({ access: 'report', isSuperAdmin: false })).toBe('report')
    expect((['view', 'report', 'plan', 'admin', 'superAdmin'] as const).filter(isAdminRole)).toEqual([
      'admin',
      'superAdmin',
    ])
  })
})

describe('the access that a change of a member asks for', () => {
  it.each([
    [{ access: 'view' }, 'plan', 'view'],
    [{ isAdmin: true }, 'view', 'admin'],
    [{ isAdmin: false }, 'admin', 'plan'],
    [{ isAdmin: false }, 'report', undefined],
    [{}, 'plan', undefined],
  ] as const)('%j applied to %s requests %s', (changes, before, after) => {
    expect(wantedAccess(changes, before)).toBe(after)
  })
})

describe('a written change', () => {
  const line = (fields: readonly string[], more: Partial<ChangeLine> = {}): ChangeLine => ({
    entity: 'operation',
    entityId: 'o',
    action: 'update',
    ...more,
    changes: fields.map((field) => ({ field, from: 1, to: 2 })),
  })
  const whoWrites = (written: ChangeLine, workCenterIds: readonly (string | null)[] = []): Name[] =>
    names.filter((name) => mayWrite(actors[name], written, { source: 'screen', workCenterIds }).ok)

  it.each([
    ['progress', ['progressPercentage', 'status', 'actualStartDate'], reporters],
    ['a hold with its reason', ['onHold', 'holdReason', 'status'], reporters],
    ['a note', ['notes'], reporters],
    ['hours left of started work', ['durationHours', 'progressPercentage'], reporters],
    ['more hours left than estimated', ['durationHours'], reporters],
    ['a date', ['scheduledStartDate'], withWelder],
    ['progress together with a date', ['progressPercentage', 'pinned'], withWelder],
  ] as const)('%s of an operation may be changed by exactly those with the right', (_, fields, who) => {
    expect(whoWrites(line(fields))).toEqual(who)
  })

  it('a shorter estimate does not count as a report of hours left, unless it undoes such a report', () => {
    const shorter = { field: 'durationHours', from: 8, to: 1 }
    const report = line(['progressPercentage'])
    const written = { ...report, changes: [...report.changes, shorter] }
    expect(whoWrites(written)).toEqual(withWelder)
    expect(mayWrite(actors.reporter, written, { source: 'undo', workCenterIds: [] }).ok).toBe(true)
  })

  it.each([
    ['project', 'update', planners],
    ['project', 'delete', admins],
    ['operation', 'create', withWelder],
    ['operationSnooze', 'create', withWelder],
    ['calendarException', 'create', withWelder],
    ['category', 'update', admins],
    ['shift', 'update', admins],
    ['organisation', 'update', admins],
    ['schedulingRun', 'update', withWelder],
    ['savedView', 'update', names],
  ] as const)('a %s may be changed (%s) by exactly those with the right', (entity, action, who) => {
    expect(whoWrites(line(['progressPercentage'], { entity, action }))).toEqual(who)
  })

  it('a limited planner may not change a record at another work center', () => {
    expect(whoWrites(line(['scheduledStartDate']), [paint])).toEqual(planners)
    expect(whoWrites(line(['scheduledStartDate']), [weld])).toEqual(withWelder)
  })

  it('a change lists the work centers that it adds or removes', () => {
    const moved = { field: 'categoryId', from: weld, to: paint }
    const of = (action: ChangeLine['action'], entity: ChangeLine['entity'] = 'operation') =>
      centersInLine({ entity, entityId: 'o', action, changes: [moved] })
    expect(of('update')).toEqual([weld, paint])
    expect(of('create')).toEqual([paint])
    expect(of('delete', 'calendarException')).toEqual([weld])
    expect(of('update', 'project')).toBeNull()
    expect(centersInLine(line(['name'], { action: 'create' }))).toEqual([null])
    expect(centersInLine(line(['name']))).toBeNull()
  })
})
