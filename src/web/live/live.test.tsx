import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent, LiveMessage } from '#contract/live-events.ts'
import type { Notification } from '#contract/notifications.ts'
import { openTab } from '#testing/web-harness.ts'
import { setFetch } from '#web/api/client.ts'
import { clientId } from '#web/api/client-id.ts'
import { notificationsKey } from '#web/api/notifications.queries.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { useActiveRun } from '#web/stores/active-run.ts'
import { onArrival } from '#web/stores/arrivals.ts'
import { setTenant } from '#web/stores/session.ts'
import { applyEvent, refreshTenant } from './apply-event.ts'
import { reconnectDelayMs } from './back-off.ts'
import { catchUpNotifications, pollNotifications } from './receive-notifications.ts'
import { connectLive } from './socket.ts'

const tenantId = '7d1c40aa-0000-4000-8000-000000000001'

const presence: LiveMessage = { type: 'presence', projectId: null, screen: 'other' }

class FakeSocket {
  onopen: (() => void) | null = null
  onclose: (() => void) | null = null
  onerror: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  close = vi.fn()
  sent: string[] = []
  send = (text: string) => void this.sent.push(text)
}

describe('the live connection (specification 4.8)', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('waits 1, 2, 4, 8, 16 s, then polls', () => {
    expect([0, 1, 2, 3, 4, 5].map((attempt) => reconnectDelayMs(attempt, () => 0))).toEqual([
      1_000,
      2_000,
      4_000,
      8_000,
      16_000,
      null,
    ])
  })

  it('polls every 30 s while there is no socket, catches up when one opens, starts again from 1 s', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const sockets: FakeSocket[] = []
    let works = false
    const open = vi.fn(async () => {
      if (!works) throw new Error('refused')
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    })
    const hooks = { onEvent: vi.fn(), onOpen: vi.fn(), onPoll: vi.fn(), heartbeat: () => presence }
    const connection = connectLive({ open, ...hooks })
    await vi.advanceTimersByTimeAsync(31_000)
    expect(open).toHaveBeenCalledTimes(6)
    expect(hooks.onPoll).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(hooks.onPoll).toHaveBeenCalledTimes(2)
    works = true
    await vi.advanceTimersByTimeAsync(30_000)
    sockets[0]?.onopen?.()
    expect(hooks.onOpen).toHaveBeenCalledTimes(1)
    sockets[0]?.onmessage?.({ data: '{"type":"session"}' })
    sockets[0]?.onmessage?.({ data: 'no json' })
    expect(hooks.onEvent.mock.calls).toEqual([[{ type: 'session' }]])
    const before = open.mock.calls.length
    sockets[0]?.onclose?.()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(open).toHaveBeenCalledTimes(before + 1)
    connection.end()
    sockets[1]?.onclose?.()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(open).toHaveBeenCalledTimes(before + 1)
  })

  it('gives up a socket that falls silent, but only where the server is known to answer', async () => {
    const sockets: FakeSocket[] = []
    const open = async () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    }
    const onState = vi.fn()
    const connection = connectLive({
      ...{ open, onState, heartbeat: () => presence },
      ...{ onEvent: vi.fn(), onOpen: vi.fn(), onPoll: vi.fn() },
    })
    await vi.advanceTimersByTimeAsync(0)
    sockets[0]?.onopen?.()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sockets).toHaveLength(1)
    expect(sockets[0]?.sent).toHaveLength(3)
    sockets[0]?.onmessage?.({ data: '{"type":"heard","id":null,"error":null}' })
    await vi.advanceTimersByTimeAsync(24_000)
    expect(onState.mock.lastCall).toEqual(['open'])
    await vi.advanceTimersByTimeAsync(12_000)
    expect(sockets).toHaveLength(2)
    // Nor is one waited for that never opens.
    await vi.advanceTimersByTimeAsync(13_000)
    expect(sockets).toHaveLength(3)
    connection.end()
  })
})

