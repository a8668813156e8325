import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { dayMs } from '#domain/time/units.ts'
import { aNote } from '#testing/builders/a-note.ts'
import { buildChain, buildOperation } from '#testing/builders/build-operation.ts'
import { buildProject } from '#testing/builders/build-project.ts'
import type { TestTenant } from '#testing/builders/build-tenant.ts'
import type { Actor } from '#testing/builders/build-user.ts'
import { startServer, type TestServer } from '#testing/server-harness.ts'
import type { TenantContext } from '../../context.ts'
import { revertRun } from '../changes/revert-run.ts'
import { evaluateLateness, findUnevaluated } from '../projects/notify-of-lateness.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { loadShop } from '../scheduling/load-shop.ts'
import { claimRun } from '../scheduling-runs/claim-run.ts'
import { commitPlan } from '../scheduling-runs/commit-plan.ts'
import { endRun } from '../scheduling-runs/end-run.ts'
import { recoverRuns } from '../scheduling-runs/recover-runs.ts'
import { startRun } from '../scheduling-runs/start-run.ts'

let server: TestServer
let tenant: TestTenant
let admin: TenantContext
let planner: TenantContext
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const fresh = async () => {
  tenant = await server.newTenant({ timeZone: 'America/Chicago' })
  admin = await server.contextOf(tenant.admin)
  planner = await server.contextOf(tenant.planner)
}
const listOf = async (actor: Actor, query = ''): Promise<Notification[]> =>
  (await server.as(actor).get(`/notifications${query}`)).body
const codesOf = async (actor: Actor) => (await listOf(actor)).map(({ cause }) => cause?.code)
const bearerOf = async (actor: Actor) => ({
  authorization: `Bearer ${(await server.as(actor).post('/auth/notification-token')).body.token}`,
})
const inDays = (days: number) => new Date(server.clock.now().getTime() + days * dayMs).toISOString()

describe('a notification', () => {
  it('is written only if its change commits, and each recipient can read and delete their own', async () => {
    await fresh()
    const bystander = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] })
    const failing = writeTenant(admin, async ({ record }) => {
      record.note(aNote(admin, 'Never'))
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await listOf(tenant.planner)).toEqual([])
    await writeTenant(admin, async ({ record }) => {
      for (const title of ['One', 'Two', 'Three']) record.note(aNote(admin, title))
    })
    const [newest] = await listOf(tenant.planner)
    expect((await listOf(tenant.planner)).map(({ title }) => title)).toEqual(['Three', 'Two', 'One'])
    expect(await listOf(tenant.admin)).toEqual([])
    const me = server.as(tenant.planner)
    expect((await me.post(`/notifications/${newest?.id}/read`)).body).toMatchObject({ title: 'Three', read: true })
    const unread = (await server.as(null).get('/notifications/unread', await bearerOf(tenant.planner))).body
    expect(unread.map(({ title }: Notification) => title)).toEqual(['Two', 'One'])
    expect((await me.post('/notifications/read-all')).body).toEqual({ read: 2 })
    expect((await me.delete(`/notifications/${newest?.id}`)).status).toBe(204)
    expect((await me.delete(`/notifications/${newest?.id}`)).status).toBe(404)
    expect((await me.delete('/notifications')).status).toBe(204)
    expect(await listOf(tenant.planner)).toEqual([])
    expect((await listOf(bystander)).map(({ read }) => read)).toEqual([false, false, false])
  })

  it('is listed while it is among the newest 100 of its recipient, and `after` returns all that are newer', async () => {
    await fresh()
    for (const round of [0, 1]) {
      await writeTenant(admin, async ({ record }) => {
        for (let n = 0; n < 60; n++) record.note(aNote(admin, `${round * 60 + n}`))
      })
    }
    const kept = await listOf(tenant.planner)
    expect(kept.map(({ title }) => Number(title))).toEqual(Array.from({ length: 100 }, (_, n) => 119 - n))
    expect((await listOf(tenant.planner, `?after=${kept[40]?.id}`)).slice(0, 40)).toEqual(kept.slice(0, 40))
    const old = `00000000-0000-7${randomUUID().slice(15)}`
    expect(await listOf(tenant.planner, `?after=${old}`)).toHaveLength(100)
    const future = `ffffffff-ffff-7${randomUUID().slice(15)}`
    expect(await listOf(tenant.planner, `?after=${future}`)).toEqual([])
  })

  it('from a colleague is stored once under its id, and reaches only the same organization', async () => {
    await fresh()
    const stranger = await server.newTenant()
    const headers = await bearerOf(tenant.planner)
    const send = (body: object) => server.as(null).post('/notifications', body, headers)
    const body = { id: 'queued-1', title: ' Crane is free ', message: '<b>now</b>', tenantId: stranger.tenantId }
    const [first, second] = [await send(body), await send({ ...body, title: 'Again' })]
    expect(first.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect(await listOf(tenant.admin)).toMatchObject([
      { title: 'Crane is free', message: '<b>now</b>', type: 'info', category: 'User', read: false, subject: null },
    ])
    expect(await listOf(stranger.planner)).toEqual([])
    expect((await send({ title: 'x', to: stranger.planner.userId })).status).toBe(400)
    expect((await send({ title: 'For you', to: tenant.admin.userId })).status).toBe(201)
    for (const wrong of [
      { title: '' },
      { title: 'x'.repeat(201) },
      { title: 'x', message: 'x'.repeat(2_001) },
      { title: 'x', type: 'fatal' },
      { title: 'x', actions: [{ label: 'Go', action: 'javascript:alert(1)' }] },
      { title: 'x', actions: [{ label: 'Go', action: '//evil.example' }] },
    ]) {
      expect((await send(wrong)).status, JSON.stringify(wrong).slice(0, 60)).toBe(400)
    }
    expect((await listOf(tenant.admin)).map(({ title }) => title)).toEqual(['For you', 'Crane is free'])
  })

  it('is not written for people who turned off its category or all notifications', async () => {
    await fresh()
    await server.as(tenant.planner).put('/user/settings', { notificationCategories: { user: false } })
    const other = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] })
    await server.as(other).put('/users/me/preferences', { notifications: false })
    const third = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] })
    await writeTenant(admin, async ({ record }) => record.note(aNote(admin, 'Hello')))
    expect([await listOf(tenant.planner), await listOf(other)]).toEqual([[], []])
    expect(await listOf(third)).toHaveLength(1)
  })
})

