import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '#testing/server-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const ask = (actor: Parameters<TestServer['as']>[0], reason = 'To keep the shifts') =>
  server.as(actor).post('/access-requests', { reason })

describe('a request for admin rights', () => {
  it('can be open once per person, and granting it ends the sessions of the person and writes history', async () => {
    const { tenantId, admin, planner } = await server.newTenant()
    const asked = await ask(planner)
    expect(asked).toMatchObject({ status: 201, body: { status: 'Open', userName: planner.name } })
    expect((await ask(planner)).body.error).toBe('You already have an open request.')
    expect((await ask(admin)).body.error).toBe('You already have admin rights.')
    expect((await ask(planner, '  ')).status).toBe(400)
    const seen = (await server.as(admin).get('/access-requests')).body
    expect(seen.requests).toHaveLength(1)
    expect(seen.holders.map(({ access }: { access: string }) => access).sort()).toEqual(['admin', 'plan'])
    const path = `/access-requests/${asked.body.requestId}`
    const granted = await server.as(admin).post(`${path}/grant`, { note: 'Welcome' })
    expect(granted).toMatchObject({ status: 200, body: { status: 'Granted', decidedBy: admin.name, note: 'Welcome' } })
    expect((await server.as(admin).post(`${path}/refuse`, {})).status).toBe(422)
    expect((await server.as(planner).get('/users/me')).status).toBe(401)
    const [entry] = (await server.as(admin).get('/admin/history')).body.entries
    expect(entry).toMatchObject({
      userName: admin.name,
      entityId: planner.userId,
      changes: [
        { field: 'adminRequest', from: 'Open', to: 'Granted' },
        { field: 'access', from: 'plan', to: 'admin' },
      ],
    })
    const again = await server.newUser({ memberOf: [{ tenantId }] })
    const holders = (await server.as(again).get('/access-requests')).body
    expect(holders.requests).toEqual([])
    expect(holders.holders.find(({ userId }: { userId: string }) => userId === planner.userId).access).toBe('admin')
  })

  it('can be made again after a refusal', async () => {
    const { admin, planner } = await server.newTenant()
    const { requestId } = (await ask(planner)).body
    await server.as(admin).post(`/access-requests/${requestId}/refuse`, { note: 'Not now' })
    expect((await server.as(planner).get('/access-requests')).body.requests).toMatchObject([
      { status: 'Refused', note: 'Not now' },
    ])
    expect((await ask(planner)).status).toBe(201)
  })

  it('can be withdrawn only by the requester', async () => {
    const { admin, planner } = await server.newTenant()
    const path = `/access-requests/${(await ask(planner)).body.requestId}`
    expect((await server.as(admin).post(`${path}/withdraw`, {})).status).toBe(404)
    const withdrawn = await server.as(planner).post(`${path}/withdraw`, {})
    expect(withdrawn).toMatchObject({ status: 200, body: { status: 'Withdrawn', decidedBy: planner.name } })
    expect((await server.as(planner).post(`${path}/withdraw`, {})).status).toBe(422)
    expect((await server.as(admin).post(`${path}/grant`, {})).status).toBe(422)
    expect((await ask(planner)).status).toBe(201)
  })

  it('is stored once when one person sends it several times at the same moment', async () => {
    const { planner } = await server.newTenant()
    const answers = await Promise.all([ask(planner), ask(planner), ask(planner)])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.every(({ status }) => [201, 409, 422].includes(status))).toBe(true)
  })
})