describe('what a live message changes', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const changed = (over: Partial<Extract<LiveEvent, { type: 'changed' }>>): LiveEvent => ({
    type: 'changed',
    resource: 'projects',
    items: [{ id: 'p', version: 2 }],
    clientId: 'another tab',
    ...over,
  })
  const stale = (event: LiveEvent) => {
    const queryClient = new QueryClient()
    openTab({ local: { userId: 'u', currentTenantId: tenantId } })
    queryClient.setQueryData(tenantKey('projects', 'list'), [{ projectId: 'p', version: 2 }])
    queryClient.setQueryData(tenantKey('schedule'), {})
    queryClient.setQueryData(tenantKey('shifts'), [])
    applyEvent(queryClient, event)
    return (['projects', 'schedule', 'shifts'] as const).filter((resource) =>
      queryClient
        .getQueryCache()
        .findAll({ queryKey: tenantKey(resource), stale: true })
        .some(({ state }) => state.isInvalidated),
    )
  }

  it.each([
    ['a newer version', changed({ items: [{ id: 'p', version: 3 }] }), ['projects', 'schedule']],
    ['the version already held', changed({}), []],
    ['a record not held', changed({ items: [{ id: 'q', version: 1 }] }), ['projects', 'schedule']],
    ['more than can be listed', changed({ items: [] }), ['projects', 'schedule']],
    ['the echo of this tab', changed({ items: [], clientId }), []],
    ['an operation', changed({ resource: 'operations', items: [] }), ['projects', 'schedule']],
    ['a new forecast', changed({ resource: 'forecast', items: [] }), ['projects', 'schedule']],
    ['a shift', changed({ resource: 'shifts', items: [] }), ['schedule', 'shifts']],
  ] as const)('%s', (_case, event, resources) => {
    expect(stale(event)).toEqual(resources)
  })

  it('a change and the new forecast right behind it are asked for once', async () => {
    openTab({ local: { userId: 'u', currentTenantId: tenantId } })
    const queryClient = new QueryClient()
    const ask = vi.fn(() => Promise.resolve([]))
    const stop = new QueryObserver(queryClient, {
      queryKey: tenantKey('projects', 'list'),
      queryFn: ask,
      initialData: [],
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => {})
    applyEvent(queryClient, changed({ resource: 'operations', items: [] }))
    await vi.advanceTimersByTimeAsync(100)
    applyEvent(queryClient, changed({ resource: 'forecast', items: [] }))
    await vi.advanceTimersByTimeAsync(2000)
    expect(ask).toHaveBeenCalledTimes(1)
    // A forecast that waits goes along with a change that comes meanwhile.
    vi.spyOn(Math, 'random').mockReturnValue(1)
    applyEvent(queryClient, changed({ resource: 'forecast', items: [] }))
    await vi.advanceTimersByTimeAsync(200)
    expect(ask).toHaveBeenCalledTimes(1)
    applyEvent(queryClient, changed({ resource: 'operations', items: [] }))
    await vi.advanceTimersByTimeAsync(2000)
    expect(ask).toHaveBeenCalledTimes(2)
    stop()
  })
})

