import { expect, it } from 'vitest'
import { navItems } from './nav-items.ts'
import { pageAt, pages } from './page-at.ts'
import { pinnedFirst } from './pinned-first.ts'

const admin = { isAdmin: true, isSuperAdmin: false }
const planner = { isAdmin: false, isSuperAdmin: false }
const labels = (pinned: string[], who = admin) =>
  pinnedFirst(navItems(who), pinned, pages(who)).map(({ label, from }) => `${label} ${from}`)

it('the navigation has the specified order without pins, and ignores pins of screens that the user may not open', () => {
  expect(pinnedFirst(navItems(admin), [], pages(admin))).toEqual(navItems(admin))
  expect(pinnedFirst(navItems(planner), ['/admin', '/nowhere'], pages(planner))).toEqual(navItems(planner))
})

it('the navigation lists pinned screens first, each once, and moves what no longer fits into "More"', () => {
  expect(labels(['/operations', '/holidays'])).toEqual([
    'Operations md',
    'Holidays md',
    'Dashboard md',
    'Projects md',
    'Kanban Board md',
    'Schedule wide',
    'Analytics wide',
    'Overdue xl',
    'Admin full',
  ])
  expect(labels(['/holidays', '/shift-patterns', '/settings', '/profile']).at(-1)).toBe('Admin more')
})

it('pageAt finds every screen with a fixed path that the user may open', () => {
  expect(pageAt('/shift-patterns', planner)?.label).toBe('Shifts')
  expect(pageAt('/admin', planner)).toBeNull()
  expect(pageAt('/admin', admin)?.label).toBe('Admin')
  expect(pageAt('/projects/7d1c40aa', admin)).toBeNull()
})
