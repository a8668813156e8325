import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket as NodeSocket } from 'ws'
import type { Notification } from '#contract/notifications.ts'
import { seededRandom } from '#domain/scheduling/core/seeded-random.ts'
import { valueAt } from '#domain/value-at.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { type FaultProxy, startFaultProxy } from '#testing/fault-proxy.ts'
import { sendNoteAs } from '#testing/send-note-as.ts'
import { liveOrigin, serveLive } from '#testing/serve-live.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { openTab, storedFor, type TestBrowser, useServer } from '#testing/web-harness.ts'
import { newId } from '#web/api/client-id.ts'
import { notificationsKey, notificationsQuery } from '#web/api/notifications/notifications.queries.ts'
import { onArrival } from '#web/stores/notifications.ts'
import { liveState } from './live-state.ts'
import { notes } from './notes.ts'
import { startLive } from './start-live.ts'

/** The full test uses 1,000: NOTIFICATION_EVENTS=1000. */
const events = Number(process.env.NOTIFICATION_EVENTS ?? 40)
/** Fewer than the 100 notifications that the server stores, so that each must be in the list when its round ends. */
const perRound = 20
const perFault = 4

let server: TestServer
let tenant: TestTenant
let colleague: Actor
let stranger: TestTenant
let browser: TestBrowser
let live: Awaited<ReturnType<typeof serveLive>>
let proxy: FaultProxy

const serve = async () => {
  live = await serveLive(server.services)
  proxy = await startFaultProxy(live.port)
}
const stopServing = async () => {
  await live.live.close()
  live.http.close()
  await proxy.close()
}

beforeAll(async () => {
  server = await startServer()
  tenant = await server.newTenant()
  colleague = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] })
  stranger = await server.newTenant()
  browser = useServer(server.app, tenant.planner)
  openTab(storedFor(tenant.planner, tenant))
  await serve()
  globalThis.WebSocket = class extends NodeSocket {
    constructor(address: string | URL) {
      super(`ws://127.0.0.1:${proxy.port}/api/live${new URL(address).search}`, { origin: liveOrigin })
    }
  } as unknown as typeof WebSocket
})
afterAll(async () => {
  await stopServing()
  await server.close()
})

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Faults between browser and server. Each function starts one and returns the function that ends it. */
const faults: Readonly<Record<string, () => (() => unknown) | Promise<() => unknown>>> = {
  'every connection is cut': () => {
    proxy.resetAll()
    return () => null
  },
  'every connection is refused': () => {
    proxy.setRefusing(true)
    return () => proxy.setRefusing(false)
  },
  'data gets lost on the way': () => {
    proxy.setBlackhole(true)
    return () => proxy.setBlackhole(false)
  },
  'data is late': () => {
    proxy.setLatencyMs(120)
    return () => proxy.setLatencyMs(0)
  },
  'no call arrives': () => {
    browser.interfere(() => {
      throw new TypeError('Failed to fetch')
    })
    return () => browser.interfere(() => null)
  },
  'every answer gets lost': () => {
    browser.alter(() => ({ status: 502, body: '<html>Bad gateway</html>' }))
    return () => browser.alter(() => null)
  },
  'the server of the sockets starts again': async () => {
    await stopServing()
    return serve
  },
}

const listOf = async (actor: Actor): Promise<string[]> =>
  ((await server.as(actor).get('/notifications')).body as Notification[]).map(({ title }) => title)

it(`of ${events} notes during faults of every kind, the browser loses none, shows none twice, shows none of other people, and announces each new one once`, {
  timeout: 120_000 + events * 2_000,
}, async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const random = seededRandom(7)
  const client = new QueryClient()
  const endReading = new QueryObserver(client, notificationsQuery()).subscribe(() => undefined)
  const shown: string[] = []
  const endListening = onArrival(({ title }) => void shown.push(title))
  const endLive = startLive(client, () => undefined)
  const held = () => (client.getQueryData<Notification[]>(notificationsKey()) ?? []).map(({ title }) => title)
  const expected: string[] = []
  // Notifications in the first list are not announced.
  await expect.poll(() => [liveState.get().state, client.isFetching()]).toEqual(['open', 0])

  /** Every fifth note goes to each kind of reader, and one is written in the browser. */
  const writers = [
    async (title: string) => {
      expected.push(title)
      await sendNoteAs(server, tenant.admin, { title, to: null })
    },
    async (title: string) => {
      expected.push(title)
      await sendNoteAs(server, tenant.admin, { title, to: tenant.planner.userId })
    },
    (title: string) => sendNoteAs(server, tenant.admin, { title: `private ${title}`, to: colleague.userId }),
    (title: string) => sendNoteAs(server, stranger.admin, { title: `foreign ${title}`, to: null }),
    async (title: string) => {
      const id = newId()
      expect(notes.add({ id, to: tenant.admin.userId, title: `own ${title}`, message: '', priority: 'medium' })).toBe(
        true,
      )
    },
  ]

  for (let done = 0; done < events; done += perRound) {
    const own: string[] = []
    const writeNext = async (event: number) => {
      // The server accepts at most 120 notes per minute from one person.
      server.clock.advance(1_000)
      await valueAt(writers, event % writers.length)(`${event}`)
      if (event % writers.length === writers.length - 1) own.push(`own ${event}`)
      await wait(random() * 30)
    }
    for (let event = done; event < done + perRound; event += perFault) {
      const kinds = Object.values(faults)
      const end = await valueAt(kinds, Math.floor(random() * kinds.length))()
      await writeNext(event)
      await writeNext(event + 1)
      await end()
      dispatchEvent(new Event('online'))
      // The next notes arrive before, during and after reconnecting.
      await wait(random() * 300)
      await writeNext(event + 2)
      await writeNext(event + 3)
    }
    await expect
      .poll(() => [...shown].sort(), { timeout: 60_000, message: `shown after ${done + perRound}` })
      .toEqual([...expected].sort())
    await expect.poll(() => notes.entries.get(), { timeout: 60_000 }).toEqual([])
    await expect.poll(held, { timeout: 60_000 }).toEqual(await listOf(tenant.planner))
    expect((await listOf(tenant.admin)).filter((title) => own.includes(title)).sort()).toEqual(own.sort())
  }
  // Long enough for everything that is still in transit.
  await wait(300)
  expect([...shown].sort()).toEqual([...expected].sort())
  endLive()
  endListening()
  endReading()
})

it('a note that the server could not accept is sent again when the network is back', async () => {
  const endLive = startLive(new QueryClient(), () => undefined)
  await expect.poll(() => liveState.get().state).toBe('open')
  server.clock.advance(120_000)
  for (let n = 0; n <= 120; n += 1) {
    await sendNoteAs(server, tenant.planner, { title: `many ${n}` }).catch((error: unknown) => {
      expect(error).toMatchObject({ status: 429 })
    })
  }
  notes.add({ id: newId(), to: null, title: 'too many', message: '', priority: 'medium' })
  await notes.sendNow()
  expect(notes.entries.get()).toMatchObject([{ title: 'too many' }])
  server.clock.advance(120_000)
  dispatchEvent(new Event('online'))
  await expect.poll(() => notes.entries.get()).toEqual([])
  expect(await listOf(tenant.admin)).toContain('too many')
  endLive()
})
