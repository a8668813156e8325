import { describe, expect, it } from 'vitest'
import { apiTokenScopes } from '#contract/api-tokens.ts'
import { accessWords, limitNames, oneWithAccess } from './access-words.ts'
import { mayMakeApiToken } from './api-token-scopes.ts'
import { higherAccesses, mayAskForAccess } from './ask-for-access.ts'
import { type Member, mayChangeUser, mayRemoveUser, mayResetPassword, type UserChanges } from './change-user.ts'
import { mayChooseTenant } from './choose-tenant.ts'
import { mayDeleteTenant } from './delete-tenant.ts'
import { mayMake } from './proposed-changes.ts'
import { readInvitedList } from './read-invited-list.ts'
import { type Actor, type Role, withRole } from './rights.ts'
import { isSessionOver, sessionEndsAtMs, sessionLimits } from './session-limits.ts'

const usual = { plannersChangeWorkingTime: true, plannersApplyPlans: true }
const strict = { plannersChangeWorkingTime: false, plannersApplyPlans: false }

describe('a change in a proposal', () => {
  it.each([
    ['operationGone', true],
    ['projectGone', false],
    ['exception', true],
    ['shift', false],
    ['organisation', false],
    ['category', false],
    ['categoryGone', false],
    ['holidays', false],
    ['template', false],
    ['holiday', false],
  ] as const)('of the kind %s may be made by a planner: %s', (kind, ok) => {
    expect(mayMake(withRole('plan'), [{ kind: 'project' }, { kind }], usual).ok).toBe(ok)
    expect(mayMake(withRole('admin'), [{ kind }], strict).ok).toBe(true)
    expect(mayMake(withRole('report'), [{ kind }], usual).ok).toBe(false)
  })
})

const member = (overrides: Partial<Member> = {}): Member => ({
  userId: 'them',
  access: 'plan',
  isSuperAdmin: false,
  isActive: true,
  isShared: false,
  isInvited: false,
  ...overrides,
})

describe('changing a member', () => {
  const cases: [string, Role, string, Partial<Member>, UserChanges, number, boolean][] = [
    ['a user changes no member', 'plan', 'me', {}, { role: 'x' }, 2, false],
    ['an admin renames', 'admin', 'me', {}, { name: 'x' }, 2, true],
    ['an admin promotes', 'admin', 'me', {}, { isAdmin: true }, 1, true],
    ['an admin demotes one of two', 'admin', 'me', { access: 'admin' }, { isAdmin: false }, 2, true],
    ['nobody demotes the last', 'superAdmin', 'me', { access: 'admin' }, { isAdmin: false }, 1, false],
    ['nobody disables the last', 'superAdmin', 'me', { access: 'admin' }, { status: 'Disabled' }, 1, false],
    [
      'a disabled admin is not the last',
      'admin',
      'me',
      { access: 'admin', isActive: false },
      { isAdmin: false },
      1,
      true,
    ],
    ['saying what is so already is no demotion', 'admin', 'them', { access: 'admin' }, { isAdmin: true }, 1, true],
    ['own rights stay', 'admin', 'them', { access: 'admin' }, { access: 'plan' }, 5, false],
    ['own work centers stay', 'admin', 'them', {}, { workCenterIds: [] }, 5, false],
    ['an admin makes a planner a viewer', 'admin', 'me', {}, { access: 'view' }, 1, true],
    ['the last admin does not become a planner', 'superAdmin', 'me', { access: 'admin' }, { access: 'plan' }, 1, false],
    ['own rights stay, said with isAdmin', 'admin', 'them', { access: 'admin' }, { isAdmin: false }, 5, false],
    ['own account stays', 'admin', 'them', { access: 'admin' }, { status: 'Disabled' }, 5, false],
    ['own name of a shared account', 'admin', 'them', { isShared: true }, { name: 'x' }, 2, true],
    ['name of a shared account', 'admin', 'me', { isShared: true }, { name: 'x' }, 2, false],
    [
      'a shared account, in this organization alone',
      'admin',
      'me',
      { isShared: true },
      { status: 'Disabled' },
      2,
      true,
    ],
    ['name of a shared account by a super admin', 'superAdmin', 'me', { isShared: true }, { name: 'x' }, 2, true],
    ['role of a shared account', 'admin', 'me', { isShared: true }, { role: 'x' }, 2, true],
    ['a shared account by a super admin', 'superAdmin', 'me', { isShared: true }, { status: 'Disabled' }, 2, true],
    ['what was typed of somebody invited', 'admin', 'me', { isInvited: true }, { name: 'x', isAdmin: true }, 1, true],
    ['status of somebody invited', 'superAdmin', 'me', { isInvited: true }, { status: 'Disabled' }, 2, false],
    ['rights of an invited admin', 'admin', 'me', { isInvited: true, access: 'admin' }, { isAdmin: false }, 1, true],
    ['somebody invited, by a user', 'plan', 'me', { isInvited: true }, { name: 'x' }, 2, false],
    ['a super admin by an admin', 'admin', 'me', { isSuperAdmin: true }, { role: 'x' }, 2, false],
    ['a super admin by another', 'superAdmin', 'me', { isSuperAdmin: true }, { role: 'x' }, 2, true],
  ]
  it.each(cases)('%s', (_, role, actorId, overrides, changes, admins, ok) => {
    expect(mayChangeUser({ userId: actorId, role }, member(overrides), changes, admins).ok).toBe(ok)
  })

  const removals: [string, Role, string, Partial<Member>, number, boolean][] = [
    ['a user removes no member', 'plan', 'me', {}, 2, false],
    ['an admin removes a member', 'admin', 'me', {}, 1, true],
    ['nobody removes the last admin', 'superAdmin', 'me', { access: 'admin' }, 1, false],
    ['nobody removes themselves', 'admin', 'them', { access: 'admin' }, 5, false],
    ['an admin removes no super admin', 'admin', 'me', { isSuperAdmin: true }, 2, false],
    ['an admin removes a shared account', 'admin', 'me', { isShared: true }, 2, true],
    ['an admin withdraws the invitation of an admin', 'admin', 'me', { isInvited: true, access: 'admin' }, 1, true],
    ['a user withdraws no invitation', 'plan', 'me', { isInvited: true }, 2, false],
  ]
  it.each(removals)('%s', (_, role, actorId, overrides, admins, ok) => {
    expect(mayRemoveUser({ userId: actorId, role }, member(overrides), admins).ok).toBe(ok)
  })
})

