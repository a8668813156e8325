import { expect, it } from 'vitest'
import { navItems } from './nav-items.ts'
import { pinnedFirst } from './pinned-first.ts'
import { placeOf, places } from './place-of.ts'

const admin = { isAdmin: true, isSuperAdmin: false }
const planner = { isAdmin: false, isSuperAdmin: false }
const labels = (pinned: string[], who = admin) =>
  pinnedFirst(navItems(who), pinned, places(who)).map(({ label, from }) => `${label} ${from}`)

it('leaves the specification’s order alone without pins, and without pins of screens one may not open', () => {
  expect(pinnedFirst(navItems(admin), [], places(admin))).toEqual(navItems(admin))
  expect(pinnedFirst(navItems(planner), ['/admin', '/nowhere'], places(planner))).toEqual(navItems(planner))
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
  expect(placeOf('/shift-patterns', planner)?.label).toBe('Shifts')
  expect(placeOf('/admin', planner)).toBeNull()
  expect(placeOf('/admin', admin)?.label).toBe('Admin')
  expect(placeOf('/projects/7d1c40aa', admin)).toBeNull()
})