describe('a notification about a project', () => {
  const lateProject = async (days: number) => {
    const project = await buildProject(planner, { plannedShipDate: inDays(days) })
    const dates = { scheduledStartDate: inDays(1), scheduledEndDate: inDays(days + 3) }
    const operation = await buildOperation(planner, project.projectId, dates)
    return { project, operation, move: (to: number) => moveTo(operation.operationId, to) }
  }
  const moveTo = async (operationId: string, days: number) => {
    const moves = [{ operationId, scheduledStartDate: inDays(1), scheduledEndDate: inDays(days) }]
    const answer = await server.as(tenant.planner).put('/operations/moves', { moves })
    expect(answer.status, answer.text).toBe(200)
    expect(await findUnevaluated(server.services)).toContain(tenant.tenantId)
    await evaluateLateness(planner)
  }

  it('reports lateness once per change, and is replaced when the project recovers', async () => {
    await fresh()
    const { project, move } = await lateProject(5)
    await evaluateLateness(planner)
    const [first] = await listOf(tenant.admin)
    expect(first).toMatchObject({ type: 'warning', cause: { code: 'projectLate', overdue: false, latenessDays: 3 } })
    expect(first?.actions).toEqual([
      { label: 'View project', variant: 'text', action: `/projects/${project.projectId}` },
    ])
    await move(9)
    await evaluateLateness(planner)
    expect(await listOf(tenant.admin)).toEqual([first])
    await move(2)
    expect(await codesOf(tenant.admin)).toEqual(['projectRecovered'])
    await move(7)
    expect(await codesOf(tenant.admin)).toEqual(['projectLate'])
    expect(await findUnevaluated(server.services)).not.toContain(tenant.tenantId)
    server.clock.advance(6 * dayMs)
    expect(await findUnevaluated(server.services)).toContain(tenant.tenantId)
    // The session has expired by now, so the test calls the service directly.
    await evaluateLateness(planner)
    const { rows } = await admin.app.db.withTenant(admin, (tx) =>
      tx.execute(
        sql`select type, cause ->> 'overdue' as overdue from notifications where user_id = ${tenant.admin.userId}`,
      ),
    )
    expect(rows).toEqual([{ type: 'error', overdue: 'true' }])
  })

  it('is removed when the project is deleted or put on hold, and six late projects give one summary', async () => {
    await fresh()
    const { project } = await lateProject(5)
    await evaluateLateness(planner)
    expect(await codesOf(tenant.admin)).toEqual(['projectLate'])
    await server.as(tenant.admin).delete(`/projects/${project.projectId}`)
    expect(await listOf(tenant.admin)).toEqual([])
    const held = await lateProject(5)
    await evaluateLateness(planner)
    await server.as(tenant.planner).patch(`/projects/${held.project.projectId}`, { currentPhase: 'on_hold' })
    await evaluateLateness(planner)
    expect(await listOf(tenant.admin)).toEqual([])
    for (let n = 0; n < 6; n++) await lateProject(5)
    await evaluateLateness(planner)
    expect((await listOf(tenant.admin)).map(({ title }) => title)).toEqual(['6 projects became late or past due'])
  })

  it('reports a shipment to everybody except the person who shipped the project', async () => {
    await fresh()
    const { projectId } = await buildProject(planner, { projectName: 'Crane', currentPhase: 'complete' })
    const ship = { currentPhase: 'shipped', actualShipDate: inDays(0) }
    expect((await server.as(tenant.planner).patch(`/projects/${projectId}`, ship)).status).toBe(200)
    expect(await codesOf(tenant.admin)).toEqual(['projectShipped'])
    expect(await listOf(tenant.planner)).toEqual([])
  })
})