describe('a one-time link', () => {
  const cases: [string, Role, string, Partial<Member>, boolean][] = [
    ['by a user', 'plan', 'me', {}, false],
    ['by an admin', 'admin', 'me', {}, true],
    ['for oneself', 'admin', 'them', {}, false],
    ['of a shared account, by an admin', 'admin', 'me', { isShared: true }, false],
    ['of a shared account, by a super admin', 'superAdmin', 'me', { isShared: true }, true],
    ['of a super admin, by an admin', 'admin', 'me', { isSuperAdmin: true }, false],
    ['of a super admin, by another', 'superAdmin', 'me', { isSuperAdmin: true }, true],
    ['of a disabled account', 'admin', 'me', { isActive: false }, false],
    ['of an invitation', 'admin', 'me', { isInvited: true, isActive: false }, true],
    ['of an invitation, by a user', 'plan', 'me', { isInvited: true }, false],
  ]
  it.each(cases)('%s', (_, role, actorId, overrides, ok) => {
    expect(mayResetPassword({ userId: actorId, role }, member(overrides)).ok).toBe(ok)
  })
})

describe('the access of a person', () => {
  const welder: Actor = { role: 'plan', workCenterIds: ['weld', 'gone', 'paint'] }
  const names = new Map([
    ['weld', 'Weld'],
    ['paint', 'Paint'],
  ])

  it('a right has a name, and for a planner of some work centers their number and names', () => {
    const words = (actor: Actor) => [accessWords(actor), limitNames(actor, names)]
    expect(words(welder)).toEqual(['Planner of 3 work centers', 'a removed work center, Paint, Weld'])
    expect(words({ role: 'plan', workCenterIds: ['weld'] })).toEqual(['Planner of 1 work center', 'Weld'])
    expect(limitNames(welder, new Map())).toBeNull()
    expect(words({ role: 'plan', workCenterIds: null })).toEqual(['Planner', null])
    expect(words({ role: 'admin', workCenterIds: ['weld'] })).toEqual(['Admin', null])
    expect((['view', 'admin'] as const).map(oneWithAccess)).toEqual(['a Viewer', 'an Admin'])
  })

  it('viewers make API tokens that read, and all others also tokens that write', () => {
    const scopes = (role: Role) => apiTokenScopes.filter((scope) => mayMakeApiToken(withRole(role), scope).ok)
    expect(scopes('view')).toEqual(['read'])
    expect(scopes('report')).toEqual(['read', 'plan'])
    expect(mayMakeApiToken(welder, 'plan').ok).toBe(true)
  })
})

