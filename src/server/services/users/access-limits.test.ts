import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCategory } from '#testing/builders/build-category.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** An organization with a work center and a planner who is limited to it. */
const limitedPlanner = async () => {
  const tenant = await server.newTenant()
  const { categoryId } = await buildCategory(await server.contextOf(tenant.admin), { name: 'Weld' })
  const workCenterIds = [categoryId]
  const planner = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId, access: 'plan', workCenterIds }] })
  const admin = server.as(tenant.admin)
  return { ...tenant, admin, planner, workCenterIds, path: `/users/${planner.userId}` }
}

describe('the limit to some work centers', () => {
  it('a planner who gets another access loses the limit, and does not get it back with the right to plan', async () => {
    const { admin, path, workCenterIds } = await limitedPlanner()
    expect((await admin.put(path, { role: 'Foreman' })).body).toMatchObject({ access: 'plan', workCenterIds })
    expect((await admin.put(path, { access: 'report' })).body).toMatchObject({ access: 'report', workCenterIds: null })
    const [entry] = (await admin.get('/admin/history')).body.entries
    expect(entry.changes).toEqual([
      { field: 'access', from: 'plan', to: 'report' },
      { field: 'workCenterIds', from: workCenterIds, to: null },
    ])
    expect((await admin.put(path, { workCenterIds })).body.workCenterIds).toBeNull()
    expect((await admin.put(path, { access: 'plan' })).body).toMatchObject({ access: 'plan', workCenterIds: null })
  })

  it('an invitation stores it only with the right to plan', async () => {
    const { admin, workCenterIds } = await limitedPlanner()
    const invite = (access: string) =>
      admin.post('/users', { email: `${access}@example.com`, name: access, access, workCenterIds })
    expect((await invite('view')).body).toMatchObject({ access: 'view', workCenterIds: null })
    const { body: planner } = await invite('plan')
    expect(planner).toMatchObject({ access: 'plan', workCenterIds })
    const changed = await admin.put(`/users/${planner.id}`, { access: 'report' })
    expect(changed.body).toMatchObject({ access: 'report', workCenterIds: null })
  })

  it('an admin limits members and invited people to work centers of the own organization only', async () => {
    const { admin, path, workCenterIds } = await limitedPlanner()
    const [theirs] = (await limitedPlanner()).workCenterIds
    const refused = (answer: { status: number; body: unknown }) =>
      expect(answer).toMatchObject({
        status: 400,
        body: {
          problems: [
            {
              path: 'workCenterIds',
              message: 'A chosen work center is not in this organization any more. Choose the work centers again.',
            },
          ],
        },
      })
    const invited = { email: 'new@example.com', name: 'New', access: 'plan' }
    for (const id of [theirs, randomUUID()]) {
      const limit = { workCenterIds: [...workCenterIds, id] }
      refused(await admin.put(path, limit))
      refused(await admin.post('/users', { ...invited, ...limit }))
    }
    expect((await admin.get('/users')).body.filter(({ email }: { email: string }) => email === invited.email)).toEqual(
      [],
    )
    const { body } = await admin.post('/users', { ...invited, workCenterIds })
    refused(await admin.put(`/users/${body.id}`, { workCenterIds: [theirs] }))
    expect((await admin.put(path, { name: 'Kim', workCenterIds })).body).toMatchObject({ name: 'Kim', workCenterIds })
  })

  it('a work center that was removed since does not keep the admin from changing the member', async () => {
    const { admin, path, workCenterIds } = await limitedPlanner()
    expect((await admin.delete(`/categories/${workCenterIds[0]}`)).status).toBeLessThan(300)
    expect((await admin.put(path, { role: 'Foreman', workCenterIds })).status).toBe(200)
  })

  it('the audit log exports accesses and work centers in words', async () => {
    const { admin, path } = await limitedPlanner()
    await admin.put(path, { access: 'report' })
    const { text } = await admin.get('/admin/history/export')
    expect(text).toContain('"access","Planner","Reporter"')
    expect(text).toContain('"workCenterIds","Weld","all"')
  })

  it('a change of the limit leaves the sessions of the planner open and holds for their next request', async () => {
    const { admin, planner, path, workCenterIds } = await limitedPlanner()
    const mine = async () => (await server.as(planner).get('/auth/validate')).body
    expect(await mine()).toMatchObject({ isValid: true, workCenterIds })
    expect((await admin.put(path, { workCenterIds: null })).status).toBe(200)
    expect(await mine()).toMatchObject({ isValid: true, access: 'plan', workCenterIds: null })
  })

  it('super admins see the limit among the members of the organization', async () => {
    const { tenantId, planner, workCenterIds } = await limitedPlanner()
    const root = await server.newUser({ isSuperAdmin: true })
    const { body: members } = await server.as(root).get(`/tenants/${tenantId}/members`)
    expect(members).toContainEqual(expect.objectContaining({ userId: planner.userId, access: 'plan', workCenterIds }))
  })

  it('the access of an admin, once granted on request, has no limit', async () => {
    const { admin, planner, path } = await limitedPlanner()
    const asked = await server.as(planner).post('/access-requests', { reason: 'I keep the shifts', access: 'admin' })
    expect((await admin.post(`/access-requests/${asked.body.requestId}/grant`, {})).status).toBe(200)
    expect((await admin.get(path)).body).toMatchObject({ access: 'admin', workCenterIds: null })
  })
})

describe('granting a request', () => {
  it('history tells no change of access when the person has a higher one by then', async () => {
    const { tenantId, admin } = await server.newTenant()
    const viewer = await server.newUser({ memberOf: [{ tenantId, access: 'view' }] })
    const asked = await server.as(viewer).post('/access-requests', { reason: 'I report', access: 'report' })
    await server.as(admin).put(`/users/${viewer.userId}`, { access: 'plan' })
    expect((await server.as(admin).post(`/access-requests/${asked.body.requestId}/grant`, {})).status).toBe(200)
    const [entry] = (await server.as(admin).get('/admin/history')).body.entries
    expect(entry.changes).toEqual([{ field: 'adminRequest', from: 'Open', to: 'Granted' }])
    expect((await server.as(admin).get(`/users/${viewer.userId}`)).body.access).toBe('plan')
  })
})
