import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '#contract/live-events.ts'
import { openTab } from '#testing/web-harness.ts'
import { clientId } from '#web/api/client-id.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { applyEvent, refreshTenant } from './apply-event.ts'
import { liveState } from './live-state.ts'

const tenantId = '7d1c40aa-0000-4000-8000-000000000001'

describe('a live message', () => {
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
  ] as const)('makes the right lists stale: %s', (_case, event, resources) => {
    expect(stale(event)).toEqual(resources)
  })

  it('and the message about the new forecast that follows it lead to one request', async () => {
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
    // A delayed request for a forecast merges with the request for the next change.
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

describe('a screen that shows what others have changed', () => {
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
  /** A screen whose requests take `takesMs`. */
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
      queryClient,
      leave,
      options,
      hear: (event = change) => applyEvent(queryClient, event),
      asked: () => signals.length,
      wereBrokenOff: () => signals.some(({ aborted }) => aborted),
      mostAtOnce: () => most,
      shown: () => queryClient.getQueryData(options.queryKey),
      isStale: () => queryClient.getQueryState(options.queryKey)?.isInvalidated,
    }
  }

  it('reads the data again within 400 ms, each browser at a different moment', async () => {
    const askedAfter = async (chance: number) => {
      vi.spyOn(Math, 'random').mockReturnValue(chance)
      const { hear, asked, leave } = screen(10)
      hear()
      // The forecast message that follows must not make all browsers send requests at the same moment.
      await vi.advanceTimersByTimeAsync(20)
      hear({ ...change, resource: 'forecast' })
      let ms = 20
      for (; asked() === 0 && ms < 2_000; ms += 10) await vi.advanceTimersByTimeAsync(10)
      leave()
      return ms
    }
    const [first, middle, last] = [await askedAfter(0), await askedAfter(0.5), await askedAfter(0.999)]
    expect(first).toBeLessThan(200)
    expect(middle - first).toBeGreaterThan(100)
    expect(last - middle).toBeGreaterThan(100)
    expect(last).toBeLessThan(450)
  })

  it('ignores a change from before the page began to load', async () => {
    const { hear, asked, leave } = screen(10)
    await vi.advanceTimersByTimeAsync(1_000)
    hear({ ...change, agoMs: Math.ceil(performance.now()) + 1 })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked()).toBe(0)
    hear({ ...change, agoMs: 500 })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked()).toBe(1)
    leave()
  })

  it('is at most 0.8 s behind during continuous changes', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999)
    const { hear, asked, leave } = screen(10)
    for (let times = 0; times < 8; times += 1) {
      hear()
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(asked()).toBe(1)
    leave()
  })

  it('lets a pending request finish, and then sends exactly one more for all changes since', async () => {
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

  it('sends a second request when something changes during its first one', async () => {
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

  it('does not repeat a request that was sent after the change', async () => {
    const { hear, asked, queryClient, options, leave } = screen(50)
    hear()
    await vi.advanceTimersByTimeAsync(20)
    void queryClient.refetchQueries({ queryKey: options.queryKey })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked()).toBe(1)
    leave()
  })

  it('stays stale when the reader leaves it during a request that began before the change', async () => {
    const { hear, asked, isStale, leave } = screen(1_000)
    hear()
    await vi.advanceTimersByTimeAsync(200)
    hear()
    leave()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([asked(), isStale()]).toEqual([1, true])
  })

  it('sends no request for its own change or for data that is not on screen', async () => {
    const { hear, asked, leave, isStale } = screen(10)
    hear({ ...change, clientId })
    await vi.advanceTimersByTimeAsync(5_000)
    expect([asked(), isStale()]).toEqual([0, false])
    leave()
    hear()
    await vi.advanceTimersByTimeAsync(5_000)
    expect([asked(), isStale()]).toEqual([0, true])
  })

  it('sends a new request after a gap in the connection without aborting the pending one', async () => {
    const { queryClient, asked, options, wereBrokenOff, shown, leave } = screen(1_000)
    void queryClient.refetchQueries({ queryKey: options.queryKey })
    await vi.advanceTimersByTimeAsync(100)
    refreshTenant(queryClient)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([asked(), wereBrokenOff(), shown()]).toEqual([2, false, 2])
    leave()
  })

  it('does not repeat requests when its socket opens, if it read within the time for which the server knows all changes', async () => {
    const { queryClient, asked, leave } = screen(10)
    queryClient.setQueryData(tenantKey('projects', 'long ago'), 'read', { updatedAt: Date.now() - 50_000 })
    refreshTenant(queryClient, 60_000)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked()).toBe(0)
    expect(queryClient.getQueryState(tenantKey('projects', 'long ago'))?.isInvalidated).toBe(true)
    // The server has just started to listen and does not know earlier changes.
    refreshTenant(queryClient, 900)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked()).toBe(1)
    leave()
  })
})

describe('live messages about a run', () => {
  const announce = (runId: string, status: 'Running' | 'Succeeded') =>
    applyEvent(new QueryClient(), { type: 'run', run: { runId, status, startedBy: 'Dana' } } as LiveEvent)

  it('update the run until it ends, and older messages that arrive late are ignored', () => {
    openTab({ local: { userId: 'u', currentTenantId: tenantId } })
    announce('r1', 'Running')
    expect(liveState.get().run?.runId).toBe('r1')
    announce('r1', 'Succeeded')
    expect(liveState.get().run).toBeNull()
    announce('r1', 'Running')
    expect(liveState.get().run).toBeNull()
    announce('r2', 'Running')
    expect(liveState.get().run?.runId).toBe('r2')
  })
})