describe('a notification about an operation', () => {
  it('reports to the people of its project that it can start or moved to another work center', async () => {
    await fresh()
    const { projectId } = await buildProject(planner)
    const [cut, weld] = await buildChain(planner, projectId, ['Cut', 'Weld'])
    const base = `/project-operations/projects/${projectId}/operations`
    const bystander = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId }] })
    const as = server.as(tenant.admin)
    await as.put(`${base}/${weld?.operationId}`, { onHold: true })
    await as.put(`${base}/${weld?.operationId}`, { onHold: false })
    expect(await listOf(tenant.planner)).toEqual([])
    await as.put(`${base}/${cut?.operationId}`, { status: 'Completed' })
    const { body: category } = await as.post('/categories', { name: 'Robot cell' })
    await as.put(`${base}/${weld?.operationId}`, { categoryId: category.categoryId })
    expect((await listOf(tenant.planner)).map(({ title }) => title)).toEqual([
      'Weld moved to Robot cell',
      'Weld can start',
    ])
    for (const operation of [cut, weld]) await as.put(`${base}/${operation?.operationId}`, { notes: 'Long jaws' })
    expect(await codesOf(tenant.planner)).toEqual(['operationAssigned', 'operationUnblocked'])
    await as.put(`${base}/${weld?.operationId}`, { onHold: true })
    expect((await listOf(tenant.planner)).map(({ title }) => title)).toEqual(['Weld moved to Robot cell'])
    expect([await listOf(tenant.admin), await listOf(bystander)]).toEqual([[], []])
  })
})

const claimed = async (input = {}) => {
  await startRun(planner, { projectId: null, ...input })
  const claim = await claimRun(server.services, 'worker')
  if (!claim) throw new Error('Nothing to claim')
  return claim
}
const shop = () => loadShop(planner, planner.app.now().getTime())

describe('a notification about a run', () => {
  it('reports a finished run to its starter and to the other planners', async () => {
    await fresh()
    const claim = await claimed()
    await commitPlan(planner, claim, await shop(), {
      changedOperations: 4,
      lateProjects: 1,
      lateProjectsBefore: 2,
    })
    for (const actor of [tenant.planner, tenant.admin]) {
      expect(await listOf(actor)).toMatchObject([
        {
          type: 'success',
          category: 'Schedule',
          cause: { code: 'runFinished', changedOperations: 4, lateProjects: 1 },
        },
      ])
    }
  })

  it('reaches only its starter if the run failed, was a preview, was cancelled by another person or lost its server', async () => {
    await fresh()
    await endRun(planner, await claimed(), { status: 'Failed', cause: 'error', progress: {} })
    await commitPlan(planner, await claimed({ options: { preview: true } }), await shop(), {})
    const cancelled = await startRun(planner, { projectId: null })
    await server.as(tenant.admin).post(`/scheduling-runs/${cancelled.runId}/cancel`)
    await claimed()
    await planner.app.db.withTenant(planner, (tx) =>
      tx.execute(sql`update scheduling_runs set lease_until = now() - interval '1 second' where status = 'Running'`),
    )
    await recoverRuns(server.services, 'worker')
    expect(await codesOf(tenant.planner)).toEqual(['runFailed', 'runCancelled', 'runFinished', 'runFailed'])
    expect(await listOf(tenant.admin)).toEqual([])
  })

  it('tells its starter who reverted the run, unless the starter did it', async () => {
    await fresh()
    const finished = async () => {
      const claim = await claimed()
      await commitPlan(planner, claim, await shop(), { changedOperations: 4 })
      return claim
    }
    const [byAdmin, byStarter] = [await finished(), await finished()]
    await revertRun(admin, byAdmin)
    await revertRun(planner, byStarter)
    expect(await codesOf(tenant.planner)).toEqual(['runReverted', 'runFinished', 'runFinished'])
    expect((await listOf(tenant.planner))[0]).toMatchObject({
      cause: { code: 'runReverted', runId: byAdmin.runId, revertedBy: admin.userName, reverted: 0 },
      subject: { kind: 'run', runId: byAdmin.runId },
    })
    expect(await codesOf(tenant.admin)).toEqual(['runFinished', 'runFinished'])
  })
})

describe('a notification about a request for admin access', () => {
  it('reaches the admins, and the decision reaches the requester', async () => {
    await fresh()
    const second = await server.newUser({ memberOf: [{ tenantId: tenant.tenantId, isAdmin: true }] })
    const { body } = await server.as(tenant.planner).post('/access-requests', { reason: 'Shifts' })
    expect([await codesOf(tenant.admin), await codesOf(second)]).toEqual([['accessRequested'], ['accessRequested']])
    await server.as(second).post(`/access-requests/${body.requestId}/refuse`, { note: 'Not yet' })
    expect([await listOf(tenant.admin), await listOf(second)]).toEqual([[], []])
    expect(await listOf(tenant.planner)).toMatchObject([{ message: 'Not yet', cause: { granted: false } }])
  })
})
