import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { newServices } from '#server/context.ts'
import { orderedId } from '#server/db/ordered-id.ts'
import { seedContext } from '#server/seed/seed-context.ts'
import { evaluateLateness } from '#server/services/projects/notify-of-lateness.ts'
import { type Recorder, writeTenant } from '#server/services/records/write-tenant.ts'
import { buildTenant } from '../builders/build-tenant.ts'
import { type Actor, buildUser } from '../builders/build-user.ts'
import { runTestShop } from '../run-test-shop.ts'
import { liveOrigin, liveTicket, serveLive } from '../serve-live.ts'
import { openTestDatabase } from '../test-database.ts'

/**
 * 500 open sockets of one organization: how long 20 changes, and 20 notifications to everyone, take from the write to each browser (target:
 * all delivered, p99 below 250 ms, below 400 MB); then how long it takes to compute the lateness of an organization with 1,000 projects.
 */
const say = (line: string) => process.stdout.write(`${line}\n`)
const users = 50
const socketsPerUser = 10
const rounds = 20

const database = await openTestDatabase()
const app = newServices({ db: database.db, now: () => new Date() })
const { http, live, port } = await serveLive(app)

const tenant = await buildTenant(app)
const people: Actor[] = []
for (let n = 0; n < users; n++) people.push(await buildUser(app, { memberOf: [{ tenantId: tenant.tenantId }] }))

/** Latencies in ms of the current broadcast, which the marker identifies. */
let latencies: number[] = []
const sentAtMs = new Map<string, number>()

const open = async (actor: Actor): Promise<WebSocket> => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live?token=${await liveTicket(app, actor)}`, {
    origin: liveOrigin,
  })
  socket.on('message', (data) => {
    const text = String(data)
    const marker = [...sentAtMs.keys()].findLast((sent) => text.includes(sent))
    const at = marker === undefined ? undefined : sentAtMs.get(marker)
    if (at !== undefined) latencies.push(performance.now() - at)
  })
  await once(socket, 'open')
  return socket
}

const sockets: WebSocket[] = []
for (const person of people) {
  sockets.push(...(await Promise.all(Array.from({ length: socketsPerUser }, () => open(person)))))
}

const ctx = seedContext(app, tenant.tenantId)
const measure = async (name: string, report: (record: Recorder, marker: string) => void): Promise<void> => {
  latencies = []
  for (let round = 0; round < rounds; round++) {
    const marker = orderedId()
    sentAtMs.set(marker, performance.now())
    await writeTenant(ctx, async ({ record }) => report(record, marker))
    await setTimeout(50)
  }
  await setTimeout(1_000)
  const sorted = latencies.toSorted((a, b) => a - b)
  const expected = rounds * sockets.length
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  say(
    `${name}: ${sorted.length} of ${expected} delivered, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(0.9999)} ms, ` +
      `${Math.round(process.memoryUsage().rss / 1_048_576)} MB with all clients in this process`,
  )
  if (sorted.length !== expected) process.exitCode = 1
}

await measure('changes', (record, marker) => record.changed('projects', { id: marker }))
await measure('notifications', (record, marker) =>
  record.note({
    id: orderedId(),
    to: { users: people.map(({ userId }) => userId) },
    cause: { code: 'note', fromUserId: ctx.userId, fromName: 'Bench' },
    type: 'info',
    category: 'User',
    priority: 'low',
    title: marker,
    message: '',
    actions: [],
  }),
)

for (const socket of sockets) socket.terminate()
const shop = await runTestShop(app, { projects: 1_000, operations: 20 })
for (const round of ['first', 'second']) {
  await writeTenant(shop, async ({ record }) => record.planSwitched('whole'))
  const startedAtMs = performance.now()
  await evaluateLateness(shop)
  say(`lateness of 1,000 projects x 20 operations, ${round} time: ${Math.round(performance.now() - startedAtMs)} ms`)
}
await live.close()
http.close()
await database.close()
