// @module-tag bothEngines
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { LiveEvent, type LiveMessage } from '#contract/live-events.ts'
import { aNote } from '#testing/builders/a-note.ts'
import { buildTenant } from '#testing/builders/build-tenant.ts'
import { type Actor, buildUser } from '#testing/builders/build-user.ts'
import { liveOrigin, liveTicket, serveLive, until } from '#testing/serve-live.ts'
import { openTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { type AppServices, newServices, type TenantContext } from '../context.ts'
import { Random } from '../seed/random.ts'
import { seedContext } from '../seed/seed-context.ts'
import { listNotifications } from '../services/notifications/my-notifications.ts'
import { writeTenant } from '../services/records/write-tenant.ts'

let database: TestDatabase
let app: AppServices
/** Server processes of one product: they share only the database. */
const servers: Awaited<ReturnType<typeof serveLive>>[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  app = newServices({ db: database.db, now: () => new Date() })
  for (let process = 0; process < 2; process++) servers.push(await serveLive(app, { presenceEveryMs: 20 }))
})
afterAll(async () => {
  for (const { http, live } of servers) {
    await live.close()
    http.close()
  }
  await database.close()
})

interface Browser {
  readonly socket: WebSocket
  readonly events: LiveEvent[]
  say(message: LiveMessage | object): void
}

const open = async (actor: Actor, server = 0): Promise<Browser> => {
  const socket = new WebSocket(
    `ws://127.0.0.1:${servers[server]?.port}/api/live?token=${await liveTicket(app, actor)}`,
    {
      origin: liveOrigin,
    },
  )
  const events: LiveEvent[] = []
  socket.on('message', (data) => {
    const event = LiveEvent.parse(JSON.parse(String(data)))
    if (event.type !== 'hello') events.push(event)
  })
  await once(socket, 'open')
  return { socket, events, say: (message) => socket.send(JSON.stringify(message)) }
}

const namesAt = ({ events }: Browser) =>
  events.findLast((event) => event.type === 'presence')?.people.map(({ name, screen }) => `${name} ${screen}`)

describe('presence', () => {
  it('is shown to the organization on every server, follows people between screens, and drops people who leave or hide', async () => {
    const [tenant, stranger] = [await buildTenant(app), await buildTenant(app)]
    const [admin, planner, other] = [
      await open(tenant.admin),
      await open(tenant.planner, 1),
      await open(stranger.admin),
    ]
    const projectId = '11111111-1111-4111-8111-111111111111'
    admin.say({ type: 'presence', projectId, screen: 'project', clientId: 'tab-1' })
    await until(() => namesAt(planner)?.length === 1)
    expect(planner.events.findLast((event) => event.type === 'presence')?.people).toEqual([
      { userId: tenant.admin.userId, name: tenant.admin.name, clientId: 'tab-1', projectId, screen: 'project' },
    ])
    expect(admin.events[0]).toEqual({ type: 'heard', id: null, error: null })
    admin.say({ type: 'presence', projectId: null, screen: 'schedule' })
    await until(() => namesAt(planner)?.[0] === `${tenant.admin.name} schedule`)
    const late = await open(tenant.planner)
    await until(() => namesAt(late)?.length === 1)
    await app.db.withSystem((tx) =>
      tx.execute(
        `update users set settings = '{"privacy": {"twoFactorAuth": false, "showStatus": false}}' where user_id = '${tenant.planner.userId}'`,
      ),
    )
    planner.say({ type: 'presence', projectId: null, screen: 'kanban' })
    admin.socket.terminate()
    await until(() => namesAt(late)?.length === 0)
    expect(late.events.some((event) => event.type === 'presence' && event.people.length > 1)).toBe(false)
    expect(other.events).toEqual([])
    for (const { socket } of [planner, other, late]) socket.terminate()
  })

  it('ignores unknown and malformed messages', async () => {
    const { planner } = await buildTenant(app)
    const browser = await open(planner)
    const nonsense = [{}, { type: 'dance' }, { type: 'presence', screen: 'attic' }, [], null, { type: 'notification' }]
    for (const message of nonsense) browser.say(message as object)
    browser.socket.send('{"type":')
    browser.socket.send(Buffer.from([1, 2, 3]))
    browser.say({ Type: 'presence', Project_Id: null, Screen: 'other' })
    await until(() => browser.events.length > 0)
    expect(browser.events).toEqual([{ type: 'heard', id: null, error: null }])
    browser.socket.terminate()
  })
})

