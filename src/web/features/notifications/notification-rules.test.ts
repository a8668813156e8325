import { describe, expect, it } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { limits } from '#contract/vocabulary.ts'
import { mergeNotifications, mergeUnread } from '#web/api/notifications/merge-notifications.ts'
import type { DateSettings } from '#web/lib/format-date.ts'
import { filterNotifications, noFilter, readOfTab, tabOfRead } from './notification-filter.ts'
import { groupByDay } from './notification-list.tsx'
import { innerPath } from './use-open-subject.ts'

const note = (n: number, over: Partial<Notification> = {}): Notification => ({
  id: `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  title: `Note ${n}`,
  message: '',
  type: 'info',
  category: 'User',
  priority: 'medium',
  timestamp: '2026-11-21T05:30:00.000Z',
  read: false,
  cause: { code: 'note', fromUserId: 'u', fromName: 'Dana' },
  subject: null,
  actions: [],
  ...over,
})
const titles = (list: readonly Notification[]) => list.map(({ title }) => title)
const dates: DateSettings = { zone: 'America/Chicago', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' }

describe('the list of notifications', () => {
  it('contains each id once and is sorted newest first', () => {
    const list = mergeNotifications([note(2), note(1)], [note(3), note(2), note(3)])
    expect(titles(list)).toEqual(['Note 3', 'Note 2', 'Note 1'])
  })
  it('contains the 100 newest notifications', () => {
    const many = Array.from({ length: 130 }, (_, n) => note(n))
    const list = mergeNotifications(many.slice(0, 60), many.slice(60))
    expect(list).toHaveLength(limits.keptNotifications)
    expect(list.at(-1)?.title).toBe('Note 30')
  })
  it('never marks a read notification as unread again', () => {
    expect(mergeNotifications([note(1, { read: true })], [note(1)])[0]?.read).toBe(true)
  })
  it('marks a notification as read if the server does not list it as unread', () => {
    const list = mergeUnread([note(2), note(1)], [note(3), note(1)])
    expect(list.map(({ read }) => read)).toEqual([false, true, false])
  })
})

describe('the groups of notifications', () => {
  it('are the days of the reader: Today, Yesterday, then dates in the reader’s format', () => {
    // This is 23:30 on the 20th in Chicago.
    const nowMs = Date.parse('2026-11-21T05:30:00Z')
    const list = [
      note(4),
      note(3, { timestamp: '2026-11-20T06:00:00.000Z' }),
      note(2, { timestamp: '2026-11-20T05:59:00.000Z' }),
      note(1, { timestamp: '2026-11-17T12:00:00.000Z' }),
    ]
    const groups = groupByDay(list, dates, nowMs).map(({ title, notifications }) => [title, ...titles(notifications)])
    expect(groups).toEqual([
      ['Today', 'Note 4', 'Note 3'],
      ['Yesterday', 'Note 2'],
      ['Tue 11/17', 'Note 1'],
    ])
    expect(groupByDay([note(1)], { ...dates, dateFormat: 'dd/MM/yyyy' }, nowMs + 5 * 86_400_000)[0]?.title).toBe(
      'Fri 20/11',
    )
  })
})

describe('the filters of notifications', () => {
  const list = [
    note(3, { type: 'error', category: 'Schedule' }),
    note(2, { type: 'error', category: 'Project', read: true }),
    note(1, { timestamp: '2026-11-18T18:00:00.000Z' }),
  ]
  it.each([
    ['nothing', {}, ['Note 3', 'Note 2', 'Note 1']],
    ['a type', { types: ['error'] }, ['Note 3', 'Note 2']],
    ['type and category', { types: ['error'], categories: ['Project', 'System'] }, ['Note 2']],
    ['unread', { read: readOfTab.unread }, ['Note 3', 'Note 1']],
    ['archived', { read: readOfTab.archived }, ['Note 2']],
    ['from a day in the reader’s zone', { start: '2026-11-20' }, ['Note 3', 'Note 2']],
    ['from the day after', { start: '2026-11-21' }, []],
    ['to a day, itself included', { end: '2026-11-18' }, ['Note 1']],
  ] as const)('filter by %s', (_name, change, left) => {
    expect(titles(filterNotifications(list, { ...noFilter, ...change }, dates.zone))).toEqual(left)
  })
  it('translate each tab into the read flag: All null, Unread false, Archived true', () => {
    expect(readOfTab).toEqual({ all: null, unread: false, archived: true })
    expect([null, false, true].map(tabOfRead)).toEqual(['all', 'unread', 'archived'])
  })
})

describe('the target of an action', () => {
  it.each([
    ['/projects/1', '/projects/1'],
    ['javascript:alert(1)', null],
    ['https://evil.example', null],
    ['//evil.example', null],
    ['/\\evil.example', null],
    ['', null],
    [' javascript:alert(1)', null],
    ['data:text/html,x', null],
  ])('for %j is a path inside the app or nothing', (action, path) => expect(innerPath(action)).toBe(path))
})
