import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { openTab, setFetch } from '#testing/web-harness.ts'
import { notificationsKey, notificationsQuery } from '#web/api/notifications/notifications.queries.ts'
import { onArrival } from '#web/stores/notifications.ts'
import { setTenant } from '#web/stores/session.ts'
import {
  announceFromList,
  catchUpNotifications,
  pollNotifications,
  receiveNotification,
} from './receive-notifications.ts'

const tenantId = '7d1c40aa-0000-4000-8000-000000000001'

describe('notifications after a gap in the connection', () => {
  const note = (n: number, read = false): Notification => ({
    id: `01900000-0000-7000-8000-00000000000${n}`,
    title: `Note ${n}`,
    message: '',
    type: 'info',
    category: 'User',
    priority: 'low',
    timestamp: '2026-11-21T05:30:00.000Z',
    read,
    subject: null,
    actions: [],
    cause: { code: 'note', fromUserId: 'u', fromName: 'Dana' },
  })
  const arrived: string[] = []
  const start = (answers: Record<string, unknown>) => {
    openTab({ local: { userId: 'u', currentTenantId: tenantId } })
    const client = new QueryClient()
    client.setQueryData(notificationsKey(), [note(2), note(1)])
    announceFromList(client)
    const asked: string[] = []
    setFetch(async (input, init) => {
      const { pathname, search } = new URL(new Request(input, init).url)
      asked.push(pathname + search)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return new Response(JSON.stringify(answers[pathname] ?? { token: 't', expiresAt: '2099-01-01T00:00:00Z' }))
    })
    const list = () =>
      client.getQueryData<Notification[]>(notificationsKey())?.map(({ title, read }) => title + (read ? ' read' : ''))
    return { client, asked, list }
  }
  beforeEach(() => {
    arrived.length = 0
    return onArrival(({ title }) => void arrived.push(title))
  })

  it('are read from the last known one on, and each is announced once', async () => {
    const { client, asked, list } = start({ '/api/notifications': [note(4), note(3), note(2)] })
    await catchUpNotifications(client)
    await catchUpNotifications(client)
    expect(asked[0]).toBe(`/api/notifications?after=${note(2).id}`)
    expect(list()).toEqual(['Note 4', 'Note 3', 'Note 2', 'Note 1'])
    expect(arrived).toEqual(['Note 3', 'Note 4'])
  })

  it('are polled with the notification token, and those that were read elsewhere become read', async () => {
    const { client, asked, list } = start({ '/api/notifications/unread': [note(5), note(2)] })
    await pollNotifications(client)
    expect(asked).toEqual(['/api/auth/notification-token', '/api/notifications/unread'])
    expect(list()).toEqual(['Note 5', 'Note 2', 'Note 1 read'])
    expect(arrived).toEqual(['Note 5'])
  })

  it('are announced when the whole list contains them before their own messages arrive', async () => {
    const { client, list } = start({ '/api/notifications': [note(9), note(8, true), note(2), note(1)] })
    await client.fetchQuery(notificationsQuery())
    receiveNotification(client, note(9))
    expect(list()).toEqual(['Note 9', 'Note 8 read', 'Note 2', 'Note 1'])
    expect(arrived).toEqual(['Note 9'])
  })

  it('are dropped when the answer arrives after a switch of organization', async () => {
    const { client, list } = start({ '/api/notifications': [note(7)], '/api/notifications/unread': [note(7)] })
    const late = [catchUpNotifications(client), pollNotifications(client)]
    setTenant({ tenantId: '7d1c40aa-0000-4000-8000-000000000002', name: 'Other' })
    await Promise.all(late)
    expect(list()).toBeUndefined()
    expect(arrived).toEqual([])
  })
})
