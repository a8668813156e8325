import { expect, it } from 'vitest'
import { navItems } from './nav-items.ts'
import { pageAt, pages } from './page-at.ts'
import { pinnedFirst } from './pinned-first.ts'

const admin = { isAdmin: true, isSuperAdmin: false }
const planner = { isAdmin: false, isSuperAdmin: false }
const labels = (pinned: string[], who = admin) =>
  pinnedFirst(navItems(who), pinned, pages(who)).map(({ label, from }) => `${label} ${from}`)

it('leaves the specification’s order alone without pins, and without pins of screens one may not open', () => {
  expect(pinnedFirst(navItems(admin), [], pages(admin))).toEqual(navItems(admin))
  expect(pinnedFirst(navItems(planner), ['/admin', '/nowhere'], pages(planner))).toEqual(navItems(planner))
})

it('puts pinned screens first, each once, and what no longer fits into "More"', () => {
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

it('knows the name of every screen with a fixed path that one may open', () => {
  expect(pageAt('/shift-patterns', planner)?.label).toBe('Shifts')
  expect(pageAt('/admin', planner)).toBeNull()
  expect(pageAt('/admin', admin)?.label).toBe('Admin')
  expect(pageAt('/projects/7d1c40aa', admin)).toBeNull()
})
