import { describe, expect, it } from 'vitest'
import { mayAskForAdmin } from './ask-for-admin.ts'
import { type Member, mayChangeUser, mayRemoveUser, mayResetPassword, type UserChanges } from './change-user.ts'
import { mayChooseTenant } from './choose-tenant.ts'
import { mayDeleteTenant } from './delete-tenant.ts'
import { may, mayEnterExceptions, type Permission, type Role, roleOf } from './permissions.ts'
import { mayMake } from './proposed-changes.ts'
import { isSessionOver, sessionEndsAtMs, sessionLimits } from './session-limits.ts'

const roles: readonly Role[] = ['user', 'admin', 'superAdmin']

const usual = { plannersChangeWorkingTime: true }
const strict = { plannersChangeWorkingTime: false }

describe('permissions', () => {
  const rows: [Permission, boolean, boolean, boolean][] = [
    ['manageUsers', false, true, true],
    ['manageShifts', false, true, true],
    ['manageHolidays', false, true, true],
    ['manageCategories', false, true, true],
    ['changeTenantSettings', false, true, true],
    ['manageSample', false, true, true],
    ['deleteProject', false, true, true],
    ['seeAudit', false, true, true],
    ['decideAccess', false, true, true],
    ['manageTenants', false, false, true],
    ['listAllTenants', false, false, true],
  ]
  it.each(rows)('%s', (permission, ...expected) => {
    expect(roles.map((role) => may(role, permission).ok)).toEqual(expected)
  })

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
  ] as const)('a regular user may make a change of this kind: %s, %s', (kind, ok) => {
    expect(mayMake('user', [{ kind: 'project' }, { kind }], usual).ok).toBe(ok)
    expect(mayMake('admin', [{ kind }], strict).ok).toBe(true)
  })

  it.each([
    ['user', usual, true],
    ['user', strict, false],
    ['admin', strict, true],
    ['superAdmin', strict, true],
  ] as const)('%s in an organization with %j may change overtime, downtime and capacity: %s', (role, rights, ok) => {
    expect(mayEnterExceptions(role, rights).ok).toBe(ok)
    expect(mayMake(role, [{ kind: 'project' }, { kind: 'exception' }], rights).ok).toBe(ok)
  })

  it('a user who is super admin and admin counts as super admin', () => {
    expect(roleOf({ isAdmin: true, isSuperAdmin: true })).toBe('superAdmin')
    expect(roleOf({ isAdmin: true, isSuperAdmin: false })).toBe('admin')
    expect(roleOf({ isAdmin: false, isSuperAdmin: false })).toBe('user')
  })
})

const member = (overrides: Partial<Member> = {}): Member => ({
  userId: 'them',
  isAdmin: false,
  isSuperAdmin: false,
  isActive: true,
  isShared: false,
  isInvited: false,
  ...overrides,
})

describe('changing a member', () => {
  const cases: [string, Role, string, Partial<Member>, UserChanges, number, boolean][] = [
    ['a user changes nobody', 'user', 'me', {}, { role: 'x' }, 2, false],
    ['an admin renames', 'admin', 'me', {}, { name: 'x' }, 2, true],
    ['an admin promotes', 'admin', 'me', {}, { isAdmin: true }, 1, true],
    ['an admin demotes one of two', 'admin', 'me', { isAdmin: true }, { isAdmin: false }, 2, true],
    ['nobody demotes the last', 'superAdmin', 'me', { isAdmin: true }, { isAdmin: false }, 1, false],
    ['nobody disables the last', 'superAdmin', 'me', { isAdmin: true }, { status: 'Disabled' }, 1, false],
    [
      'a disabled admin is not the last',
      'admin',
      'me',
      { isAdmin: true, isActive: false },
      { isAdmin: false },
      1,
      true,
    ],
    ['saying what is so already is no demotion', 'admin', 'them', { isAdmin: true }, { isAdmin: true }, 1, true],
    ['own rights stay', 'admin', 'them', { isAdmin: true }, { isAdmin: false }, 5, false],
    ['own account stays', 'admin', 'them', { isAdmin: true }, { status: 'Disabled' }, 5, false],
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
    ['rights of an invited admin', 'admin', 'me', { isInvited: true, isAdmin: true }, { isAdmin: false }, 1, true],
    ['somebody invited, by a user', 'user', 'me', { isInvited: true }, { name: 'x' }, 2, false],
    ['a super admin by an admin', 'admin', 'me', { isSuperAdmin: true }, { role: 'x' }, 2, false],
    ['a super admin by another', 'superAdmin', 'me', { isSuperAdmin: true }, { role: 'x' }, 2, true],
  ]
  it.each(cases)('%s', (_, role, actorId, overrides, changes, admins, ok) => {
    expect(mayChangeUser({ userId: actorId, role }, member(overrides), changes, admins).ok).toBe(ok)
  })

  const removals: [string, Role, string, Partial<Member>, number, boolean][] = [
    ['a user removes nobody', 'user', 'me', {}, 2, false],
    ['an admin removes a member', 'admin', 'me', {}, 1, true],
    ['nobody removes the last admin', 'superAdmin', 'me', { isAdmin: true }, 1, false],
    ['nobody removes themselves', 'admin', 'them', { isAdmin: true }, 5, false],
    ['an admin removes no super admin', 'admin', 'me', { isSuperAdmin: true }, 2, false],
    ['an admin removes a shared account', 'admin', 'me', { isShared: true }, 2, true],
    ['an admin withdraws the invitation of an admin', 'admin', 'me', { isInvited: true, isAdmin: true }, 1, true],
    ['a user withdraws no invitation', 'user', 'me', { isInvited: true }, 2, false],
  ]
  it.each(removals)('%s', (_, role, actorId, overrides, admins, ok) => {
    expect(mayRemoveUser({ userId: actorId, role }, member(overrides), admins).ok).toBe(ok)
  })
})

describe('a one-time link', () => {
  const cases: [string, Role, string, Partial<Member>, boolean][] = [
    ['by a user', 'user', 'me', {}, false],
    ['by an admin', 'admin', 'me', {}, true],
    ['for oneself', 'admin', 'them', {}, false],
    ['of a shared account, by an admin', 'admin', 'me', { isShared: true }, false],
    ['of a shared account, by a super admin', 'superAdmin', 'me', { isShared: true }, true],
    ['of a super admin, by an admin', 'admin', 'me', { isSuperAdmin: true }, false],
    ['of a super admin, by another', 'superAdmin', 'me', { isSuperAdmin: true }, true],
    ['of a disabled account', 'admin', 'me', { isActive: false }, false],
    ['of an invitation', 'admin', 'me', { isInvited: true, isActive: false }, true],
    ['of an invitation, by a user', 'user', 'me', { isInvited: true }, false],
  ]
  it.each(cases)('%s', (_, role, actorId, overrides, ok) => {
    expect(mayResetPassword({ userId: actorId, role }, member(overrides)).ok).toBe(ok)
  })
})

describe('asking for admin rights', () => {
  it.each([
    ['user', false, true],
    ['user', true, false],
    ['admin', false, false],
    ['superAdmin', false, false],
  ] as const)('%s, one open: %s', (role, hasOpenRequest, ok) => {
    expect(mayAskForAdmin(role, hasOpenRequest).ok).toBe(ok)
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
