import { beforeEach, describe, expect, it } from 'vitest'
import {
  headerStorage,
  keepRecentCommand,
  lastVisited,
  mostVisited,
  navigationHistory,
  suggestedFrom,
  togglePinnedNavItem,
  visitPath,
} from './habits.ts'
import { forgetSession, signedIn } from './session.ts'
import { signedOut } from './stored-session.ts'

const tenantId = '7d1c40aa-0000-4000-8000-000000000001'
const signIn = (userId: string, tenant = tenantId) => signedIn({ ...signedOut, userId, tenantId: tenant })
const atMs = Date.UTC(2026, 10, 18)
const walk = (...paths: string[]) => {
  for (const [index, path] of paths.entries()) visitPath(path, atMs + index * 1000)
}
const now = () => navigationHistory.get()

beforeEach(() => {
  localStorage.clear()
  signIn(crypto.randomUUID())
})

describe('navigation history', () => {
  it('counts visits and transitions, and lists 100 visits, the 10 last paths, the 5 most visited and 3 suggestions', () => {
    walk('/', '/projects', '/', '/projects', '/', '/schedule', '/', '/kanban', '/', '/analytics')
    expect(now().visitCounts).toMatchObject({ '/': 5, '/projects': 2, '/schedule': 1 })
    const taken = now().transitions.find(({ from, to }) => from === '/' && to === '/projects')
    expect(taken).toEqual({ from: '/', to: '/projects', count: 2, lastVisited: '2026-11-18T00:00:03.000Z' })
    expect(suggestedFrom(now(), '/')).toEqual(['/projects', '/analytics', '/kanban'])
    expect(lastVisited(now())).toEqual(['/analytics', '/', '/kanban', '/schedule', '/projects'])
    expect(mostVisited(now()).map(({ path }) => path)).toEqual(['/', '/projects', '/analytics', '/kanban', '/schedule'])
    expect(mostVisited(now(), (path) => path === '/kanban')).toHaveLength(1)

    walk(...Array.from({ length: 1000 }, (_, index) => `/projects/${index}`))
    expect(now().history).toHaveLength(100)
    expect(lastVisited(now())).toHaveLength(10)
    expect(mostVisited(now())).toHaveLength(5)
    expect(now().transitions.length).toBeLessThanOrEqual(300)
    // A frequent path survives a thousand single visits.
    expect(now().visitCounts['/']).toBe(5)
  })

  it('does not count a repeated visit to the same path', () => {
    walk('/', '/', '/')
    expect(now().visitCounts).toEqual({ '/': 1 })
    expect(now().transitions).toEqual([])
  })

  it('belongs to one person in one organization and survives signing out', () => {
    signIn('dana')
    walk('/', '/kanban')
    signIn('dana', '7d1c40aa-0000-4000-8000-000000000002')
    expect(now().history).toEqual([])
    signIn('ola')
    expect(now().history).toEqual([])
    forgetSession()
    expect(now().history).toEqual([])
    signIn('dana')
    expect(lastVisited(now())).toEqual(['/kanban', '/'])
  })

  it.each(['{broken', '[]', 'null', '{"history":[1],"visitCounts":"many","transitions":{}}'])(
    'is empty when the storage contains %s',
    (stored) => {
      localStorage.setItem(`navigation:${tenantId}:dana`, stored)
      localStorage.setItem(`header:${tenantId}:dana`, stored)
      signIn('dana')
      expect(now()).toEqual({ history: [], visitCounts: {}, transitions: [] })
      expect(headerStorage.get()).toEqual({ recentCommands: [], pinnedNavItems: [], notificationCount: 0 })
    },
  )
})

it('the header stores the last five commands, each once, and the pinned screens', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) keepRecentCommand(id)
  togglePinnedNavItem('/kanban')
  togglePinnedNavItem('/schedule')
  togglePinnedNavItem('/kanban')
  expect(headerStorage.get()).toMatchObject({
    recentCommands: ['c', 'f', 'e', 'd', 'b'],
    pinnedNavItems: ['/schedule'],
  })
})
