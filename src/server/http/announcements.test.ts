import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/registry.ts'
import { actorNames, actorPassword, buildActor } from '#testing/role-matrix/actors.ts'
import { ask } from '#testing/role-matrix/ask.ts'
import { expectations } from '#testing/role-matrix/expectations.ts'
import { requests } from '#testing/role-matrix/requests.ts'
import { buildWorld, type World } from '#testing/role-matrix/world.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import { notify } from '../db/notify.ts'
import { users } from '../db/tables/users.table.ts'
import { hashPassword } from '../services/credentials/password-hash.ts'
import { personalChannel } from '../services/records/announce-notifications.ts'
import { changesChannel } from '../services/records/store-history.ts'
import { sessionsChannel } from '../services/sessions/sessions.ts'

/** Calls that other browsers need not hear about, each with the reason. */
const silent: Readonly<Record<string, string>> = {
  postPasswordReset: 'a link for one person',
  postSecondFactor: 'a secret for one person, not yet in use',
  postWebhook: 'the list is read when it is shown',
  deleteWebhook: 'the list is read when it is shown',
  postFloorDevice: 'the list is read when it is shown',
  postFloorDeviceCode: 'the list is read when it is shown',
  deleteFloorDevice: 'the list is read when it is shown',
  postWorker: 'the list is read when it is shown',
  putWorker: 'the list is read when it is shown',
  deleteWorker: 'the list is read when it is shown',
  postFloorSignOut: 'the list is read when it is shown',
  testWebhook: 'the sender hears of it on a channel of its own',
  postApiToken: 'a token for one person',
  postCalendarFeed: 'an address for one person',
  postStatusLink: 'the list is read when it is shown',
  deleteStatusLink: 'the list is read when it is shown',
  postNotificationToken: 'a token for this browser',
  postNotificationTicket: 'a ticket for this browser',
  previewMove: 'stores nothing',
  listOwnOperations: 'stores nothing',
  askMovesEffect: 'stores nothing',
  askPromiseDate: 'stores nothing',
  askPromiseOdds: 'stores nothing',
  importHolidays: 'a dry run',
  readImport: 'stores nothing',
  previewImport: 'stores nothing',
  previewSettingsImport: 'stores nothing',
  exportProjects: 'stores nothing',
  putSourceFile: 'the run of the file is announced when it ends',
  endRunSearch: 'the run itself says when it has ended',
}

/** Calls whose request finds nothing to change in this test; the tests of their services cover them. */
const idle: Readonly<Record<string, string>> = {
  deleteUserSessions: 'the user has no session',
  deleteMySession: 'there is no such session',
  deleteApiToken: 'the token is of somebody else',
  postSecondFactorConfirmation: 'the code is wrong',
  postRecoveryCodes: 'there is no second factor',
  postSecondFactorOff: 'there is no second factor',
  deleteCalendarFeed: 'the feed is of somebody else',
  deleteMyOtherSessions: 'there is no other session',
  reorderOperations: 'there is one operation',
  putCategoryOrder: 'the order is as it was',
  unsnoozeOperations: 'nothing is snoozed',
  revertRun: 'the run has not ended',
  redoChange: 'the change was not undone',
  withdrawAccessRequest: 'the request is of somebody else',
  readSourceSample: 'there is no place from which a file could be read',
  postMcp: 'only API tokens open it',
  undoLast: 'nothing to undo',
  redoLast: 'nothing to redo',
}

let server: TestServer
let world: World
let heard: string[] = []
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  server = await startServer()
  world = await buildWorld(server)
  const passwordHash = await hashPassword(actorPassword)
  await server.services.db.withSystem((tx) => tx.update(users).set({ passwordHash }))
  for (const channel of [changesChannel, personalChannel, sessionsChannel]) {
    stops.push(await server.services.db.listen(channel, { onMessage: (payload) => heard.push(payload) }))
  }
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await server.close()
})

/** Messages arrive in the order of their commits, so everything before the marker has arrived with it. */
const everythingHeard = async (): Promise<string[]> => {
  const marker = `marker-${Math.random()}`
  await server.services.db.withSystem((tx) => notify(tx, sessionsChannel, marker))
  while (!heard.includes(marker)) await new Promise((resolve) => setTimeout(resolve, 2))
  const found = heard.filter((message) => !message.startsWith('marker-'))
  heard = []
  return found
}

const writing = endpoints.filter(({ method, access }) => method !== 'GET' && access !== 'public')

describe('every write is announced to the browsers it concerns', () => {
  it.each(writing.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (name, endpoint) => {
    const isDone = (status: number | undefined) => status !== undefined && status < 300
    const wanted = (['admin', 'user', 'superInTenant', 'plannerOfOne', 'device'] as const).find((candidate) =>
      isDone(expectations.get(name)?.[actorNames.indexOf(candidate)]),
    )
    const actorName = wanted ?? 'admin'
    const actor = await buildActor(server.services, actorName, world.home.tenantId, world.other.tenantId)
    const request = await requests[name]?.(world)
    if (!actor || !request) throw new Error(`No request named ${name}`)
    await everythingHeard()
    let answer = await ask(world, actor, endpoint, request)
    if (endpoint.access === 'notificationToken') {
      const { body } = await server.as(actor).post('/auth/notification-token')
      answer = await ask(world, null, endpoint, request, { authorization: `Bearer ${body.token}` })
    }
    const messages = await everythingHeard()
    if (name in idle) return expect(messages, idle[name]).toEqual([])
    expect(answer.status, answer.text).toBeLessThan(300)
    if (name in silent) expect(messages, silent[name]).toEqual([])
    else expect(messages.length, 'nobody hears of it').toBeGreaterThan(0)
  })

  it('the lists of exceptions name only calls that exist', () => {
    const names = endpoints.map(({ name }) => name)
    expect(Object.keys({ ...silent, ...idle }).filter((name) => !names.includes(name))).toEqual([])
  })
})
