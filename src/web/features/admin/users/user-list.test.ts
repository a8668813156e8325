import { describe, expect, it } from 'vitest'
import { defaultSettings, type ListedUser, Preferences } from '#contract/users.ts'
import { arrangeUsers, countAdmins } from './user-list.ts'

const user = (name: string, overrides: Partial<ListedUser> = {}): ListedUser => ({
  id: name,
  userId: name,
  tenantId: 't',
  email: `${name.toLowerCase()}@example.com`,
  name,
  displayName: '',
  avatarUrl: null,
  isAdmin: false,
  workCenterIds: null,
  isSuperAdmin: false,
  role: 'User',
  status: 'Active',
  currentTenantName: null,
  preferences: Preferences.parse({}),
  settings: defaultSettings,
  lastSignInAt: null,
  openSessions: 0,
  isShared: false,
  ...overrides,
})

const centers = new Map([['w', 'Weld']])
const people = [
  user('Cleo', { isAdmin: true, lastSignInAt: '2026-11-02T08:00:00.000Z' }),
  user('Abe', { role: 'Foreman', status: 'Disabled', isAdmin: true }),
  user('Bo', { lastSignInAt: '2026-11-20T08:00:00.000Z' }),
]
const names = (search: Partial<Parameters<typeof arrangeUsers>[1]>) =>
  arrangeUsers(people, { find: '', sort: 'name', descending: false, ...search }, centers).map(({ name }) => name)

describe('the list of users', () => {
  it('sorts numbers in names as numbers', () => {
    const numbered = ['Line 10', 'Line 9', 'Line 1'].map((name) => user(name))
    const sorted = arrangeUsers(numbered, { find: '', sort: 'name', descending: false }, centers)
    expect(sorted.map(({ name }) => name)).toEqual(['Line 1', 'Line 9', 'Line 10'])
  })

  it('sorts by every column in both directions', () => {
    expect(names({})).toEqual(['Abe', 'Bo', 'Cleo'])
    expect(names({ descending: true })).toEqual(['Cleo', 'Bo', 'Abe'])
    expect(names({ sort: 'lastSignIn', descending: true })).toEqual(['Bo', 'Cleo', 'Abe'])
    expect(names({ sort: 'status', descending: true })).toEqual(['Abe', 'Bo', 'Cleo'])
    expect(names({ sort: 'role', descending: true })).toEqual(['Cleo', 'Abe', 'Bo'])
  })

  it('is searched by name, email and role', () => {
    expect(names({ find: 'FORE' })).toEqual(['Abe'])
    expect(names({ find: ' bo@' })).toEqual(['Bo'])
    expect(names({ find: 'nobody' })).toEqual([])
  })

  it('sorts by access, and finds people by their access and by the work centers to which they are limited', () => {
    const crew = [
      user('Ann', { access: 'plan', workCenterIds: ['w'] }),
      user('Ben', { access: 'admin', isAdmin: true }),
      user('Cat', { access: 'view' }),
      user('Dan', { isSuperAdmin: true, access: 'view' }),
      user('Eve', { access: 'report' }),
    ]
    const found = (find: string) =>
      arrangeUsers(crew, { find, sort: 'role', descending: true }, centers).map(({ name }) => name)
    expect(found('')).toEqual(['Dan', 'Ben', 'Ann', 'Eve', 'Cat'])
    expect(found('planner')).toEqual(['Ann'])
    expect(found('weld')).toEqual(['Ann'])
    expect(found('viewer')).toEqual(['Cat'])
  })

  it('the number of admins excludes super admins who are members with lower access', () => {
    expect(countAdmins([user('Dan', { isAdmin: true, isSuperAdmin: true, access: 'view' })])).toBe(0)
  })

  it('counts only active admins', () => expect(countAdmins(people)).toBe(1))
})
