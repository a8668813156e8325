import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import { type ActorName, buildActor } from '#testing/role-matrix/actors.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'

let server: TestServer
let tenant: TestTenant
let exceptionId: string
let proposalId: string
let changeId: string

const overtime = {
  kind: 'overtime',
  name: 'Rush',
  startsAt: '2026-12-05T08:00:00Z',
  endsAt: '2026-12-05T12:00:00Z',
}
const reason = 'Only admins of this organization can change overtime, downtime and capacity.'

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** An organization with overtime that an admin entered, and a proposal of more. */
beforeEach(async () => {
  tenant = await server.newTenant()
  const admin = server.as(tenant.admin)
  exceptionId = (await admin.post('/calendar-exceptions', overtime)).body.exceptionId
  changeId = (await admin.get('/changes')).body[0].changeId
  const exception = { ...overtime, startsAt: '2026-12-12T08:00:00Z', endsAt: '2026-12-12T12:00:00Z' }
  const changes = [{ kind: 'exception', exceptionId: null, exception }]
  proposalId = (await admin.post('/proposals', { changes, method: 'keepSequence' })).body.proposalId
})

const allow = (plannersChangeWorkingTime: boolean) =>
  server.as(tenant.admin).put('/organisation', { plannersChangeWorkingTime })

/** The version of the proposal; the other calls know none. */
const seen = { 'If-Match': '1' }
const calls = {
  'entering overtime': () => ['POST', '/calendar-exceptions', overtime] as const,
  'removing overtime': () => ['DELETE', `/calendar-exceptions/${exceptionId}`] as const,
  'applying a proposal with overtime': () => ['POST', `/proposals/${proposalId}/apply`, {}] as const,
  'undoing that overtime was entered': () => ['POST', `/changes/${changeId}/undo`] as const,
}
const actors: readonly [ActorName, boolean][] = [
  ['user', false],
  ['planToken', false],
  ['admin', true],
  ['superInTenant', true],
]

describe.each(Object.entries(calls))('%s', (_, callOf) => {
  it.each(actors)('is left to admins where the organization says so: %s, %s', async (name, ok) => {
    const actor = server.as(await buildActor(server.services, name, tenant.tenantId, tenant.tenantId))
    await allow(false)
    const [method, path, body] = callOf()
    const answer = await actor.call(method, path, body, seen)
    expect(answer.status < 300).toBe(ok)
    if (ok) return
    expect(answer.status).toBe(403)
    expect(answer.body.error).toMatch(/^Only admins of this organization can (undo this change|change overtime)/)
    // Nothing was changed, and as soon as the organization allows it again, the same call works.
    await allow(true)
    expect((await actor.call(method, path, body, seen)).status).toBeLessThan(300)
  })
})

describe('the setting "Planners may change working time"', () => {
  it('is on in a new organization, belongs to admins, and stands in history', async () => {
    const { admin, planner } = { admin: server.as(tenant.admin), planner: server.as(tenant.planner) }
    expect((await planner.get('/organisation')).body).toMatchObject({ plannersChangeWorkingTime: true })
    expect((await planner.put('/organisation', { plannersChangeWorkingTime: false })).status).toBe(403)
    await allow(false)
    expect((await planner.post('/calendar-exceptions', overtime)).body.error).toBe(reason)
    const [newest] = (await admin.get('/history?entity=organisation')).body.entries
    expect(newest.changes).toEqual([{ field: 'plannersChangeWorkingTime', from: true, to: false }])
  })

  it('says in the list of changes whether the reader may undo overtime', async () => {
    const mayUndo = async () => {
      const { body } = await server.as(tenant.planner).get('/changes')
      return body.find((change: { changeId: string }) => change.changeId === changeId).canUndo
    }
    expect(await mayUndo()).toBe(true)
    await allow(false)
    expect(await mayUndo()).toBe(false)
  })
})