describe('a pasted list of people to invite', () => {
  const taken = new Map([['old@example.com', 'Olga is already a member of this organization.']])
  const centers = new Map([
    ['weld', 'w'],
    ['saw, small', 's'],
  ])
  const read = (...lines: string[]) => readInvitedList(lines.join('\n'), { taken, centers })
  const problems = (...lines: string[]) => read(...lines).map(({ number, problem }) => [number, problem])

  it('a list is read with commas, semicolons and tabs, after a heading, and people without an access plan', () => {
    const list = read(
      'Email, Name, Access',
      'ana@example.com, Ana Diaz, Viewer',
      '',
      'bo@example.com;Bo, the welder;reporter',
      'cy@example.com\tCy\t',
      '"dee@example.com","Dee","Admin"',
    )
    expect(list.map(({ problem }) => problem)).toEqual([null, null, null, null])
    expect(list.map(({ number, person }) => [number, person?.email, person?.name, person?.access])).toEqual([
      [2, 'ana@example.com', 'Ana Diaz', 'view'],
      [4, 'bo@example.com', 'Bo, the welder', 'report'],
      [5, 'cy@example.com', 'Cy', 'plan'],
      [6, 'dee@example.com', 'Dee', 'admin'],
    ])
  })

  it('a list limits planners to the work centers that it names behind their access', () => {
    const limits = (...lines: string[]) => read(...lines).map(({ person }) => person?.workCenterIds)
    expect(
      limits(
        'ana@example.com, Ana, Planner, Weld,',
        'bo@example.com\tBo\t\tweld; Saw, small',
        'cy@example.com, Cy, Planner',
        'dee@example.com;Dee;Planner;Saw, small;WELD;Weld',
      ),
    ).toEqual([['w'], ['w', 's'], null, ['s', 'w']])
    expect(limits('ana@example.com\tAna\tPlanner\tSaw, small\tWeld')).toEqual([['s', 'w']])
  })

  it('a list waits for the work centers only where it names some', () => {
    const read = readInvitedList('ana@example.com, Ana\nbo@example.com, Bo, Planner, Weld', { taken, centers: null })
    expect(read.map(({ problem }) => problem)).toEqual([null, 'The work centers are not loaded. Try again.'])
  })

  it('a list names each line that cannot be sent, and why', () => {
    expect(
      problems(
        'ana@example.com, Ana',
        'ana, Ana',
        'bo@example.com',
        'cy@example.com, Cy, Boss',
        'OLD@example.com, Olga',
        'Ana@Example.com, Ana again',
        'dee@example.com, Dee, Viewer, Weld',
        'eli@example.com, Eli, Planner, Weld, Lathe',
      ),
    ).toEqual([
      [1, null],
      [2, 'Please enter a valid email address'],
      [3, 'Name is required'],
      [4, '“Boss” is not an access level. Use Viewer, Reporter, Planner or Admin.'],
      [5, 'Olga is already a member of this organization.'],
      [6, 'The same email as on line 1.'],
      [7, 'Only planners are limited to work centers.'],
      [8, 'There is no work center “Lathe”.'],
    ])
  })
})

describe('asking for more access', () => {
  it.each([
    ['view', 'report', false, true],
    ['view', 'admin', false, true],
    ['report', 'view', false, false],
    ['plan', 'admin', false, true],
    ['plan', 'plan', false, false],
    ['plan', 'admin', true, false],
    ['admin', 'admin', false, false],
    ['superAdmin', 'admin', false, false],
  ] as const)('a member with %s asks for %s, one request open: %s', (role, wanted, hasOpenRequest, ok) => {
    expect(mayAskForAccess(role, wanted, hasOpenRequest).ok).toBe(ok)
  })

  it('a higher access is offered for what the member does not have yet', () => {
    expect(higherAccesses('view')).toEqual(['report', 'plan', 'admin'])
    expect(higherAccesses('plan')).toEqual(['admin'])
    expect(higherAccesses('superAdmin')).toEqual([])
  })
})

describe('deleting an organization', () => {
  it.each([
    ['superAdmin', 'Northwind', true],
    ['superAdmin', ' Northwind ', true],
    ['superAdmin', 'northwind', false],
    ['superAdmin', '', false],
    ['admin', 'Northwind', false],
  ] as const)('%s typing "%s"', (role, typed, ok) => {
    expect(mayDeleteTenant(role, { name: 'Northwind', typedName: typed }).ok).toBe(ok)
  })
})

describe('choosing an organization', () => {
  const base = { isSuperAdmin: false, currentTenantId: null, wantedTenantId: 'a', isMember: true }
  it.each([
    ['own, none chosen yet', {}, true],
    ['the one chosen already', { currentTenantId: 'a' }, true],
    ['another own one', { currentTenantId: 'b' }, 'Regular users cannot switch tenants'],
    ['a foreign one', { isMember: false }, 'You do not have access to this organization.'],
    ['one left since', { currentTenantId: 'a', isMember: false }, 'Regular users cannot switch tenants'],
    ['any, for a super admin', { isSuperAdmin: true, isMember: false, currentTenantId: 'b' }, true],
  ] as const)('%s', (_, overrides, expected) => {
    const decision = mayChooseTenant({ ...base, ...overrides })
    expect(decision.ok || decision.reason).toBe(expected)
  })
})

describe('session limits', () => {
  const times = { lastSeenAtMs: 1_000, expiresAtMs: 1_000 + sessionLimits.absoluteMs, rememberMe: false }
  it('a session ends after the idle time, the remembered time or the absolute time', () => {
    expect(sessionEndsAtMs(times)).toBe(1_000 + 30 * 60_000)
    expect(sessionEndsAtMs({ ...times, rememberMe: true })).toBe(1_000 + 8 * 3_600_000)
    expect(sessionEndsAtMs({ ...times, expiresAtMs: 2_000 })).toBe(2_000)
    expect(isSessionOver(times, 999 + 30 * 60_000)).toBe(false)
    expect(isSessionOver(times, 1_000 + 30 * 60_000)).toBe(true)
  })
})