describe('notifications', () => {
  it('sent over the socket reach only their recipient, once, and are acknowledged', async () => {
    const tenant = await buildTenant(app)
    const third = await buildUser(app, { memberOf: [{ tenantId: tenant.tenantId }] })
    const [admin, planner, bystander] = [await open(tenant.admin), await open(tenant.planner, 1), await open(third)]
    const data = { id: 'note-1', to: tenant.planner.userId, title: 'Crane', message: 'x'.repeat(2_000) }
    for (let twice = 0; twice < 2; twice++) admin.say({ type: 'notification', data })
    admin.say({ type: 'notification', data: { id: 'note-2', to: crypto.randomUUID(), title: 'Nobody' } })
    await until(() => admin.events.length >= 3 && planner.events.length > 0)
    expect(admin.events).toHaveLength(3)
    expect(admin.events).toContainEqual({ type: 'heard', id: 'note-2', error: 'Some fields need attention.' })
    expect(admin.events.filter((event) => event.type === 'heard' && event.error === null)).toHaveLength(2)
    expect(planner.events).toMatchObject([{ type: 'notification', data: { title: 'Crane', read: false } }])
    // A notification that is too long for a message of the database: the browser is told to fetch it.
    const long = { label: 'Go', action: `/${'語'.repeat(499)}` }
    const large = { title: 'Long', to: tenant.planner.userId, message: '語'.repeat(2_000), actions: [long, long] }
    admin.say({ type: 'notification', data: large })
    await until(() => planner.events.length > 1)
    expect(planner.events[1]).toMatchObject({ type: 'changed', resource: 'notifications', items: [] })
    expect(bystander.events).toEqual([])
    for (const { socket } of [admin, planner, bystander]) socket.terminate()
  })

  it('survive random disconnects: 1,000 of them are shown once each, and none of another organization', async () => {
    const [tenant, stranger] = [await buildTenant(app), await buildTenant(app)]
    const random = new Random(7)
    const mine = { ...seedContext(app, tenant.tenantId), userId: tenant.planner.userId } as TenantContext
    const shown = new Map<string, string>()
    let lastId: string | undefined
    const show = (id: string, title: string) => {
      shown.set(id, title)
      if (lastId === undefined || id > lastId) lastId = id
    }
    let browser: Browser | null = null
    const connect = async () => {
      browser = await open(tenant.planner, random.integer(0, 1))
      browser.socket.on('message', (data) => {
        const event = LiveEvent.parse(JSON.parse(String(data)))
        if (event.type === 'notification') show(event.data.id, event.data.title)
      })
      for (const { id, title } of await listNotifications(mine, { after: lastId })) show(id, title)
    }
    const write = (tenantId: string, titles: readonly string[]) => {
      const ctx = seedContext(app, tenantId)
      return writeTenant(ctx, async ({ record }) => {
        for (const title of titles) record.note(aNote(ctx, title))
      })
    }
    await connect()
    for (let round = 0; round < 100; round++) {
      if (browser === null) {
        if (round % 3 === 0) await connect()
      } else if (random.integer(0, 3) === 0) {
        ;(browser as Browser).socket.terminate()
        browser = null
      }
      await write(
        tenant.tenantId,
        Array.from({ length: 10 }, (_, n) => `mine ${round * 10 + n}`),
      )
      if (round % 20 === 0) await write(stranger.tenantId, [`foreign ${round}`])
    }
    if (browser === null) await connect()
    await until(() => shown.size === 1_000)
    expect([...shown.values()].sort()).toEqual(Array.from({ length: 1_000 }, (_, n) => `mine ${n}`).sort())
    ;(browser as Browser | null)?.socket.terminate()
  })
})