describe('a screen that a change by others concerns', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0)
    openTab({ local: { userId: 'u', currentTenantId: tenantId } })
  })
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const change: LiveEvent = { type: 'changed', resource: 'operations', items: [], clientId: 'another tab' }
  /** A screen whose readings take so long. */
  const screen = (takesMs: number, part = 'list') => {
    const queryClient = new QueryClient()
    const signals: AbortSignal[] = []
    const open = new Set<number>()
    let most = 0
    const options = {
      queryKey: tenantKey('projects', part),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const number = signals.push(signal)
        most = Math.max(most, open.add(number).size)
        await new Promise((resolve) => setTimeout(resolve, takesMs))
        open.delete(number)
        return number
      },
      initialData: 0,
      staleTime: Number.POSITIVE_INFINITY,
    }
    const leave = new QueryObserver(queryClient, options).subscribe(() => {})
    return {
      ...{ queryClient, leave, options },
      hear: (event = change) => applyEvent(queryClient, event),
      asked: () => signals.length,
      wereBrokenOff: () => signals.some(({ aborted }) => aborted),
      mostAtOnce: () => most,
      shown: () => queryClient.getQueryData(options.queryKey),
      isStale: () => queryClient.getQueryState(options.queryKey)?.isInvalidated,
    }
  }

  it('asks within 650 ms of the change, each browser at a moment of its own', async () => {
    const askedAfter = async (chance: number) => {
      vi.spyOn(Math, 'random').mockReturnValue(chance)
      const { hear, asked, leave } = screen(10)
      hear()
      // The forecast right behind it does not bring all browsers together again.
      await vi.advanceTimersByTimeAsync(20)
      hear({ ...change, resource: 'forecast' })
      let ms = 20
      for (; asked() === 0 && ms < 2_000; ms += 10) await vi.advanceTimersByTimeAsync(10)
      leave()
      return ms
    }
    const [first, middle, last] = [await askedAfter(0), await askedAfter(0.5), await askedAfter(0.999)]
    expect(first).toBeLessThan(200)
    expect(middle - first).toBeGreaterThan(200)
    expect(last - middle).toBeGreaterThan(200)
    expect(last).toBeLessThan(700)
  })

  it('is at most 1.2 s behind while changes do not end', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999)
    const { hear, asked, leave } = screen(10)
    for (let times = 0; times < 12; times += 1) {
      hear()
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(asked()).toBe(1)
    leave()
  })

  it('lets a reading under way end, and reads exactly once more for all that changed meanwhile', async () => {
    const { hear, asked, mostAtOnce, wereBrokenOff, shown, leave } = screen(1_000)
    hear()
    await vi.advanceTimersByTimeAsync(200)
    expect(asked()).toBe(1)
    for (let times = 0; times < 3; times += 1) {
      hear()
      await vi.advanceTimersByTimeAsync(250)
    }
    expect(asked()).toBe(1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([asked(), mostAtOnce(), wereBrokenOff(), shown()]).toEqual([2, 1, false, 2])
    leave()
  })

  it('reads once more what it reads for the first time while something changes', async () => {
    const { queryClient, hear, leave } = screen(10)
    leave()
    let asked = 0
    const queryKey = tenantKey('projects', 'first')
    const queryFn = async () => {
      asked += 1
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      return asked
    }
    const close = new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => {})
    await vi.advanceTimersByTimeAsync(100)
    hear()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([asked, queryClient.getQueryData(queryKey)]).toEqual([2, 2])
    close()
  })

  it('does not read again what it asked for after the change', async () => {
    const { hear, asked, queryClient, options, leave } = screen(50)
    hear()
    await vi.advanceTimersByTimeAsync(20)
    void queryClient.refetchQueries({ queryKey: options.queryKey })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked()).toBe(1)
    leave()
  })

  it('stays stale when it is left during a reading that began before the change', async () => {
    const { hear, asked, isStale, leave } = screen(1_000)
    hear()
    await vi.advanceTimersByTimeAsync(200)
    hear()
    leave()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([asked(), isStale()]).toEqual([1, true])
  })

  it('asks nothing for its own change, nor for what is not on screen', async () => {
    const { hear, asked, leave, isStale } = screen(10)
    hear({ ...change, clientId })
    await vi.advanceTimersByTimeAsync(5_000)
    expect([asked(), isStale()]).toEqual([0, false])
    leave()
    hear()
    await vi.advanceTimersByTimeAsync(5_000)
    expect([asked(), isStale()]).toEqual([0, true])
  })

  it('asks again, after a gap of the connection, without breaking off what it is reading', async () => {
    const { queryClient, asked, options, wereBrokenOff, shown, leave } = screen(1_000)
    void queryClient.refetchQueries({ queryKey: options.queryKey })
    await vi.advanceTimersByTimeAsync(100)
    refreshTenant(queryClient)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([asked(), wereBrokenOff(), shown()]).toEqual([2, false, 2])
    leave()
  })

  it('asks nothing twice when its socket opens, for what was read within the time that the server tells of', async () => {
    const { queryClient, asked, leave } = screen(10)
    queryClient.setQueryData(tenantKey('projects', 'long ago'), 'read', { updatedAt: Date.now() - 50_000 })
    refreshTenant(queryClient, 60_000)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked()).toBe(0)
    expect(queryClient.getQueryState(tenantKey('projects', 'long ago'))?.isInvalidated).toBe(true)
    // The server has just begun to listen: it knows of nothing before.
    refreshTenant(queryClient, 900)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked()).toBe(1)
    leave()
  })
})

describe('what is told of a run', () => {
  const told = (runId: string, status: 'Running' | 'Succeeded') =>
    applyEvent(new QueryClient(), { type: 'run', run: { runId, status, startedBy: 'Dana' } } as LiveEvent)

  it('a run is under way until its end is told, whatever comes late from before', () => {
    openTab({ local: { userId: 'u', currentTenantId: tenantId } })
    told('r1', 'Running')
    expect(useActiveRun.getState().run?.runId).toBe('r1')
    told('r1', 'Succeeded')
    expect(useActiveRun.getState().run).toBeNull()
    told('r1', 'Running')
    expect(useActiveRun.getState().run).toBeNull()
    told('r2', 'Running')
    expect(useActiveRun.getState().run?.runId).toBe('r2')
  })
})

describe('notifications after a gap', () => {
  const note = (n: number, read = false): Notification => ({
    id: `01900000-0000-7000-8000-00000000000${n}`,
    ...{ title: `Note ${n}`, message: '', type: 'info', category: 'User', priority: 'low' },
    ...{ timestamp: '2026-11-21T05:30:00.000Z', read, subject: null, actions: [] },
    cause: { code: 'note', fromUserId: 'u', fromName: 'Dana' },
  })
  const arrived: string[] = []
  const start = (answers: Record<string, unknown>) => {
    openTab({ local: { userId: 'u', currentTenantId: tenantId } })
    const client = new QueryClient()
    client.setQueryData(notificationsKey(), [note(2), note(1)])
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

  it('asks for what came after the last one seen, and announces each once', async () => {
    const { client, asked, list } = start({ '/api/notifications': [note(4), note(3), note(2)] })
    await catchUpNotifications(client)
    await catchUpNotifications(client)
    expect(asked[0]).toBe(`/api/notifications?after=${note(2).id}`)
    expect(list()).toEqual(['Note 4', 'Note 3', 'Note 2', 'Note 1'])
    expect(arrived).toEqual(['Note 3', 'Note 4'])
  })

  it('polls what is unread with the notification token, and learns what was read elsewhere', async () => {
    const { client, asked, list } = start({ '/api/notifications/unread': [note(5), note(2)] })
    await pollNotifications(client)
    expect(asked).toEqual(['/api/auth/notification-token', '/api/notifications/unread'])
    expect(list()).toEqual(['Note 5', 'Note 2', 'Note 1 read'])
    expect(arrived).toEqual(['Note 5'])
  })

  it('drops an answer that comes after the organisation was switched (trust.md 12)', async () => {
    const { client, list } = start({ '/api/notifications': [note(7)], '/api/notifications/unread': [note(7)] })
    const late = [catchUpNotifications(client), pollNotifications(client)]
    setTenant({ tenantId: '7d1c40aa-0000-4000-8000-000000000002', name: 'Other' })
    await Promise.all(late)
    expect(list()).toBeUndefined()
    expect(arrived).toEqual([])
  })
})
